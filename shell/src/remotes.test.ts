import { fetchRegistry, type Registry } from './remotes.ts';

const good: Registry = {
  remotes: {
    'remote-orders': {
      manifest: '/remotes/remote-orders/1/mf-manifest.json',
      version: '1',
      previous: null,
      roles: null,
      routes: [],
    },
  },
};

const realFetch = globalThis.fetch;

beforeEach(() => localStorage.clear());

afterEach(() => {
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

function registryAnswers(answer: () => Promise<Response>) {
  globalThis.fetch = jest.fn(answer);
}

test('the registry is read past every cache', async () => {
  registryAnswers(async () => Response.json(good));
  expect(await fetchRegistry()).toEqual(good);
  expect(globalThis.fetch).toHaveBeenCalledWith('/remotes.json', expect.objectContaining({ cache: 'no-store' }));
});

test('when the registry fails, the last one that was good is taken', async () => {
  registryAnswers(async () => Response.json(good));
  await fetchRegistry();
  registryAnswers(async () => new Response('', { status: 503 }));
  expect(await fetchRegistry()).toEqual(good);
});

test('an answer that is not a registry does not replace the last good one', async () => {
  registryAnswers(async () => Response.json(good));
  await fetchRegistry();
  registryAnswers(async () => Response.json({ remotes: { 'remote-orders': 'yes' } }));
  expect(await fetchRegistry()).toEqual(good);
  registryAnswers(async () => Promise.reject(new TypeError('offline')));
  expect(await fetchRegistry()).toEqual(good);
});

test('without a registry and without an earlier one there are no remotes, and no error', async () => {
  registryAnswers(async () => Promise.reject(new TypeError('offline')));
  expect(await fetchRegistry()).toEqual({ remotes: {} });
});

test('a registry that hangs is given up after its budget of two seconds', async () => {
  globalThis.fetch = jest.fn(
    (_address, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  );
  const since = Date.now();
  expect(await fetchRegistry()).toEqual({ remotes: {} });
  expect(Date.now() - since).toBeGreaterThan(1_900);
  expect(Date.now() - since).toBeLessThan(3_500);
});
