import { act, renderHook, waitFor } from '@testing-library/react';
import { orderCalls } from '../../api/orderCalls.ts';
import { askEarly } from '../../api/earlyAnswers.ts';
import { queryClient } from './queryClient.ts';
import { fakeApi, type FakeReply } from '../../testing/fakeApi.ts';
import { send } from '../session/send.ts';
import { useCall } from './useCall.ts';

const page = (total: number) => ({ data: [], total });
/** The API, and what it answers for a list. */
const apiThat = (answer: (input: { page: number }) => FakeReply<typeof orderCalls.list>) =>
  fakeApi().on(orderCalls.list, answer);

beforeEach(() => queryClient.clear());

const read = (first: number) =>
  renderHook(({ page }) => useCall(orderCalls.list, { orderName: 'newOrder', page }, { key: ['newOrder', page] }), {
    initialProps: { page: first },
  });

test('the old page stays while the next one loads', async () => {
  apiThat((input) => (input.page === 1 ? page(248) : 'never'));
  const { result, rerender } = read(1);
  await waitFor(() => expect(result.current.data?.total).toBe(248));
  rerender({ page: 2 });
  expect(result.current).toMatchObject({ isPlaceholderData: true, data: { total: 248 } });
});

test('what nobody waits for any more is cancelled', async () => {
  const signals: AbortSignal[] = [];
  apiThat(() => 'never');
  const inner = globalThis.fetch;
  globalThis.fetch = (resource, init) => {
    signals.push(new Request(resource, init).signal);
    return inner(resource, init);
  };
  const { unmount } = read(1);
  await waitFor(() => expect(signals).toHaveLength(1));
  unmount();
  await waitFor(() => expect(signals[0]!.aborted).toBe(true));
});

test('a refusal is an error with its status and request id', async () => {
  apiThat(() => ({ httpStatus: 500, message: 'No', headers: { 'X-Request-Id': 'req-7' } }));
  const { result } = read(1);
  await waitFor(() => expect(result.current.error).toMatchObject({ httpStatus: 500, requestId: 'req-7' }));
});

describe('without a network', () => {
  const online = (is: boolean) =>
    act(() => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
      window.dispatchEvent(new Event(is ? 'online' : 'offline'));
    });
  // As its provider does: from then on it follows the network.
  beforeEach(() => queryClient.mount());
  afterEach(() => {
    online(true);
    queryClient.unmount();
    jest.restoreAllMocks();
  });

  test('the next page fails at once, and comes by itself when there is one again', async () => {
    let reachable = true;
    const { asked } = apiThat((input) => (reachable ? page(input.page) : 'unreachable'));
    const { result, rerender } = read(1);
    await waitFor(() => expect(result.current.data?.total).toBe(1));
    reachable = false;
    online(false);
    rerender({ page: 2 });
    await waitFor(() => expect(result.current.error).toMatchObject({ httpStatus: 0 }));
    expect(result.current).toMatchObject({
      isFetching: false,
      error: { message: expect.stringMatching(/^The server did not answer\./) as string },
    });
    // Nor is it tried in vain again and again.
    expect(asked).toHaveLength(2);

    reachable = true;
    online(true);
    await waitFor(() => expect(result.current.data?.total).toBe(2));
    expect(result.current.error).toBeNull();
  });
});

describe('an answer that was asked for before', () => {
  const address = '/api/admin/get-orders-list/newOrder?page=1';
  const answer = { status: 1, message: 'ok', ...page(248) };
  let asked: string[];

  beforeEach(() => {
    asked = [];
    apiThat(({ page: number }) => page(number));
    const api = globalThis.fetch;
    globalThis.fetch = (resource, init) => {
      asked.push(
        new Request(new URL(String(resource instanceof Request ? resource.url : resource), location.origin), init).url,
      );
      return api(resource, init);
    };
  });

  const arrives = async (body: unknown) => {
    const api = globalThis.fetch;
    globalThis.fetch = async () => Response.json(body);
    await askEarly(address);
    globalThis.fetch = api;
  };

  test('is there from the first moment, and is not asked for again', async () => {
    await arrives(answer);
    const { result } = read(1);
    expect(result.current.data).toEqual(answer);
    expect(result.current.isFetching).toBe(false);
    expect(asked).toEqual([]);
  });

  test('is that page’s: another one is asked for', async () => {
    await arrives(answer);
    const { result, rerender } = read(1);
    rerender({ page: 2 });
    await waitFor(() => expect(result.current.data?.total).toBe(2));
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['a refusal', { status: 0, message: 'Not now', data: null }],
    ['nothing that the call promises', { status: 1 }],
  ])('and is %s is asked for anew', async (_what, body) => {
    await arrives(body);
    const { result } = read(1);
    expect(result.current.data).toBeUndefined();
    await waitFor(() => expect(result.current.data?.total).toBe(1));
  });
});

test('after a change, and once an answer is said to be old, nothing is taken that was asked for before', async () => {
  const early = () => window.earlyAnswers?.size ?? 0;
  apiThat(() => page(1)).on(orderCalls.assign, () => ({ data: { done: [], failed: [], actionId: null } }));
  await askEarly('/api/admin/get-orders-list/newOrder?page=1');
  expect(early()).toBe(1);
  await send(orderCalls.assign, { orderId: ['100001'], assignto: '' });
  expect(early()).toBe(0);

  const { result } = read(1);
  await waitFor(() => expect(result.current.data).toBeDefined());
  await askEarly('/api/admin/get-orders-list/newOrder?page=1');
  await act(() => queryClient.invalidateQueries({ queryKey: ['newOrder'] }));
  expect(early()).toBe(0);
});
