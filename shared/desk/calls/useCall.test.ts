import { act, renderHook, waitFor } from '@testing-library/react';
import { folderCalls } from '../../api/folderCalls.ts';
import { firstCallDefinition } from '../../remote/firstCall.ts';
import { fakeApi, type FakeReply } from '../../testing/fakeApi.ts';
import { queryClient } from './queryClient.ts';
import { prefetchCall, useCall } from './useCall.ts';

const page = (total: number) => ({ data: [], total });
const apiThat = (answer: (input: { page: number }) => FakeReply<typeof folderCalls.list>) =>
  fakeApi().on(folderCalls.list, answer);

beforeEach(() => queryClient.clear());

const read = (first: number) =>
  renderHook(({ page }) => useCall(folderCalls.list, { orderName: 'newOrder', page }, { isPrefetched: true }), {
    initialProps: { page: first },
  });

test('the old page stays while the next one loads', async () => {
  apiThat((input) => (input.page === 1 ? page(248) : 'never'));
  const { result, rerender } = read(1);
  await waitFor(() => expect(result.current.data?.total).toBe(248));
  rerender({ page: 2 });
  expect(result.current).toMatchObject({ isPlaceholderData: true, data: { total: 248 } });
});

test('a request that no screen needs is cancelled', async () => {
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

describe('offline', () => {
  const online = (is: boolean) =>
    act(() => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
      window.dispatchEvent(new Event(is ? 'online' : 'offline'));
    });
  // Mount the client, as QueryClientProvider does, so that it notices when the network is back.
  beforeEach(() => queryClient.mount());
  afterEach(() => {
    online(true);
    queryClient.unmount();
    jest.restoreAllMocks();
  });

  test('the next page fails at once, and loads once online again', async () => {
    let reachable = true;
    const { recorded } = apiThat((input) => (reachable ? page(input.page) : 'unreachable'));
    const { result, rerender } = read(1);
    await waitFor(() => expect(result.current.data?.total).toBe(1));
    reachable = false;
    online(false);
    rerender({ page: 2 });
    await waitFor(() => expect(result.current.error).toMatchObject({ httpStatus: 0 }));
    expect(result.current).toMatchObject({
      isFetching: false,
      error: { message: expect.stringMatching(/^The server didn’t respond\./) as string },
    });
    // The failed request is not retried.
    expect(recorded).toHaveLength(2);

    reachable = true;
    online(true);
    await waitFor(() => expect(result.current.data?.total).toBe(2));
    expect(result.current.error).toBeNull();
  });
});

describe('an answer prefetched by the shell', () => {
  const firstCall = firstCallDefinition({ path: folderCalls.list.path, input: {} });
  const ahead = () => prefetchCall(firstCall, { orderName: 'newOrder', page: '1' });

  test('is shown at once and not fetched again', async () => {
    const { recorded } = apiThat(({ page: number }) => page(number));
    await ahead();
    const { result } = read(1);
    expect(result.current).toMatchObject({ data: { total: 1 }, isFetching: false });
    expect(recorded).toHaveLength(1);
  });

  test('is awaited while it is in flight', async () => {
    const { recorded } = apiThat(({ page: number }) => page(number));
    void ahead();
    const { result } = read(1);
    await waitFor(() => expect(result.current.data?.total).toBe(1));
    expect(recorded).toHaveLength(1);
  });

  test('is used only for its page, and another page is fetched', async () => {
    const { recorded } = apiThat(({ page: number }) => page(number));
    await ahead();
    const { result, rerender } = read(1);
    rerender({ page: 2 });
    await waitFor(() => expect(result.current.data?.total).toBe(2));
    expect(recorded).toHaveLength(2);
  });

  test('is fetched again if it was refused', async () => {
    let refuses = true;
    apiThat(({ page: number }) => (refuses ? { httpStatus: 503, message: 'Not now' } : page(number)));
    await ahead();
    refuses = false;
    const { result } = read(1);
    await waitFor(() => expect(result.current.data?.total).toBe(1));
  });

  test('is an error that offers a retry if it does not match the call', async () => {
    let isWrong = true;
    apiThat(({ page: number }) => (isWrong ? Response.json({ status: 1, message: '', data: 'none' }) : page(number)));
    await ahead();
    const { result } = read(1);
    expect(result.current.data).toBeUndefined();
    expect(result.current.error).toMatchObject({ name: 'CallError', httpStatus: 200 });
    isWrong = false;
    void result.current.refetch();
    await waitFor(() => expect(result.current.data?.total).toBe(1));
  });
});
