import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import toast from 'react-hot-toast/headless';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { queryClient, refreshFolderCounts, signedIn, Toaster } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { StaffTheme } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import { fakeApi, tokenOf } from 'shared/testing/fakeApi';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { orderRowOf } from 'shared/testing/orders';
import { DashboardScreen } from './DashboardScreen.tsx';

const apiWith = (...rows: OrderRow[]) =>
  fakeApi()
    .on(folderCalls.list, () => ({ data: rows, total: rows.length }))
    .on(folderCalls.folderCounts, () => 'never');
const order = orderRowOf({ order_id: '100452', full_name: '山田 花子', process_status: 'Contact Customer' });

function open() {
  const router = createMemoryRouter(
    [
      { path: '/admin', element: <DashboardScreen /> },
      { path: '*', element: <p>another screen</p> },
    ],
    { initialEntries: ['/admin'] },
  );
  render(
    <StaffTheme>
      <RouterProvider router={router} useTransitions={false} />
      <Toaster />
    </StaffTheme>,
  );
  return router;
}

beforeEach(() => {
  act(() => toast.remove());
  queryClient.clear();
  act(() => void signedIn(tokenOf({ id: 2, name: 'Max Manager', type: 'Manager' })));
  apiWith();
});

test('five tiles link to their folders, and an unknown count is empty', async () => {
  const api = apiWith();
  open();
  const tiles = [
    ['My Orders', '/admin/my-order'],
    ['New Orders', '/admin/recent-order'],
    ['Priority Order', '/admin/priority-order'],
    ['Pending Orders', '/admin/pending-order'],
    ['Completed Orders', '/admin/completed-order'],
  ] as const;
  for (const [name, path] of tiles) {
    const tile = screen.getByRole('link', { name: new RegExp(`^${name}`) });
    expect(tile).toHaveAttribute('href', path);
    expect(tile).not.toHaveTextContent(/\d/);
  }
  api.on(folderCalls.folderCounts, () => ({ data: folderCountsOf(() => 4812) }));
  await act(() => refreshFolderCounts());
  expect(await screen.findByRole('link', { name: /^My Orders 4,812/ })).toBeVisible();
  for (const [name] of tiles)
    expect(screen.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveTextContent('4,812');
  expect(within(screen.getByRole('region', { name: 'Waiting and calls' })).getAllByRole('link')).toHaveLength(7);
});

test.each([200, 500])(
  'an error while loading the counts (status 0, %i) is shown, and Retry loads them',
  async (status) => {
    const body = { status: 0, message: 'Something went wrong', data: null };
    const api = apiWith().on(folderCalls.folderCounts, () => Response.json(body, { status }));
    open();
    await act(() => refreshFolderCounts());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    expect(await screen.findByText('The counts could not be loaded.')).toBeVisible();
    expect(screen.getByRole('link', { name: /^My Orders Yours/ })).toBeVisible();
    api.on(folderCalls.folderCounts, () => ({ data: folderCountsOf(() => 12) }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: /^My Orders 12/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toHaveFocus();
    const { search } = api.to(folderCalls.folderCounts).at(-1)!;
    expect(search.get('userName')).toBe('Max Manager');
  },
);

test('the member’s newest orders are listed', async () => {
  const { recorded } = apiWith(order);
  open();
  expect(await screen.findByRole('link', { name: '100452 山田 花子 Contact Customer' })).toHaveAttribute(
    'href',
    orderPath('100452'),
  );
  expect(recorded.find(({ call }) => call === folderCalls.list)?.search.get('limit')).toBe('5');
});

test('without orders of their own, members see how to get one', async () => {
  open();
  expect(await screen.findByText(folders.myOrder.emptyBecause)).toBeInTheDocument();
});

test('if the member’s orders fail to load, the error is shown, and Retry loads them', async () => {
  let broken = true;
  apiWith().on(folderCalls.list, () =>
    broken ? { httpStatus: 500, message: 'No luck.' } : { data: [order], total: 1 },
  );
  open();
  expect(await screen.findByText('Your orders could not be loaded.')).toBeInTheDocument();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('山田 花子')).toBeInTheDocument();
});

test.each([
  ['n', {}],
  ['{Shift>}N{/Shift}', { folderName: 'newOrder' }],
])('the key %s claims the next order of %j and opens it', async (key, from) => {
  const api = apiWith().on(orderCalls.nextOrder, () => ({
    message: 'Order has been assigned successfully',
    data: { order_id: '100466', actionId: '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11' },
  }));
  const router = open();
  await userEvent.keyboard(key);
  expect(await screen.findByText('another screen')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(orderPath('100466'));
  expect(api.to(orderCalls.nextOrder)[0]?.body).toEqual(from);
  const told = screen.getByRole('status');
  expect(told).toHaveTextContent('Order has been assigned successfully');
  expect(within(told).getByRole('button', { name: 'Undo' })).toBeInTheDocument();
});

test('without Priority orders, Next new order is the filled button and has the key N', async () => {
  apiWith().on(folderCalls.folderCounts, () => ({
    data: folderCountsOf((folder) => (folder === 'priorityOrder' ? 0 : 23)),
  }));
  open();
  await act(() => refreshFolderCounts());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next priority order' })).toBeDisabled());
  expect(screen.getByRole('button', { name: /^Next new order/ })).toHaveAttribute('aria-keyshortcuts', 'N Shift+N');
});

test('a member with more orders than shown gets a link to all of them', async () => {
  apiWith().on(folderCalls.list, () => ({ data: [order], total: 12 }));
  open();
  expect(await screen.findByRole('link', { name: 'All 12' })).toHaveAttribute('href', '/admin/my-order');
});

test('the key M opens the order whose customer has waited longest, with the list behind it', async () => {
  const api = apiWith(order);
  const router = open();
  await userEvent.keyboard('m');
  expect(await screen.findByText('another screen')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(orderPath('100452'));
  expect(router.state.location.state).toMatchObject({ from: '/admin/messages', trail: { orderIds: ['100452'] } });
  const asked = api.to(folderCalls.list).at(-1)!;
  expect(asked.path).toBe('/admin/get-orders-list/customerMessages');
  expect(Object.fromEntries(asked.search)).toMatchObject({ delay: '1', userName: expect.any(String) });
});

test('if no messages are waiting, M says so', async () => {
  open();
  await userEvent.keyboard('m');
  expect(await screen.findByText('No messages are waiting.')).toBeInTheDocument();
});

test('with no order left, the server’s message is shown, the screen stays, and the counts are refetched', async () => {
  const text = 'There are no orders to take. You have 12 orders of your own.';
  const api = apiWith().on(orderCalls.nextOrder, () => ({ httpStatus: 404, message: text }));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Next priority order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
  const called = () => api.recorded.map(({ call }) => call);
  await waitFor(() =>
    expect(called().lastIndexOf(folderCalls.folderCounts)).toBeGreaterThan(called().indexOf(orderCalls.nextOrder)),
  );
});
