import { askEarly, forgetEarly, takeArrived, takeEarly } from './earlyAnswers.ts';

const realFetch = globalThis.fetch;
const asked = jest.fn<Promise<Response>, [string, RequestInit]>();

beforeEach(() => {
  delete window.earlyAnswers;
  asked.mockReset().mockImplementation(async () => Response.json({ status: 1 }));
  globalThis.fetch = asked as unknown as typeof fetch;
});

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test('what was asked for early is taken over once', async () => {
  askEarly('/api/list?page=1&limit=10', 'a.b.c');
  const taken = takeEarly('http://localhost/api/list?limit=10&page=1', { token: 'a.b.c' });
  expect(await (await taken)!.json()).toEqual({ status: 1 });
  expect(takeEarly('/api/list?page=1&limit=10', { token: 'a.b.c' })).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]![1].headers).toEqual({ Authorization: 'a.b.c' });
});

test('another address or another session’s token gets nothing of it', () => {
  askEarly('/api/list?page=1', 'a.b.c');
  expect(takeEarly('/api/list?page=2', { token: 'a.b.c' })).toBeNull();
  expect(takeEarly('/api/list?page=1', { token: 'x.y.z' })).toBeNull();
  expect(takeEarly('/api/list?page=1')).toBeNull();
});

test('it is asked for once, until it is old', () => {
  jest.useFakeTimers();
  askEarly('/api/list');
  askEarly('/api/list');
  expect(asked).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_001);
  expect(takeEarly('/api/list')).toBeNull();
  askEarly('/api/list');
  expect(asked).toHaveBeenCalledTimes(2);
});

test('whoever took it over and gives up ends the call', () => {
  askEarly('/api/list');
  const giveUp = new AbortController();
  void takeEarly('/api/list', { signal: giveUp.signal });
  expect(asked.mock.calls[0]![1].signal!.aborted).toBe(false);
  giveUp.abort();
  expect(asked.mock.calls[0]![1].signal!.aborted).toBe(true);
});

test('a failure that nobody took is nobody’s, and one that was taken is seen', async () => {
  asked.mockRejectedValue(new TypeError('offline'));
  askEarly('/api/none');
  askEarly('/api/list');
  await expect(takeEarly('/api/list')).rejects.toThrow('offline');
});

test('what has arrived can be had at once, parsed, and is taken over once', async () => {
  const arrived = askEarly('/api/list', 'a.b.c');
  expect(takeArrived('/api/list', { token: 'a.b.c' })).toBeUndefined();
  await arrived;
  expect(takeArrived('/api/list')).toBeUndefined();
  expect(takeArrived('/api/list', { token: 'a.b.c' })).toEqual({ status: 1 });
  expect(takeArrived('/api/list', { token: 'a.b.c' })).toBeUndefined();
});

test('whoever waits for it waits no longer when it failed, or is no JSON', async () => {
  asked.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(new Response('<html>'));
  await askEarly('/api/list');
  await askEarly('/api/page');
  expect([takeArrived('/api/list'), takeArrived('/api/page')]).toEqual([undefined, undefined]);
});

test('a refusal is left to whoever takes the answer over, head and all', async () => {
  const refused = Response.json({ status: 0 }, { status: 503, headers: { 'Retry-After': '5' } });
  asked.mockResolvedValueOnce(refused);
  await askEarly('/api/list');
  expect(takeArrived('/api/list')).toBeUndefined();
  expect((await takeEarly('/api/list'))!.headers.get('Retry-After')).toBe('5');
});

test('what is forgotten is asked for anew', async () => {
  await askEarly('/api/list');
  forgetEarly();
  expect([takeArrived('/api/list'), takeEarly('/api/list')]).toEqual([undefined, null]);
  await askEarly('/api/list');
  expect(asked).toHaveBeenCalledTimes(2);
});
