import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryObserver } from '@tanstack/react-query';
import toast from 'react-hot-toast/headless';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { folderNames, folders } from 'shared/rules/folders';
import type { Role } from 'shared/rules/permissions';
import { bulkCalls } from 'shared/api/bulkCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { setPreferences, queryClient, signedIn, signOut, Toaster, useSession } from 'shared/desk';
import { StaffTheme } from 'shared/kit/base';
import { bulkJobOf } from 'shared/testing/bulkJobOf';
import { fakeApi, tokenOf } from 'shared/testing/fakeApi';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { SignedInOnly } from '../login/SignedInOnly.tsx';
import { useRemotes } from '../registry.ts';
import { fakeEntry, fakeRemotes } from '../testing/fakeRemotes.ts';
import { AdminLayout } from './AdminLayout.tsx';

const allCounts = folderCountsOf((name) => 1000 + folderNames.indexOf(name));
const apiWithCounts = () =>
  fakeApi()
    .on(folderCalls.folderCounts, () => ({ data: allCounts }))
    .on(bulkCalls.jobs, () => ({ data: [] }));

async function open({ role = 'Manager', at = '/admin' }: { role?: Role; at?: string } = {}) {
  act(() => signedIn(tokenOf({ id: 2, name: 'Max Manager', type: role })));
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>New Zealand</h1> },
      {
        path: '/admin',
        element: <SignedInOnly />,
        children: [
          {
            element: <AdminLayout />,
            children: [
              { index: true, element: 'a screen' },
              { path: '*', element: 'a screen' },
            ],
          },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <StaffTheme>
      <RouterProvider router={router} useTransitions={false} />
      <Toaster />
    </StaffTheme>,
  );
  // Let the counts of this first route arrive.
  await act(async () => {});
  return router;
}

const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
const link = (name: RegExp | string) => menu().queryByRole('link', { name });

beforeEach(() => {
  act(() => {
    toast.remove();
    signOut();
    setPreferences({ sidebarHidden: false });
    useRemotes.setState({ remotes: fakeRemotes, from: 'registry' });
  });
  queryClient.clear();
  apiWithCounts().on(sessionCalls.logout, () => ({ data: null }));
});

test('the header shows the product and the member', async () => {
  await open();
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: /Arrival Desk/ })).toHaveAttribute('href', '/admin');
  expect(header.getByText('New Zealand Travel Declaration')).toBeInTheDocument();
  expect(header.getByText('Welcome Max Manager')).toBeInTheDocument();
});

test('every folder has a link with its count', async () => {
  await open();
  for (const name of folderNames) {
    const count = (allCounts[folders[name].count] as number).toLocaleString('en-US');
    expect(await menu().findByRole('link', { name: `${folders[name].link} ${count}` })).toHaveAttribute(
      'href',
      folders[name].path,
    );
  }
});

test('a count is empty until it is known, not 0', async () => {
  fakeApi().on(folderCalls.folderCounts, () => 'never');
  await open();
  for (const name of folderNames) expect(link(folders[name].link)).toBeInTheDocument();
});

test.each<[Role, string[], string[]]>([
  ['Admin', ['Dashboard', 'My Orders', 'Order History', 'Manage Team', 'Logout'], []],
  ['Telecaller', ['Dashboard', 'My Orders', 'Manage Team'], ['Order History']],
  ['Night Staff', ['Dashboard', 'Order History', 'Logout'], ['Manage Team']],
])('%s sees the links that the role may open, and no others', async (role, seen, hidden) => {
  await open({ role });
  for (const name of seen) expect(link(new RegExp(`^${name}`))).toBeInTheDocument();
  for (const name of hidden) expect(link(new RegExp(`^${name}`))).not.toBeInTheDocument();
});

test('until the registry has loaded, only the shell’s own links are shown', async () => {
  useRemotes.setState({ remotes: {}, from: 'asking' });
  await open();
  expect(
    menu()
      .getAllByRole('link')
      .map((found) => found.textContent?.trim()),
  ).toEqual(['Dashboard', 'Logout']);
  act(() => useRemotes.setState({ remotes: fakeRemotes, from: 'registry' }));
  expect(link(/^New Orders/)).toBeInTheDocument();
});

test('a newer remote adds its links; unknown icons, counts and groups affect only themselves', async () => {
  const menuEntry = { group: 'Claims', text: 'Open Claims', icon: 'gavel', count: 'claimsCount' };
  const claims = fakeEntry([
    { path: '/admin/claims', title: 'Claims', needs: 'orders.read', menu: menuEntry as never },
    {
      path: '/admin/claim-rules',
      title: 'Rules',
      needs: 'claims.rule' as never,
      menu: { ...menuEntry, text: 'Rules' } as never,
    },
  ]);
  useRemotes.setState({ remotes: { ...fakeRemotes, 'remote-claims': claims } });
  await open({ role: 'Admin' });
  const group = within(menu().getByRole('list', { name: 'Claims' }));
  const shown = group.getByRole('link', { name: 'Open Claims' });
  expect(shown).toHaveAttribute('href', '/admin/claims');
  expect(shown.querySelector('svg')).toBeInTheDocument();
  // An unknown permission hides the entry, even from an Admin.
  expect(link('Rules')).not.toBeInTheDocument();
});

test('the link to the current page is marked', async () => {
  await open({ at: '/admin/manage-team/7' });
  expect(link('Manage Team')).toHaveAttribute('aria-current', 'page');
  expect(link('Dashboard')).not.toHaveAttribute('aria-current');
});

test('on an order’s page, the list that it was opened from is marked', async () => {
  const router = await open();
  await act(() => router.navigate('/admin/view-order/MTAw', { state: { from: '/admin/recent-order?page=2' } }));
  expect(link(/^New Orders/)).toHaveAttribute('aria-current', 'true');
  expect(link('Dashboard')).not.toHaveAttribute('aria-current');
});

test('F focuses the next step of the screen, which an open upload form has', async () => {
  const router = await open();
  const [disabled, next, send] = [0, 1, 2].map(() => document.createElement('button'));
  for (const button of [disabled!, next!]) button.dataset.nextStep = 'upload';
  send!.dataset.nextStep = 'send';
  disabled!.disabled = true;
  document.body.append(disabled!, next!);
  await act(() => router.navigate('/admin/view-order/MTAw'));
  await userEvent.keyboard('f');
  expect(next).toHaveFocus();
  document.body.append(send!);
  await userEvent.keyboard('f');
  expect(send).toHaveFocus();
  for (const button of [disabled!, next!, send!]) button.remove();
});

test('another page begins at its top; after Back, the browser’s position stays', async () => {
  const router = await open({ at: '/admin/recent-order' });
  const page = document.documentElement;
  page.scrollTop = 300;
  await act(() => router.navigate('/admin/recent-order?page=2'));
  expect(page.scrollTop).toBe(300);
  await act(() => router.navigate('/admin/my-order'));
  expect(page.scrollTop).toBe(0);
  // The browser restores it.
  page.scrollTop = 300;
  await act(() => router.navigate(-1));
  expect(page.scrollTop).toBe(300);
});

test('the counts are refetched on every route change, and only then', async () => {
  const api = apiWithCounts();
  const asked = () => api.to(folderCalls.folderCounts);
  const router = await open();
  await waitFor(() => expect(asked()).toHaveLength(1));
  await act(() => router.navigate('/admin/recent-order'));
  expect(asked()).toHaveLength(2);
  await act(() => router.navigate('/admin/recent-order?page=2'));
  expect(asked()).toHaveLength(2);
});

test('a route change removes cached lists that are no longer on screen', async () => {
  const router = await open({ at: '/admin/recent-order' });
  queryClient.setQueryData(['newOrder', 1], 'a page');
  queryClient.setQueryData(['order', '100471'], 'an order');
  await act(() => router.navigate('/admin/my-order'));
  expect(queryClient.getQueryData(['newOrder', 1])).toBeUndefined();
  expect(queryClient.getQueryData(['order', '100471'])).toBe('an order');
});

test('a list on screen stays, whatever its folder', async () => {
  const router = await open({ at: '/admin/recent-order' });
  queryClient.setQueryData(['pendingOrder', 1], 'a page');
  const observer = new QueryObserver(queryClient, { queryKey: ['pendingOrder', 1], staleTime: Infinity });
  const leave = observer.subscribe(() => undefined);
  await act(() => router.navigate('/admin/my-order'));
  expect(queryClient.getQueryData(['pendingOrder', 1])).toBe('a page');
  leave();
});

test.each(['menu', 'sidebar'])(
  'Logout in the %s ends the session here and on the server, and opens /',
  async (where) => {
    const { recorded } = apiWithCounts().on(sessionCalls.logout, () => ({ data: null }));
    const router = await open({ at: '/admin/recent-order' });
    await waitFor(() => expect(link(/^My Orders 1,/)).toBeInTheDocument());
    queryClient.setQueryData(['order', '100471'], 'an order');
    const token = useSession.getState().accessToken;
    if (where === 'menu') {
      await userEvent.click(screen.getByRole('button', { name: /account menu/ }));
      await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    } else {
      await userEvent.click(menu().getByRole('link', { name: 'Logout' }));
    }
    expect(await screen.findByRole('heading', { name: 'New Zealand' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/', state: null });
    expect(recorded.at(-1)!.call).toBe(sessionCalls.logout);
    expect(recorded.at(-1)!.headers.get('Authorization')).toBe(token);
    expect(localStorage.getItem('user')).toBeNull();
    expect(queryClient.getQueryCache().findAll({ queryKey: ['desk'] })).toEqual([]);
    expect(queryClient.getQueryData(['order', '100471'])).toBeUndefined();
  },
);

test('an expired session shows the server’s message once, and the sign-in returns to the page', async () => {
  fakeApi().on(folderCalls.folderCounts, () => ({ httpStatus: 401, message: 'Your session has ended' }));
  const router = await open({ at: '/admin/refund-order' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your session has ended');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/', state: { from: '/admin/refund-order' } }),
  );
  expect(localStorage.getItem('user')).toBeNull();
});

test('[ hides the menu, and a button shows it again', async () => {
  await open();
  await userEvent.keyboard('[[');
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
});

test('Z undoes the last action, or says that there is none', async () => {
  const undone = { actionId: '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11' };
  const answers = [
    { message: 'Undone. 3 orders restored.', data: { done: [], failed: [], actionId: null, undone } },
    { message: 'There is nothing to undo.', data: null },
  ];
  const api = apiWithCounts().on(orderCalls.undoLatest, () => answers.shift()!);
  await open();
  await userEvent.keyboard('z');
  expect(await screen.findByText('Undone. 3 orders restored.')).toBeInTheDocument();
  await userEvent.keyboard('z');
  expect(await screen.findByText('There is nothing to undo.')).toBeInTheDocument();
  expect(api.to(orderCalls.undoLatest)).toHaveLength(2);
});

test('the end of a whole-folder job is toasted on any screen, even after a reload', async () => {
  const ended = bulkJobOf({ state: 'done', message: '30 assigned' });
  apiWithCounts().on(bulkCalls.jobs, () => ({ data: [ended] }));
  await open();
  expect(await screen.findByText('30 assigned')).toBeInTheDocument();
});

test('G and a letter open a folder', async () => {
  const router = await open();
  await userEvent.keyboard('gp');
  expect(router.state.location.pathname).toBe('/admin/priority-order');
  await userEvent.keyboard('gr');
  expect(router.state.location.pathname).toBe('/admin/refund-order');
  await userEvent.keyboard('gd');
  expect(router.state.location.pathname).toBe('/admin');
});

test('G does not open a folder that the member may not read, and its key is not listed', async () => {
  const router = await open({ role: 'Telecaller' });
  await userEvent.keyboard('gh');
  expect(router.state.location.pathname).toBe('/admin');
  await userEvent.keyboard('?');
  const dialog = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('Messages')).toBeVisible();
  expect(dialog.queryByText('Order History')).toBeNull();
});

test('/ searches all orders from a screen that has no search', async () => {
  const router = await open();
  await userEvent.keyboard('/');
  expect(router.state.location).toMatchObject({ pathname: '/admin/order-history', state: { search: true } });
  act(() => screen.getByRole('textbox', { name: 'Search' }).blur());
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull());
  await userEvent.keyboard('gm/');
  expect(router.state.location).toMatchObject({ pathname: '/admin/my-order', state: null });
});

test('? lists the shortcuts, and single keys can be switched off there', async () => {
  await open();
  await userEvent.keyboard('?');
  const dialog = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  act(() => setPreferences({ singleKeyShortcuts: true }));
});
