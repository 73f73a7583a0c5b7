import { setPreferences, signedIn, signOut } from 'shared/desk';
import { permissions } from 'shared/rules/permissions';
import { tokenOf } from 'shared/testing/fakeApi';
import { fakeEntry } from './testing/fakeRemotes.ts';

const count = 'newOrdersCount' as const;
const menu = { group: 'Work', text: 'New Orders', icon: 'newOrder' as const, count };
const remotes = {
  'remote-orders': {
    ...fakeEntry([
      { path: '/admin/recent-order', title: 'New Order', needs: 'orders.read' as const, menu },
      { path: '/admin/order-history', title: 'All Orders', needs: 'orders.readHistory' as const, menu },
    ]),
    start: { scripts: ['/remotes/entry.js'], styles: ['/remotes/list.css'], shared: ['react', 'shared/kit'] },
  },
  'remote-pages': {
    ...fakeEntry([{ path: '/*', title: 'This page' }], { area: 'public' }),
    start: { scripts: ['/remotes/pages.js'], styles: [], shared: [] },
  },
};
const files = {
  'sign-in': ['/assets/sign-in.js'],
  layout: ['/assets/layout.js'],
  dashboard: ['/assets/dashboard.js', '/assets/layout.js'],
  'shared/kit': ['/assets/kit.js', '/assets/layout.js', '/assets/kit.css'],
};

/** Runs the script in a page at this path. Returns the preloads that it adds and the frame that it shows. */
function openPage(path: string, { registry = { remotes } as unknown } = {}) {
  const block = (id: string, data: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`;
  const integrity = { '/assets/layout.js': 'sha384-layout' };
  document.head.innerHTML =
    block('remotes', registry) + block('early-data', { permissions, files }) + block('integrity', integrity);
  history.replaceState(null, '', path);
  jest.isolateModules(() => jest.requireActual('./early.ts'));
  const links = [...document.head.querySelectorAll('link')];
  const preloads = links.map(({ as, href }) => `${as} ${new URL(href).pathname}`);
  const hashes = links.flatMap(({ integrity: hash }) => hash || []);
  const { frame, theme, sidebarHidden } = document.documentElement.dataset;
  return { preloads, hashes, frame, theme, sidebarHidden };
}

beforeEach(() => signedIn(tokenOf({ id: 2, name: 'Zoë Müller', type: 'Telecaller' })));
afterEach(signOut);

test('a list preloads the layout, its remote and the shared modules once each, and shows a list’s frame', () => {
  expect(openPage('/admin/recent-order?page=2')).toMatchObject({
    frame: 'list',
    preloads: [
      'script /assets/layout.js',
      'script /assets/kit.js',
      'style /assets/kit.css',
      'script /remotes/entry.js',
      'style /remotes/list.css',
    ],
  });
});

test('preloads have the hashes of their requests, from the page or from the registry', () => {
  const scripts = ['/remotes/remote-orders/1/assets/entry.js'];
  const start = { scripts, styles: [], shared: [] };
  const entry = { ...remotes['remote-orders'], start, integrity: { 'assets/entry.js': 'sha384-entry' } };
  const { hashes } = openPage('/admin/recent-order', { registry: { remotes: { 'remote-orders': entry } } });
  expect(hashes).toEqual(['sha384-layout', 'sha384-entry']);
});

test('a remote whose entry names no files would be refused, so nothing of it is preloaded', () => {
  const { start: _start, ...entry } = remotes['remote-orders'];
  const { preloads } = openPage('/admin/recent-order', { registry: { remotes: { 'remote-orders': entry } } });
  expect(preloads).toEqual(['script /assets/layout.js']);
});

test('of two routes that match a URL, the one with its literal path wins in any order', () => {
  const any = {
    ...fakeEntry([{ path: '/admin/:anything', title: 'Any', needs: 'orders.read' }]),
    start: { scripts: ['/remotes/any.js'], styles: [], shared: [] },
  };
  const registry = { remotes: { 'remote-any': any, ...remotes } };
  expect(openPage('/admin/recent-order', { registry }).preloads).not.toContain('script /remotes/any.js');
  // The member may not open this route, and no other route takes its place.
  expect(openPage('/admin/order-history', { registry }).preloads).toEqual(['script /assets/layout.js']);
});

test('the dashboard preloads its own files and no remote', () => {
  expect(openPage('/admin')).toMatchObject({
    frame: 'desk',
    preloads: ['script /assets/layout.js', 'script /assets/dashboard.js'],
  });
});

test('a screen that the member may not open preloads nothing of its remote', () => {
  expect(openPage('/admin/order-history')).toMatchObject({ frame: 'desk', preloads: ['script /assets/layout.js'] });
});

test.each(['/admin/recent-order', '/admin', '/'])('without a session %s shows the sign-in', (path) => {
  signOut();
  expect(openPage(path)).toMatchObject({ frame: 'sign-in', preloads: ['script /assets/sign-in.js'] });
});

test.each(['/track-order/100001', '/choose-password'])('%s has no frame and preloads nothing', (path) => {
  expect(openPage(path)).toMatchObject({ frame: 'none', preloads: [] });
});

test.each(['dark', 'light'] as const)('the first paint is %s for a member who chose that scheme', (chosen) => {
  localStorage.setItem('mui-mode', chosen);
  expect(openPage('/admin').theme).toBe(chosen);
  localStorage.removeItem('mui-mode');
});

test('a hidden menu is hidden from the first paint on', () => {
  setPreferences({ sidebarHidden: true });
  expect(openPage('/admin').sidebarHidden).toBe('true');
  setPreferences({ sidebarHidden: false });
});

test('a page without a registry preloads only the layout', () => {
  expect(openPage('/admin/recent-order', { registry: null }).preloads).toEqual(['script /assets/layout.js']);
});
