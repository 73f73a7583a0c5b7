import { documentCalls } from '../documentCalls.ts';
import { CallError, makeSend } from './send.ts';
import { folderCalls } from '../folderCalls.ts';
import { orderCalls } from '../orderCalls.ts';

function setup(answer: () => Response | Promise<Response>, token: string | null = 'the-token') {
  const requests: Request[] = [];
  const onDeadSession = jest.fn();
  const send = makeSend({
    token: () => token,
    onDeadSession,
    fetch: async (request, init) => {
      requests.push(new Request(request, init));
      return answer();
    },
  });
  return { send, requests, onDeadSession };
}

const envelope =
  (body: object, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

test('a GET sends fields that are not in its path as the query, and the token without Bearer', async () => {
  const { send, requests } = setup(envelope({ status: 1, message: 'ok', data: [], total: 0 }));
  const answer = await send(folderCalls.list, { orderName: 'newOrder', page: 2, limit: 'all' });
  expect(answer.total).toBe(0);
  const url = new URL(requests[0]!.url);
  expect(url.pathname).toBe('/api/admin/get-orders-list/newOrder');
  expect(url.search).toBe('?page=2&limit=all');
  expect(requests[0]!.headers.get('authorization')).toBe('the-token');
});

test('a call that changes data sends JSON and its idempotency key', async () => {
  const { send, requests } = setup(
    envelope({ status: 1, message: 'ok', data: { done: [], failed: [], actionId: null } }),
  );
  await send(orderCalls.assign, { orderId: ['100471'], assignto: 'Tia Team' }, { idempotencyKey: 'one-click' });
  expect(await requests[0]!.json()).toEqual({ orderId: ['100471'], assignto: 'Tia Team' });
  expect(requests[0]!.headers.get('idempotency-key')).toBe('one-click');
});

test('a refusal rejects with the server’s message, its fields, its data and the time to wait', async () => {
  const { send } = setup(
    envelope({ status: 0, message: 'Too many', data: { left: 3 }, errors: { email: 'Wrong' } }, 429, {
      'retry-after': '40',
    }),
  );
  const error = await send(folderCalls.folderCounts, {}).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({
    message: 'Too many',
    httpStatus: 429,
    retryAfter: 40,
    fieldErrors: { email: 'Wrong' },
  });
});

test('a 401 of a call with a token ends the session once, with the server’s message', async () => {
  const { send, onDeadSession } = setup(envelope({ status: 0, message: 'Your session has ended', data: null }, 401));
  await expect(send(folderCalls.folderCounts, {})).rejects.toThrow('Your session has ended');
  expect(onDeadSession).toHaveBeenCalledTimes(1);
  expect(onDeadSession).toHaveBeenCalledWith('Your session has ended');
});

test('a 401 without a token is an ordinary refusal', async () => {
  const { send, onDeadSession } = setup(envelope({ status: 0, message: 'No', data: null }, 401), null);
  await expect(send(folderCalls.folderCounts, {})).rejects.toThrow('No');
  expect(onDeadSession).not.toHaveBeenCalled();
});

test('no response and an invalid response have their own messages, and differ from a refusal', async () => {
  const dead = setup(() => Promise.reject(new TypeError('fetch failed')));
  await expect(dead.send(folderCalls.folderCounts, {})).rejects.toMatchObject({ httpStatus: 0 });
  const html = setup(() => new Response('<html>', { status: 502 }));
  await expect(html.send(folderCalls.folderCounts, {})).rejects.toThrow('The server didn’t respond');
});

test('a response with status 0 is a failure although its HTTP status is 200', async () => {
  const { send } = setup(envelope({ status: 0, message: 'Not done', data: null }));
  await expect(send(folderCalls.folderCounts, {})).rejects.toThrow('Not done');
});

test('an error from another container’s copy of this module is a CallError too', () => {
  jest.isolateModules(() => {
    const other = jest.requireActual<{ CallError: typeof CallError }>('./send.ts');
    expect(other.CallError).not.toBe(CallError);
    expect(new other.CallError('No', { httpStatus: 409 })).toBeInstanceOf(CallError);
  });
  expect(new Error('No')).not.toBeInstanceOf(CallError);
});

describe('a response that does not match its call', () => {
  const [name, id] = ['x-request-id', 'req-7f3a91c2'];

  test('rejects with an error that says so and names the request’s id', async () => {
    const { send } = setup(
      envelope({ status: 1, message: 'ok', data: [{ order_id: 7 }], total: 1 }, 200, { [name]: id }),
    );
    const error: unknown = await send(folderCalls.list, { orderName: 'newOrder' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ httpStatus: 200, requestId: id, body: null });
    expect((error as CallError).message).toBe(
      'The server sent an unexpected response (request req-7f3a91c2). Reload the page, then try again.',
    );
    expect(String((error as CallError).cause)).toContain('data.0.order_id should be string');
  });

  test('leaves open whether a call that changes data has succeeded', async () => {
    const { send } = setup(envelope({ status: 1, message: 'ok', data: null }));
    await expect(send(orderCalls.assign, { orderId: '100471', assignto: '' })).rejects.toThrow(
      'The server sent an unexpected response. Your change may have been saved. Reload the page to check.',
    );
  });

  test.each(['<html>', '', '{"status":1,"mess'])('is rejected if it is not JSON: %j', async (body) => {
    const { send } = setup(() => new Response(body, { headers: { [name]: id } }));
    await expect(send(orderCalls.assign, { orderId: '100471', assignto: '' })).rejects.toMatchObject({
      name: 'CallError',
      httpStatus: 200,
      requestId: id,
      message:
        'The server sent an unexpected response (request req-7f3a91c2). Your change may have been saved. Reload the page to check.',
    });
  });

  test('counts as no response if the connection broke', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
    const { send } = setup(() => new Response(broken));
    await expect(send(folderCalls.folderCounts, {})).rejects.toMatchObject({ name: 'CallError', httpStatus: 0 });
  });

  test.each([null, 7, 'ok', [], { message: 'ok' }])('is rejected whatever JSON it is: %j', async (body) => {
    const { send } = setup(envelope(body as object));
    await expect(send(folderCalls.folderCounts, {})).rejects.toMatchObject({ name: 'CallError', httpStatus: 200 });
  });
});

test('a newer API’s response with unknown fields is returned unchanged', async () => {
  const newer = { status: 1, message: 'ok', data: { AWS: true, Sendgrid: true, Postmark: true }, since: 3 };
  const { send } = setup(envelope(newer));
  expect(await send(documentCalls.mailProviders, {})).toEqual(newer);
});
