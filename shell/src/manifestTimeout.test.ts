import { fetchManifest } from './manifestTimeout.ts';

const address = 'http://localhost/remotes/remote-orders/1/mf-manifest.json';
const manifest = { id: 'remote_orders', metaData: {}, exposes: [], shared: [] };
const realFetch = globalThis.fetch;

let asked: string[] = [];

function answers(...inOrder: ((init?: RequestInit) => Promise<Response>)[]) {
  asked = [];
  globalThis.fetch = ((url: URL, init?: RequestInit) => {
    asked.push(String(url));
    return inOrder[asked.length - 1]!(init);
  }) as typeof fetch;
}

const ok = async () => Response.json(manifest);
const unavailable = async () => new Response('', { status: 503 });
const html = async () => new Response('<!doctype html><title>Hello</title>');
const hangs = (init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a manifest that arrives is returned unchanged', async () => {
  answers(ok);
  expect(await (await fetchManifest(address)).json()).toEqual(manifest);
  expect(asked).toEqual([address]);
});

test('a failed attempt is retried twice, each time with its own query', async () => {
  answers(unavailable, unavailable, ok);
  expect(await (await fetchManifest(address)).json()).toEqual(manifest);
  expect(new Set(asked).size).toBe(3);
});

test('after three attempts the error contains the last response', async () => {
  answers(unavailable, unavailable, unavailable);
  await expect(fetchManifest(address)).rejects.toThrow('returned 503');
});

test('a page with status 200 is not a manifest', async () => {
  answers(html, html, html);
  await expect(fetchManifest(address)).rejects.toThrow(SyntaxError);
});

test('JSON without a manifest’s fields is not a manifest', async () => {
  const other = async () => Response.json({ status: 0, message: 'Not found' });
  answers(other, other, other);
  await expect(fetchManifest(address)).rejects.toThrow('is not a federation manifest');
});

test('a request that hangs is aborted after five seconds and retried', async () => {
  answers(hangs, ok);
  const since = Date.now();
  expect(await (await fetchManifest(address)).json()).toEqual(manifest);
  expect(Date.now() - since).toBeGreaterThan(4_900);
});
