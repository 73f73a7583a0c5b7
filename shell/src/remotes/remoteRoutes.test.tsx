import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { folderCalls } from 'shared/api/folderCalls';
import { remoteCalls } from 'shared/api/remoteCalls';
import { queryClient, queryOptions, signedIn, signOut, useSession } from 'shared/desk';
import { currentVersions } from 'shared/remote/currentVersions';
import { checkRemote, contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { fakeApi, tokenOf } from 'shared/testing/fakeApi';
import { loadRemote } from '../loadRemote.ts';
import { loadEntry, loadRegistry, useRemotes } from '../registry.ts';
import { useTabVersions } from '../tabVersions.ts';
import { fakeEntry } from '../testing/fakeRemotes.ts';
import { clearRemotes, loadScreen } from './loadScreen.ts';
import { addRemoteRoutes, areaRoutes } from './remoteRoutes.tsx';
import { VersionNotices } from './VersionNotices.tsx';

jest.mock('../loadRemote.ts', () => ({ loadRemote: jest.fn() }));
jest.mock('../registry.ts', () => ({
  ...jest.requireActual<object>('../registry.ts'),
  loadRegistry: jest.fn(),
  loadEntry: jest.fn(),
}));

const load = jest.mocked(loadRemote);
const registry = jest.mocked(loadRegistry);
const published = jest.mocked(loadEntry);
let crash = false;

function List({ folder }: { folder: string }) {
  if (crash) throw new TypeError('orders is undefined');
  return <h1>{folder}</h1>;
}

const remote: RemoteContract = {
  contract: contractVersion,
  routes: [
    { path: 'recent-order', load: async () => List, props: { folder: 'New Order' } },
    { path: 'my-order', load: async () => List, props: { folder: 'My Order' } },
  ],
};

const lists = fakeEntry(
  [
    { path: '/admin/recent-order', title: 'New Order', needs: 'orders.read' },
    { path: '/admin/my-order', title: 'My Order', needs: 'orders.read' },
  ],
  { away: { missing: 'Order lists are', unaffected: 'settings are not affected' } },
);

const unreachable = () => Promise.reject(new Error('Failed to get manifest'));

/** Renders remotes inside a layout whose menu must keep working. Resolves once the router has settled. */
async function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        path: '/admin',
        element: (
          <>
            <nav>
              <Link to="/admin">Dashboard</Link>
              <Link to="/admin/recent-order">New Orders</Link>
              <Link to="/admin/my-order">My Orders</Link>
            </nav>
            <Outlet />
          </>
        ),
        children: areaRoutes('staff', { index: true, element: <h1>Dashboard</h1> }),
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: [path], patchRoutesOnNavigation: addRemoteRoutes },
  );
  await act(async () => render(<RouterProvider router={router} useTransitions={false} />));
  return userEvent.setup();
}

const heading = () => screen.findByRole('heading', { level: 1 });

beforeEach(() => {
  crash = false;
  clearRemotes();
  queryClient.clear();
  useRemotes.setState({ remotes: { 'remote-orders': lists }, from: 'registry', api: currentVersions.api });
  act(() => signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' })));
  load.mockReset();
  registry.mockReset().mockImplementation(async () => useRemotes.getState().remotes);
  published.mockReset();
  useTabVersions.setState({ tried: null, forgotten: null, reported: [] });
  // React logs the errors that a boundary catches; these tests cause them on purpose.
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('an unavailable remote affects only its own area: the menu works, and Try again loads the page', async () => {
  load.mockImplementationOnce(unreachable).mockResolvedValue(remote);
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are unavailable right now');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Everything else works: settings are not affected, and nothing is lost.',
  );

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
  expect(registry).toHaveBeenLastCalledWith({ refresh: true });
});

test('a slow remote shows the heading of the requested screen, and is announced', async () => {
  jest.useFakeTimers();
  load.mockImplementation(() => new Promise(() => {}));
  await open('/admin/recent-order');
  await act(() => jest.advanceTimersByTimeAsync(300));
  expect(screen.getByRole('heading', { name: 'New Order' })).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(screen.getByRole('status')).toHaveTextContent('This page is taking longer than usual.');
});

test('while a screen loads, the focus stays on the pressed link', async () => {
  jest.useFakeTimers();
  load.mockImplementation(() => new Promise(() => {}));
  await open('/admin');
  const link = screen.getByRole('link', { name: 'New Orders' });
  act(() => link.focus());
  await act(() => link.click());
  await act(() => jest.advanceTimersByTimeAsync(300));
  expect(screen.getByRole('heading', { name: 'New Order' })).toBeVisible();
  expect(link).toHaveFocus();
});

test('a loaded screen shows on every route of its remote without loading again', async () => {
  load.mockResolvedValue(remote);
  const user = await open('/admin/recent-order');
  await user.click(screen.getByRole('link', { name: 'My Orders' }));
  expect(await screen.findByRole('heading', { name: 'My Order' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await user.click(screen.getByRole('link', { name: 'New Orders' }));
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a retry follows after fifteen visible seconds, and the page says so', async () => {
  jest.useFakeTimers();
  load.mockImplementation(unreachable);
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('unavailable');
  expect(screen.getByText('Retrying in 15 s.')).toBeInTheDocument();

  await act(() => jest.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText('Retrying in 12 s.')).toBeInTheDocument();

  hidden(true);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Retrying in 12 s.')).toBeInTheDocument();

  hidden(false);
  load.mockResolvedValue(remote);
  await act(() => jest.advanceTimersByTimeAsync(12_000));
  expect(await heading()).toHaveTextContent('New Order');
});

test('offline the page says so, and retries once online', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load.mockImplementation(unreachable);
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('You are offline');

  load.mockResolvedValue(remote);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(await heading()).toHaveTextContent('New Order');
});

test('a remote of another contract is incompatible, and a reload is offered', async () => {
  load.mockImplementation(async (name) => checkRemote(name, { exposed: { ...remote, contract: 2 } }));
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are being updated');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeInTheDocument();
});

test('a shared library of another version is incompatible, too', async () => {
  load.mockImplementation(() =>
    Promise.reject(
      new Error('Version 18.0.0 of shared singleton module react does not satisfy the requirement of shell'),
    ),
  );
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are being updated');
});

test('a page that crashes affects only itself, and Try again shows it again', async () => {
  crash = true;
  load.mockResolvedValue(remote);
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('This page stopped working');
  expect(screen.queryByText(/by ourselves/)).not.toBeInTheDocument();

  crash = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
});

const lostChunk = new Error('Loading chunk 8 failed.');

test('a script whose request was lost is requested again before its version counts as broken', async () => {
  const chunk = jest.fn().mockRejectedValueOnce(lostChunk).mockResolvedValue(List);
  load.mockResolvedValue({
    contract: contractVersion,
    routes: [{ path: 'recent-order', load: chunk, props: { folder: 'New Order' } }],
  });
  await open('/admin/recent-order');
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
  expect(registry).not.toHaveBeenCalledWith({ refresh: true });
});

test('a screen with a missing chunk is unavailable until the chunk arrives', async () => {
  const chunk = jest.fn().mockRejectedValue(lostChunk);
  load.mockResolvedValue({
    contract: contractVersion,
    routes: [{ path: 'recent-order', load: chunk, props: { folder: 'New Order' } }],
  });
  const user = await open('/admin/recent-order');
  const wall = await heading();
  expect(wall).toHaveTextContent('Order lists are unavailable right now');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Retrying in 15 s.')).toBeInTheDocument();
  expect(chunk).toHaveBeenCalledTimes(4);
  expect(await heading()).toBe(wall);
  chunk.mockResolvedValue(List);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
});

/** The registry entry after a release while the tab is open. */
const releaseOf = (version: string, previous: string | null = null) => ({
  ...lists,
  ...{ version, previous, manifest: `/remotes/remote-orders/${version}/mf-manifest.json` },
});

/** A remote whose only screen shows its version or throws. */
const versionOf = (text: string, { throws = false } = {}): RemoteContract => ({
  contract: contractVersion,
  routes: [
    {
      path: 'recent-order',
      load: async () => () => {
        if (throws) throw new TypeError('orders is undefined');
        return <h1>{text}</h1>;
      },
    },
  ],
});

const reportsOf = (api: ReturnType<typeof fakeApi>) => api.to(remoteCalls.reportRemoteFailure).map(({ body }) => body);

test.each([
  ['cannot be loaded', () => Promise.reject(new Error('Loading chunk 8 failed.')), 'load', 'Loading chunk 8 failed.'],
  ['throws', async () => versionOf('2', { throws: true }), 'render', 'orders is undefined'],
])(
  'a version that %s is replaced by the previous one, with a notice and one report',
  async (_what, second, kind, message) => {
    const api = fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
    useRemotes.setState({ remotes: { 'remote-orders': releaseOf('2', '1') } });
    published.mockResolvedValue(releaseOf('1'));
    load.mockImplementation((_name, { version }) => (version === '2' ? second() : Promise.resolve(versionOf('1'))));
    render(<VersionNotices />);
    const user = await open('/admin/recent-order');
    expect(await screen.findByRole('heading', { name: '1' })).toBeInTheDocument();
    expect(published).toHaveBeenCalledWith('remote-orders', '1');
    expect(screen.getByText(/failed in this tab, so this tab runs 1/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();

    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(screen.getByRole('link', { name: 'New Orders' }));
    expect(await screen.findByRole('heading', { name: '1' })).toBeInTheDocument();
    expect(reportsOf(api)).toEqual([{ remote: 'remote-orders', version: '2', kind, message }]);
  },
);

test('two loads that fail at once both get the previous version', async () => {
  fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
  useRemotes.setState({ remotes: { 'remote-orders': releaseOf('2', '1') } });
  published.mockResolvedValue(releaseOf('1'));
  load.mockImplementation((_name, { version }) => (version === '2' ? unreachable() : Promise.resolve(remote)));
  const both = ['/admin/recent-order', '/admin/my-order'].map((path) => loadScreen('remote-orders', path));
  expect((await Promise.all(both)).map(({ props }) => props)).toEqual(remote.routes.map(({ props }) => props));
  expect(published).toHaveBeenCalledTimes(1);
});

test('a version built for another shell is not called failed, and no reload is offered', async () => {
  fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
  const builtFor = { ...currentVersions, api: '9.9.0' };
  const newer = { ...releaseOf('2', '1'), descriptor: { ...lists.descriptor, builtFor } };
  useRemotes.setState({ remotes: { 'remote-orders': newer } });
  published.mockResolvedValue(releaseOf('1'));
  load.mockResolvedValue(versionOf('1'));
  render(<VersionNotices />);
  await open('/admin/recent-order');
  expect(await screen.findByRole('heading', { name: '1' })).toBeInTheDocument();
  expect(
    screen.getByText(/remote-orders 2 needs another version of Arrival Desk, so this tab runs 1/),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument();
});

test('a newer version released meanwhile is loaded at once, without a notice', async () => {
  fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
  useRemotes.setState({ remotes: { 'remote-orders': releaseOf('2', '1') } });
  registry.mockImplementation(async ({ refresh = false } = {}) => {
    if (refresh) useRemotes.setState({ remotes: { 'remote-orders': releaseOf('3', '2') } });
    return useRemotes.getState().remotes;
  });
  load.mockImplementation(async (_name, { version }) => versionOf(version, { throws: version === '2' }));
  render(<VersionNotices />);
  await open('/admin/recent-order');
  expect(await screen.findByRole('heading', { name: '3' })).toBeInTheDocument();
  expect(screen.queryByText(/Previous version/)).not.toBeInTheDocument();
  expect(published).not.toHaveBeenCalled();
});

test('if the previous version fails too, the error page is shown', async () => {
  const api = fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
  useRemotes.setState({ remotes: { 'remote-orders': releaseOf('2', '1') } });
  published.mockResolvedValue(releaseOf('1'));
  load.mockImplementation(async (_name, { version }) => versionOf(version, { throws: true }));
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('This page stopped working');
  expect(reportsOf(api)).toHaveLength(2);
});

test('without a session no failure is reported', async () => {
  const api = fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
  act(() => signOut());
  const pages = fakeEntry([{ path: '/help', title: 'Help' }], { area: 'public' });
  useRemotes.setState({ remotes: { 'remote-pages': pages } });
  load.mockImplementation(unreachable);
  await expect(loadScreen('remote-pages', '/help')).rejects.toThrow();
  expect(reportsOf(api)).toEqual([]);
});

test('a tried version that cannot be loaded is forgotten, and the live one runs', async () => {
  fakeApi().on(remoteCalls.reportRemoteFailure, () => ({ data: null }));
  useTabVersions.setState({ tried: 'remote-orders@9' });
  useRemotes.setState({ remotes: { 'remote-orders': releaseOf('9', '2') } });
  registry.mockImplementation(async ({ refresh = false } = {}) => {
    if (refresh && !useTabVersions.getState().tried)
      useRemotes.setState({ remotes: { 'remote-orders': releaseOf('2', '1') } });
    return useRemotes.getState().remotes;
  });
  load.mockImplementation(async (_name, { version }) => (version === '9' ? unreachable() : versionOf(version)));
  render(<VersionNotices />);
  expect(screen.getByText(/this tab runs remote-orders 9/)).toBeInTheDocument();
  await open('/admin/recent-order');
  expect(await screen.findByRole('heading', { name: '2' })).toBeInTheDocument();
  expect(screen.getByText(/remote-orders 9 could not be loaded/)).toBeInTheDocument();
});

test('a remote that needs calls which the running API lacks is refused before loading', async () => {
  const newer = fakeEntry(lists.descriptor.routes, {
    ...lists.descriptor,
    builtFor: { ...currentVersions, api: '1.9.0' },
  });
  useRemotes.setState({ remotes: { 'remote-orders': newer }, api: '1.2.0' });
  await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('Order lists are being updated');
  expect(screen.getByText(/was built for API 1.9.0, but the running one is 1.2.0/)).toBeInTheDocument();
  expect(load).not.toHaveBeenCalled();
});

test('a remote’s second failure shows its own message', async () => {
  load.mockImplementationOnce(unreachable);
  const user = await open('/admin/recent-order');
  expect(await screen.findByText(/Failed to get manifest/)).toBeInTheDocument();
  load.mockRejectedValue(new Error('Loading chunk 8 failed.'));
  await user.click(screen.getByRole('link', { name: 'My Orders' }));
  expect(await screen.findByText(/Loading chunk 8 failed/)).toBeInTheDocument();
  expect(screen.queryByText(/Failed to get manifest/)).not.toBeInTheDocument();
});

test('an error page does not stay on the next page: opening that page is a retry, too', async () => {
  load.mockImplementation(unreachable);
  const user = await open('/admin/recent-order');
  expect(await heading()).toHaveTextContent('unavailable');
  load.mockResolvedValue(remote);
  await user.click(screen.getByRole('link', { name: 'My Orders' }));
  expect(await screen.findByRole('heading', { name: 'My Order' })).toBeInTheDocument();
});

function hidden(isHidden: boolean) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
}

test('the previous screen stays until the next is ready, but not for long', async () => {
  jest.useFakeTimers();
  load.mockImplementation(() => new Promise(() => {}));
  await open('/admin');
  act(() => screen.getByRole('link', { name: 'New Orders' }).click());
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard');
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('New Order');
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(screen.getByRole('status')).toHaveTextContent('This page is taking longer than usual.');
});

test.each([
  ['is shown once it arrives', () => Promise.resolve(remote), 'New Order'],
  ['that does not arrive is replaced by the wall', unreachable, 'Order lists are unavailable right now'],
])('a late screen %s', async (_what, settle, shown) => {
  jest.useFakeTimers();
  load.mockImplementation(() => new Promise((due) => setTimeout(due, 10_000)).then(settle));
  await open('/admin/recent-order');
  await act(() => jest.advanceTimersByTimeAsync(400));
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  expect(screen.getByRole('status')).toHaveTextContent('This page is taking longer than usual.');
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(shown);
});

test('a screen is reset when another member signs in meanwhile', async () => {
  function Note() {
    return <input aria-label="Note" />;
  }
  load.mockResolvedValue({ ...remote, routes: [{ path: 'recent-order', load: async () => Note }] });
  const user = await open('/admin/recent-order');
  await user.type(await screen.findByRole('textbox'), 'Called twice');
  act(() => signedIn(tokenOf({ id: 3, name: 'Tia Team', type: 'Team' })));
  expect(screen.getByRole('textbox')).toHaveValue('');
});

test('a screen that is ready at once never shows a fallback', async () => {
  load.mockResolvedValue(remote);
  const user = await open('/admin');
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.querySelector('[aria-busy]') ? 'room' : 'screen'));
  watch.observe(document.body, { childList: true, subtree: true });
  await user.click(screen.getByRole('link', { name: 'New Orders' }));
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
  watch.disconnect();
  expect(seen).not.toContain('room');
});

test('a screen’s first call is sent once, while its code loads', async () => {
  const api = fakeApi().on(folderCalls.list, () => ({ data: [], total: 0 }));
  const firstCall = {
    path: folderCalls.list.path,
    input: { orderName: { is: 'newOrder' }, page: { query: 'page', otherwise: 1 } },
  };
  useRemotes.setState({
    remotes: {
      'remote-orders': fakeEntry([
        { path: '/admin/recent-order', title: 'New Order', needs: 'orders.read', firstCall },
      ]),
    },
  });
  load.mockImplementation(() => new Promise(() => {}));
  await open('/admin/recent-order?page=3');
  expect(api.recorded.map(({ path, search }) => `${path}?${search}`)).toEqual([
    '/admin/get-orders-list/newOrder?page=3',
  ]);
  expect(api.recorded[0]!.headers.get('Authorization')).toBe(useSession.getState().accessToken);
  const input = { orderName: 'newOrder', page: 3 } as const;
  await waitFor(() => expect(queryClient.getQueryData(queryOptions(folderCalls.list, input).queryKey)).toBeDefined());
});

test('a first call without a response does not delay its screen', async () => {
  const realFetch = globalThis.fetch;
  globalThis.fetch = () => new Promise(() => {});
  const firstCall = { path: '/admin/get-orders-list/newOrder' as const, input: {} };
  useRemotes.setState({
    remotes: {
      'remote-orders': fakeEntry([
        { path: '/admin/recent-order', title: 'New Order', needs: 'orders.read', firstCall },
      ]),
    },
  });
  load.mockResolvedValue(remote);
  await open('/admin/recent-order');
  expect(await screen.findByRole('heading', { name: 'New Order' })).toBeInTheDocument();
  globalThis.fetch = realFetch;
});

test('screens opened from other screens are prefetched', async () => {
  const chunk = jest.fn(async () => List);
  const ahead = fakeEntry([{ path: '/admin/my-order', title: 'My Order', needs: 'orders.read', readAhead: true }]);
  useRemotes.setState({ remotes: { 'remote-orders': lists, 'remote-ahead': ahead } });
  load.mockImplementation(async (name) =>
    name === 'remote-orders' ? remote : { ...remote, routes: [{ path: 'my-order', load: chunk }] },
  );
  jest.useFakeTimers();
  await open('/admin/recent-order');
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(chunk).toHaveBeenCalled();
});
