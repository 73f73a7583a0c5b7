import { loadRegistry, useRemotes } from './registry.ts';
import { useTabVersions } from './tabVersions.ts';
import { fakeEntry } from './testing/fakeRemotes.ts';

const orders = fakeEntry([{ path: '/admin/recent-order', title: 'New Order', needs: 'orders.read' }]);
const team = fakeEntry([{ path: '/admin/manage-team', title: 'Manage Team', needs: 'team.read' }]);
const good = { remotes: { 'remote-orders': orders, 'remote-team': team } };

const fetchRegistry = () => loadRegistry({ refresh: true });

const realFetch = globalThis.fetch;

beforeEach(() => {
  localStorage.clear();
  useRemotes.setState({ remotes: {}, from: 'asking' });
});

afterEach(() => {
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

function registryAnswers(answer: () => Promise<Response>) {
  globalThis.fetch = jest.fn(answer);
}

test('the registry is fetched past every cache', async () => {
  registryAnswers(async () => Response.json(good));
  expect(await fetchRegistry()).toEqual(good.remotes);
  expect(useRemotes.getState()).toEqual({ ...good, from: 'registry' });
  expect(globalThis.fetch).toHaveBeenCalledWith('/remotes.json', expect.objectContaining({ cache: 'no-store' }));
});

test('when the registry fails, the last good one is used', async () => {
  registryAnswers(async () => Response.json(good));
  await fetchRegistry();
  registryAnswers(async () => new Response('', { status: 503 }));
  expect(await fetchRegistry()).toEqual(good.remotes);
});

test('an invalid response does not replace the last good registry', async () => {
  registryAnswers(async () => Response.json(good));
  await fetchRegistry();
  registryAnswers(async () => Response.json({ status: 0, message: 'Not found' }));
  expect(await fetchRegistry()).toEqual(good.remotes);
  registryAnswers(async () => Promise.reject(new TypeError('offline')));
  expect(await fetchRegistry()).toEqual(good.remotes);
});

test('a broken descriptor affects only its own remote, which uses its last good descriptor, if any', async () => {
  const broken = { ...team, descriptor: { ...team.descriptor, routes: [] } };
  registryAnswers(async () => Response.json({ remotes: { 'remote-orders': orders, 'remote-team': broken } }));
  expect(await fetchRegistry()).toEqual({ 'remote-orders': orders });
  registryAnswers(async () => Response.json(good));
  await fetchRegistry();
  registryAnswers(async () => Response.json({ remotes: { 'remote-orders': orders, 'remote-team': broken } }));
  expect(await fetchRegistry()).toEqual(good.remotes);
});

test('a stored registry without descriptors, from an earlier release, is ignored', async () => {
  const old = { manifest: orders.manifest, version: '1', previous: null, roles: null, routes: ['/admin/recent-order'] };
  localStorage.setItem('remotes', JSON.stringify({ remotes: { 'remote-orders': old } }));
  registryAnswers(async () => Promise.reject(new TypeError('offline')));
  expect(await fetchRegistry()).toEqual({});
});

test('the registry is fetched once per page', async () => {
  registryAnswers(async () => Response.json(good));
  await fetchRegistry();
  await loadRegistry();
  expect(globalThis.fetch).toHaveBeenCalledTimes(1);
});

test('without any registry there are no remotes and no error', async () => {
  registryAnswers(async () => Promise.reject(new TypeError('offline')));
  expect(await fetchRegistry()).toEqual({});
  expect(useRemotes.getState().from).toBe('memory');
});

describe('a tab that tries another version', () => {
  const preview = { 'remote-orders': { ...orders, version: '9' } };
  /** Fakes the live and the previewed registry; null makes the request fail. */
  const answers = (live: object | null, previewed: object | null) => {
    globalThis.fetch = jest.fn(async (url) => {
      const answer = String(url).endsWith('?remote=remote-orders%409') ? previewed : live;
      return answer ? Response.json(answer) : new Response('', { status: 503 });
    });
  };
  beforeEach(() => useTabVersions.setState({ tried: 'remote-orders@9', forgotten: null }));
  afterEach(() => useTabVersions.setState({ tried: null, forgotten: null }));

  test.each([
    ['loads', good],
    ['fails', null],
  ])('runs that version when the registry %s', async (_, live) => {
    answers(live, { remotes: preview });
    expect(await fetchRegistry()).toEqual({ ...live?.remotes, ...preview });
    expect(useTabVersions.getState().tried).toBe('remote-orders@9');
  });

  test('says that the preview has ended if its version cannot be loaded, with or without the registry', async () => {
    answers(good, null);
    await fetchRegistry();
    expect(useTabVersions.getState()).toMatchObject({ tried: null, forgotten: 'remote-orders@9' });
    useTabVersions.setState({ tried: 'remote-orders@9', forgotten: null });
    answers(null, null);
    expect(await fetchRegistry()).toEqual(good.remotes);
    expect(useTabVersions.getState()).toMatchObject({ tried: null, forgotten: 'remote-orders@9' });
  });

  test('keeps a version that runs when a later fetch fails', async () => {
    answers(good, { remotes: preview });
    await fetchRegistry();
    answers(good, null);
    expect(await fetchRegistry()).toEqual({ ...good.remotes, ...preview });
    expect(useTabVersions.getState().tried).toBe('remote-orders@9');
  });
});

test('a request that hangs is aborted after its limit of two seconds', async () => {
  globalThis.fetch = jest.fn(
    (_address, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  );
  const since = Date.now();
  expect(await fetchRegistry()).toEqual({});
  expect(Date.now() - since).toBeGreaterThan(1_900);
  expect(Date.now() - since).toBeLessThan(3_500);
});
