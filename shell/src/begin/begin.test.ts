import { prefer, signedIn, signOut } from 'shared/desk';
import { tokenOf } from 'shared/testing/fakeApi';
import { fakeEntry } from '../testing/fakeRemotes.ts';
import { begin } from './begin.ts';

const realFetch = globalThis.fetch;
const asked = jest.fn(async (..._request: unknown[]) => Response.json({}));

const remotes = {
  'remote-orders': {
    ...fakeEntry([
      {
        path: '/admin/recent-order',
        title: 'New Order',
        needs: 'orders.read' as const,
        firstCall: { path: '/admin/list', input: { page: { query: 'page', otherwise: 1 } } },
      },
      { path: '/admin/order-history', title: 'All Orders', needs: 'orders.readHistory' as const },
    ]),
    start: { scripts: ['/remotes/entry.js'], styles: ['/remotes/list.css'], shared: ['react', 'shared/kit'] },
  },
};

const shellFiles = {
  layout: { scripts: ['/assets/layout.js'], styles: [] },
  dashboard: { scripts: ['/assets/dashboard.js'], styles: [] },
  'shared/kit': { scripts: ['/assets/kit.js', '/assets/layout.js'], styles: ['/assets/kit.css'] },
};

function page({ registry = { remotes } as unknown, files = shellFiles as unknown } = {}) {
  document.head.innerHTML = '<meta property="csp-nonce" nonce="n0nce">';
  const block = (id: string, data: unknown) => {
    const script = document.createElement('script');
    Object.assign(script, { id, type: 'application/json', textContent: JSON.stringify(data) });
    document.head.append(script);
  };
  block('remotes', registry);
  block('shell-files', files);
}

const replace = jest.fn();
const beginAt = (path: string) => {
  const { pathname, search } = new URL(path, 'http://localhost');
  begin({ pathname, search, replace });
};
const preloaded = () => [...document.head.querySelectorAll('link')].map((link) => new URL(link.href).pathname);

beforeEach(() => {
  delete window.earlyAnswers;
  asked.mockClear();
  globalThis.fetch = asked as unknown as typeof fetch;
  page();
  signedIn(tokenOf({ id: 2, name: 'Zoë Müller', type: 'Telecaller' }));
});

afterEach(() => {
  signOut();
  globalThis.fetch = realFetch;
});

test('a screen’s page begins with the layout, the remote and what that shares, each once and by the nonce', () => {
  beginAt('/admin/recent-order');
  expect(preloaded()).toEqual([
    '/assets/layout.js',
    '/assets/kit.js',
    '/assets/kit.css',
    '/remotes/entry.js',
    '/remotes/list.css',
  ]);
  for (const link of document.head.querySelectorAll('link')) expect(link.nonce).toBe('n0nce');
});

test('its manifest and its first call are asked for, the call in the member’s name', () => {
  beginAt('/admin/recent-order?page=2');
  const token = JSON.parse(localStorage.getItem('user')!).accessToken;
  expect(asked.mock.calls).toEqual([
    [remotes['remote-orders'].manifest, expect.objectContaining({ headers: undefined })],
    ['/api/admin/list?page=2', expect.objectContaining({ headers: { Authorization: token } })],
  ]);
});

test('a remote that brings its own kit does not load the shell’s', () => {
  const other = structuredClone(remotes);
  other['remote-orders'].descriptor.builtFor.kit = '999.0.0';
  page({ registry: { remotes: other } });
  beginAt('/admin/recent-order');
  expect(preloaded()).toEqual(['/assets/layout.js', '/remotes/entry.js', '/remotes/list.css']);
});

test('of two that fit an address, the one that names it begins, whichever the registry says first', () => {
  const any = {
    ...fakeEntry([{ path: '/admin/:anything', title: 'Any', needs: 'orders.read' }]),
    manifest: '/any.json',
  };
  page({ registry: { remotes: { 'remote-any': any, ...remotes } } });
  beginAt('/admin/recent-order');
  expect(asked.mock.calls.map(([address]) => address)).not.toContain('/any.json');
  // It may not be opened, and no other stands in for it
  asked.mockClear();
  beginAt('/admin/order-history');
  expect(asked).not.toHaveBeenCalled();
});

test('the dashboard begins with its own files and no remote', () => {
  beginAt('/admin');
  expect(preloaded()).toEqual(['/assets/layout.js', '/assets/dashboard.js']);
  expect(asked).not.toHaveBeenCalled();
});

test('nothing is loaded of a screen that the member may not open', () => {
  beginAt('/admin/order-history');
  expect(preloaded()).not.toContain('/remotes/entry.js');
  expect(asked).not.toHaveBeenCalled();
});

test.each(['/admin/recent-order', '/admin', '/'])('without a session %s begins with nothing', (path) => {
  signOut();
  beginAt(path);
  expect([preloaded(), asked.mock.calls]).toEqual([[], []]);
});

test('who is signed in is led from the sign-in to the desk at once, who is not stays', () => {
  beginAt('/');
  expect(replace).toHaveBeenCalledWith('/admin');
  replace.mockClear();
  signOut();
  beginAt('/');
  expect(replace).not.toHaveBeenCalled();
});

test.each(['dark', 'light'] as const)('what is seen first is %s where the person chose that', (chosen) => {
  prefer({ colorMode: chosen });
  beginAt('/admin');
  expect(document.documentElement.dataset.theme).toBe(chosen);
  prefer({ colorMode: 'system' });
});

test('a page without a registry begins with the layout alone', () => {
  page({ registry: null });
  beginAt('/admin/recent-order');
  expect(preloaded()).toEqual(['/assets/layout.js']);
});
