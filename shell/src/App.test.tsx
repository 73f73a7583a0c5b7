import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient, signedIn, signOut } from 'shared/desk';
import { contractVersion } from 'shared/remote/remoteContract';
import type { Role } from 'shared/rules/permissions';
import { routes } from './App.tsx';
import { loadRemote } from './loadRemote.ts';
import { logOut } from './login/SignedInOnly.tsx';
import { loadRegistry, useRemotes } from './registry.ts';
import { addRemoteRoutes } from './remotes/remoteRoutes.tsx';
import { fakeEntry, fakeRemotes } from './testing/fakeRemotes.ts';

jest.mock('./loadRemote.ts', () => ({ loadRemote: jest.fn() }));

const realFetch = globalThis.fetch;

function asMember(type: Role) {
  const payload = btoa(JSON.stringify({ user: { id: 2, name: 'Max Manager', type } }));
  act(() => signedIn(`e30.${payload}.x`));
}

function open(path: string) {
  const router = createMemoryRouter(routes(), { initialEntries: [path], patchRoutesOnNavigation: addRemoteRoutes });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} useTransitions={false} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  useRemotes.setState({ remotes: fakeRemotes, from: 'registry' });
  globalThis.fetch = async () => Response.json({ status: 0, message: 'not here', data: null }, { status: 503 });
  jest
    .mocked(loadRemote)
    .mockClear()
    .mockImplementation(async (name) => ({
      contract: contractVersion,
      routes: useRemotes.getState().remotes[name]!.descriptor.routes.map(({ path }) => ({
        path: path.replace(/^\/(admin\/)?/, ''),
        load: async () => () => <h1>{`A page of ${name}`}</h1>,
      })),
    }));
});

afterEach(() => {
  globalThis.fetch = realFetch;
  act(signOut);
  queryClient.clear();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('without a session a staff page shows the sign-in, and afterwards that page', async () => {
  const router = open('/admin/recent-order?page=2');
  expect(await heading('New Zealand')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
  asMember('Manager');
  expect(await heading('A page of remote-lists')).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: '/admin/recent-order', search: '?page=2' });
});

test('after Logout the next sign-in opens the dashboard', async () => {
  asMember('Manager');
  const router = open('/admin/recent-order');
  await heading('A page of remote-lists');
  act(logOut);
  expect(await heading('New Zealand')).toBeInTheDocument();
  asMember('Admin');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('after a password change the next sign-in opens the dashboard, too', async () => {
  asMember('Manager');
  const router = open('/admin/recent-order');
  await heading('A page of remote-lists');
  act(() => signOut({ shouldReturn: false }));
  expect(await heading('New Zealand')).toBeInTheDocument();
  asMember('Manager');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('after an expired session the next sign-in returns to the last page', async () => {
  asMember('Manager');
  const router = open('/admin/manage-team');
  await heading('A page of remote-team');
  act(signOut);
  expect(await heading('New Zealand')).toBeInTheDocument();
  asMember('Manager');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/manage-team'));
});

test('/ redirects a signed-in member to the dashboard', async () => {
  asMember('Team');
  const router = open('/');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('a screen that the member may not open says so, inside the menu', async () => {
  asMember('Telecaller');
  open('/admin/order-history');
  expect(await heading('You may not open this page')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeInTheDocument();
  expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
});

test('an unknown staff URL shows Not found, inside the menu', async () => {
  asMember('Admin');
  open('/admin/nonsense');
  expect(await heading('Page not found')).toBeInTheDocument();
  expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
});

test('nobody may open a screen whose permission this shell does not know', async () => {
  const claims = fakeEntry([{ path: '/admin/claims', title: 'Claims', needs: 'claims.read' as never }]);
  useRemotes.setState({ remotes: { ...fakeRemotes, 'remote-claims': claims } });
  asMember('Admin');
  open('/admin/claims');
  expect(await heading('You may not open this page')).toBeInTheDocument();
  expect(loadRemote).not.toHaveBeenCalled();
});

test('of two routes that match a URL, the one with its literal path wins', async () => {
  const all = fakeEntry([{ path: '/admin/:anything', title: 'Anything', needs: 'orders.read' }]);
  useRemotes.setState({ remotes: { 'remote-anything': all, ...fakeRemotes } });
  asMember('Admin');
  open('/admin/manage-team');
  expect(await heading('A page of remote-team')).toBeInTheDocument();
});

test('a remote published later appears without a reload', async () => {
  asMember('Admin');
  const router = open('/admin/claims');
  expect(await heading('Page not found')).toBeInTheDocument();
  const claims = fakeEntry([{ path: '/admin/claims', title: 'Claims', needs: 'orders.read' }]);
  act(() => useRemotes.setState({ remotes: { ...fakeRemotes, 'remote-claims': claims } }));
  await act(() => router.navigate('/admin/claims'));
  expect(await heading('A page of remote-claims')).toBeInTheDocument();
});

test('an unknown URL waits until the registry has loaded', async () => {
  useRemotes.setState({ remotes: {}, from: 'asking' });
  const registry = Promise.withResolvers<Response>();
  globalThis.fetch = (address) =>
    address === '/remotes.json' ? registry.promise : Promise.resolve(new Response('', { status: 503 }));
  void loadRegistry({ refresh: true });
  asMember('Admin');
  open('/admin/recent-order');
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  registry.resolve(Response.json({ remotes: fakeRemotes }));
  expect(await heading('A page of remote-lists')).toBeInTheDocument();
});

test('without a registry the menu stays, the screen says so, and Try again fetches it again', async () => {
  localStorage.clear();
  await loadRegistry({ refresh: true });
  asMember('Admin');
  open('/admin/recent-order');
  expect(await heading('This page is unavailable right now')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'Dashboard' }).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Retrying in 15 s.')).toBeInTheDocument();
  globalThis.fetch = async () => Response.json({ remotes: fakeRemotes });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('A page of remote-lists')).toBeInTheDocument();
});

test('every other URL belongs to the public site', async () => {
  open('/track-order/100001');
  expect(await heading('A page of remote-pages')).toBeInTheDocument();
});
