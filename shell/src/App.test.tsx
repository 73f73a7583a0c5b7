import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { contractVersion } from 'shared/remote/remoteContract';
import type { Role } from 'shared/rules/permissions';
import { keepDraft, readDraft } from 'shared/desk/session/drafts';
import { queryClient } from 'shared/desk/calls/queryClient';
import { signedIn, signOut } from 'shared/desk/session/session';
import { routes } from './App.tsx';
import { loadRemote } from './loadRemote.ts';
import { logOut } from './login/logOut.ts';

jest.mock('./loadRemote.ts', () => ({ loadRemote: jest.fn() }));

const realFetch = globalThis.fetch;

function asMember(type: Role) {
  const payload = btoa(JSON.stringify({ user: { id: 2, name: 'Max Manager', type } }));
  act(() => signedIn(`e30.${payload}.x`));
}

function open(path: string) {
  const router = createMemoryRouter(routes(), { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  globalThis.fetch = async () => Response.json({ status: 0, message: 'not here', data: null }, { status: 503 });
  jest.mocked(loadRemote).mockImplementation(async (name) => ({
    contract: contractVersion,
    routes: [{ path: '*', load: async () => () => <h1>{`A page of ${name}`}</h1> }],
  }));
});

afterEach(() => {
  globalThis.fetch = realFetch;
  act(signOut);
  queryClient.clear();
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('without a session an admin page shows the login and, after it, the page first asked for', async () => {
  const router = open('/admin/recent-order?page=2');
  expect(await heading('New Zealand')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
  asMember('Manager');
  expect(await heading('A page of remote-orders')).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: '/admin/recent-order', search: '?page=2' });
});

test('after Logout the next sign-in begins at the dashboard', async () => {
  asMember('Manager');
  const router = open('/admin/recent-order');
  await heading('A page of remote-orders');
  act(logOut);
  expect(await heading('New Zealand')).toBeInTheDocument();
  asMember('Admin');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('Logout takes what was typed and not sent along, a session that dies does not', async () => {
  asMember('Manager');
  const router = open('/admin');
  keepDraft({ memberId: 2, orderId: '100471' }, { remark: 'Called, no answer' });
  act(() => signOut());
  asMember('Manager');
  expect(readDraft({ memberId: 2, orderId: '100471' })).not.toBeNull();
  act(logOut);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('remarkDraft'))).toEqual([]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('a session that dies leads back to the page one was on', async () => {
  asMember('Manager');
  const router = open('/admin/manage-team');
  await heading('A page of remote-admin-settings');
  act(signOut);
  expect(await heading('New Zealand')).toBeInTheDocument();
  asMember('Manager');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/manage-team'));
});

test('a signed-in visitor of / goes to the dashboard', async () => {
  asMember('Team');
  const router = open('/');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('a screen that the role may not open says so, inside the menu', async () => {
  asMember('Telecaller');
  open('/admin/order-history');
  expect(await heading('You may not open this page')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeInTheDocument();
  expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
});

test('an admin address that no screen has is not found, inside the menu', async () => {
  asMember('Admin');
  open('/admin/nonsense');
  expect(await heading('Page not found')).toBeInTheDocument();
  expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
});

test('every other address is the customer’s', async () => {
  open('/track-order/100001');
  expect(await heading('A page of remote-customer')).toBeInTheDocument();
});
