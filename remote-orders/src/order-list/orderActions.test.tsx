import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkResult } from 'shared/api/orderCalls';
import type { OrderRow } from 'shared/api/orderRow';
import { bulkActionsFor, folderNames, folders } from 'shared/rules/folders';
import { orderRowOf } from 'shared/testing/orders';
import { bulkActions } from './bulkActions.tsx';
import { address, fakeNetwork, openList, ordersOf, rowOf, type Request } from './testing.tsx';

const listed = folderNames.filter((name) => name !== 'futureOrder');
const tick = async (...ids: string[]) => {
  for (const id of ids) await userEvent.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));
};
const selectedBar = () => screen.getByRole('toolbar', { name: 'Actions for selected orders' });
const said = (message: string, data: Partial<BulkResult>, httpStatus = 200) => ({
  httpStatus,
  body: { status: httpStatus === 200 ? 1 : 0, message, data: { done: [], failed: [], actionId: null, ...data } },
});
const idsOf = (request: Request) => (request.body as { orderId: string[] }).orderId;

/** A fake folder that loses each order once it is changed. */
function folderOf(
  count: number,
  done: Record<string, (request: Request) => object> = {},
  given: Partial<OrderRow> = {},
) {
  const here = new Map(ordersOf(count, given).map((row) => [row.order_id, row]));
  const asked = fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': ({ search }) => {
        const rows = [...here.values()];
        const start = (Number(search.get('page')) - 1) * 10;
        return { body: { status: 1, message: '', data: rows.slice(start, start + 10), total: rows.length } };
      },
      ...Object.fromEntries(
        Object.entries(done).map(([call, answer]) => [
          call,
          (request: Request) => {
            const given = answer(request) as ReturnType<typeof said>;
            for (const id of given.body.data.done) here.delete(id);
            return given;
          },
        ]),
      ),
    },
  });
  return { asked, here };
}

const tried = [
  ...listed.map((name) => [name, 'Admin'] as const),
  ...(['newOrder', 'myOrder', 'deletedOrder', 'refundOrder'] as const).flatMap((name) =>
    (['Manager', 'Telecaller'] as const).map((role) => [name, role] as const),
  ),
];

test.each(tried)('%s shows %s the actions of the rules', async (name, role) => {
  fakeNetwork({ orders: ordersOf(1, { process_status: folders[name].statuses[0]! }) });
  openList(name, { role });
  await rowOf('100001');
  const actions = bulkActionsFor(folders[name], role);
  expect(screen.queryAllByRole('button', { name: /^Delete order/ })).toHaveLength(actions.includes('delete') ? 1 : 0);
  await tick('100001');
  const shown = within(selectedBar())
    .getAllByRole('button')
    .slice(1)
    .map((button) => button.textContent);
  expect(shown).toEqual(actions.map((action) => bulkActions[action].label + (action === 'assign' ? 'A' : '')));
  const none = within(selectedBar()).queryAllByText('Your role can’t change orders from this list.');
  expect(none).toHaveLength(actions.length === 0 ? 1 : 0);
});

test('Night Staff see neither Delete nor Restore, and a Manager cannot delete in My Order', async () => {
  expect(bulkActionsFor(folders.newOrder, 'Night Staff')).toEqual(['assign']);
  expect(bulkActionsFor(folders.deletedOrder, 'Team')).toEqual([]);
  expect(bulkActionsFor(folders.myOrder, 'Manager')).toEqual(['release']);
});

test('in Order History an own order has no Delete for a Manager, but has it for an Admin', async () => {
  const orders = [orderRowOf({ order_id: '100002', assign_to: 'Max Manager' }), orderRowOf({ order_id: '100001' })];
  fakeNetwork({ orders });
  openList('allOrder', { role: 'Manager' }).unmount();
  openList('allOrder', { role: 'Manager' });
  await rowOf('100001');
  expect(
    screen
      .getAllByRole('button', { name: /^Delete order/ })
      .map((bin) => bin.ariaLabel ?? bin.getAttribute('aria-label')),
  ).toEqual(['Delete order 100001']);
});

test('"Assign to me" does not ask, shows the member’s name, and removes the rows at once', async () => {
  const { asked } = folderOf(12, {
    'PUT /admin/assign-order-status': (request) =>
      said(`${idsOf(request).length} assigned`, { done: idsOf(request), actionId: 'a' }),
  });
  openList('newOrder');
  await rowOf('100012');
  await tick('100012', '100010');
  expect(screen.getByText('2 selected')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: /^Assign to me/ }));
  expect(await screen.findByText('2 assigned')).toBeVisible();
  const sent = asked.find(({ method }) => method === 'PUT')!;
  expect(sent.body).toEqual({ orderId: ['100012', '100010'], assignto: 'Max Manager' });
  expect(sent.headers.get('Idempotency-Key')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('100012')).toBeNull());
  await rowOf('100001');
  expect(screen.getByText('1–10 of 10')).toBeVisible();
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(asked.some(({ path }) => path === '/admin/get-folder-count')).toBe(true);
});

test('after assigning by key the row below is focused', async () => {
  folderOf(12, {
    'PUT /admin/assign-order-status': (request) => said('2 assigned', { done: idsOf(request), actionId: 'a1' }),
  });
  openList('newOrder');
  await rowOf('100012');
  await userEvent.keyboard('xjxa');
  await waitFor(() => expect(screen.queryByText('100011')).toBeNull());
  await waitFor(async () => expect(await rowOf('100010')).toContainElement(document.activeElement as HTMLElement));
});

test('orders taken meanwhile stay selected with the reason, even after a refetch', async () => {
  const { here } = folderOf(5, {
    'PUT /admin/assign-order-status': (request) => {
      here.delete('100004');
      const [taken, ...done] = idsOf(request).toReversed();
      return said('2 assigned, 1 already taken by Tia Team', {
        done,
        failed: [{ orderId: taken!, message: 'Already taken by Tia Team.', by: 'Tia Team' }],
        actionId: 'a',
      });
    },
  });
  openList('newOrder');
  await rowOf('100005');
  await tick('100005', '100003', '100004');
  await userEvent.keyboard('a');
  expect(await screen.findByText('2 assigned, 1 already taken by Tia Team')).toBeVisible();
  expect(screen.getByText('100004 stays selected. Its row says why.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('100005')).toBeNull());
  expect(within(await rowOf('100004')).getByText('Already taken by Tia Team.')).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
  // The focus is where it was before the action.
  expect(screen.getByRole('checkbox', { name: 'Select order 100004' })).toHaveFocus();

  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByText('100004')).toBeNull();
});

test('if no order was changed it is an error, and the rows stay with their reasons', async () => {
  folderOf(2, {
    'PUT /admin/assign-order-status': () =>
      said(
        'Already taken by Tia Team.',
        { failed: [{ orderId: '100002', message: 'Already taken by Tia Team.' }] },
        409,
      ),
  });
  openList('newOrder');
  await rowOf('100002');
  await tick('100002');
  await userEvent.click(screen.getByRole('button', { name: /^Assign to me/ }));
  expect(within(await screen.findByRole('alert')).getByText('Already taken by Tia Team.')).toBeVisible();
  const reason = within(await rowOf('100002')).getByText('Already taken by Tia Team.');
  expect(reason).toBeVisible();
  // The reason covers the email and the telephone.
  expect(reason.closest('[role=gridcell]')).toHaveAttribute('aria-colspan', '3');
  expect(screen.getByText('1 selected')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(within(await rowOf('100002')).getAllByRole('gridcell')).toHaveLength(8);
});

test('on a phone a refused row has its order ID and its reason', async () => {
  globalThis.innerWidth = 375;
  folderOf(1, {
    'PUT /admin/assign-order-status': () =>
      said(
        'Already taken by Tia Team.',
        { failed: [{ orderId: '100001', message: 'Already taken by Tia Team.' }] },
        409,
      ),
  });
  openList('newOrder');
  await rowOf('100001');
  await tick('100001');
  await userEvent.click(screen.getByRole('button', { name: /^Assign to me/ }));
  await screen.findByRole('alert');
  expect(await rowOf('100001')).toHaveTextContent(/Already taken by Tia Team\.100001 · /);
  globalThis.innerWidth = 1024;
});

test('an action without a response leaves rows and selection as they are', async () => {
  const { asked } = folderOf(2);
  const answer = globalThis.fetch;
  globalThis.fetch = (resource, init) =>
    new Request(resource, init).method === 'PUT'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : answer(resource, init);
  openList('newOrder');
  await rowOf('100002');
  await tick('100002');
  await userEvent.click(screen.getByRole('button', { name: /^Assign to me/ }));
  expect(
    within(await screen.findByRole('alert')).getByText(/^Order 100002 not assigned\. The server didn’t respond\./),
  ).toBeVisible();
  expect(screen.getByText('100002')).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
  expect(asked.filter(({ path }) => path.startsWith('/admin/get-orders-list'))).toHaveLength(1);
});

test('a row’s Delete asks, deletes softly, and focuses the row that takes its place', async () => {
  const { asked } = folderOf(3, {
    'PUT /admin/change-order-status': (request) =>
      said('Order has been deleted successfully', { done: idsOf(request), actionId: 'a' }),
  });
  openList('pendingOrder');
  await rowOf('100002');
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100002' }));
  expect(screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100002' }));
  expect(await screen.findByText('Order has been deleted successfully')).toBeVisible();
  expect(asked.find(({ method }) => method === 'PUT')!.body).toEqual({
    orderId: ['100002'],
    permanentDeletedFlag: false,
    updatingStatus: 'Deleted',
  });
  await waitFor(() => expect(screen.queryByText('100002')).toBeNull());
  const next = await rowOf('100001');
  await waitFor(() => expect(next).toContainElement(document.activeElement as HTMLElement));
});

test('a question names the first five orders, including other pages’, and counts the rest', async () => {
  const { here } = folderOf(12);
  for (const row of here.values()) row.full_name = `Customer ${row.order_id.slice(-2)}`;
  openList('pendingOrder');
  await rowOf('100012');
  await tick('100012', '100011', '100010', '100009', '100008');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  await rowOf('100002');
  await tick('100002', '100001');
  await userEvent.click(within(selectedBar()).getByRole('button', { name: 'Delete' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    '100012 Customer 12, 100011 Customer 11, 100010 Customer 10, 100009 Customer 09, 100008 Customer 08 and 2 more. An Admin',
  );
});

test('"Move to Original Folder" clears the assignment', async () => {
  const { asked } = folderOf(1, {
    'PUT /admin/assign-order-status': (request) =>
      said('Order 100001 has been moved to its original folder.', { done: idsOf(request) }),
  });
  openList('myOrder');
  await rowOf('100001');
  await tick('100001');
  await userEvent.click(screen.getByRole('button', { name: 'Move to Original Folder' }));
  expect(await screen.findByText('No records found')).toBeVisible();
  expect(asked.find(({ method }) => method === 'PUT')!.body).toEqual({ orderId: ['100001'], assignto: '' });
});

test('"Refunded it" says how many orders it refunds, and is disabled for refunded ones', async () => {
  const [paid, refunded] = ordersOf(2);
  const asked = fakeNetwork({
    orders: [
      { ...paid!, process_status: 'Refunds' },
      { ...refunded!, process_status: 'Completed Refunds' },
    ],
    answers: { 'PUT /admin/move-to-complete-refund': (request) => said('', { done: idsOf(request) }) },
  });
  openList('refundOrder');
  await rowOf('100001');
  await tick('100001');
  expect(screen.getByRole('button', { name: 'Refunded it: 0 of 1' })).toBeDisabled();
  await tick('100002');
  await userEvent.click(screen.getByRole('button', { name: 'Refunded it: 1 of 2' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ orderId: ['100002'] }));
});

test('"Refunded it" and Restore do not ask', async () => {
  const refunds = folderOf(
    1,
    {
      'PUT /admin/move-to-complete-refund': (request) =>
        said('Order 100001 has been refunded successfully', { done: idsOf(request) }),
    },
    { process_status: 'Refunds' },
  );
  const { unmount } = openList('refundOrder');
  await rowOf('100001');
  await tick('100001');
  await userEvent.click(screen.getByRole('button', { name: 'Refunded it' }));
  expect(await screen.findByText('Order 100001 has been refunded successfully')).toBeVisible();
  expect(refunds.asked.filter(({ path }) => path.startsWith('/admin/get-orders-list'))).toHaveLength(2);
  unmount();

  const deleted = folderOf(1, {
    'PUT /admin/restore-order': (request) => said('Order has been restored', { done: idsOf(request) }),
  });
  openList('deletedOrder');
  await rowOf('100001');
  await tick('100001');
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() =>
    expect(deleted.asked.find(({ method }) => method === 'PUT')!.body).toEqual({ orderId: ['100001'] }),
  );
});

test('the selection is kept and counted over pages', async () => {
  const { asked } = folderOf(15, {
    'PUT /admin/assign-order-status': (request) => said('2 assigned', { done: idsOf(request) }),
  });
  openList('newOrder');
  await rowOf('100015');
  await tick('100015');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  await rowOf('100005');
  await tick('100005');
  expect(screen.getByText('2 selected')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 1' }));
  await rowOf('100015');
  expect(screen.getByRole('checkbox', { name: 'Select order 100015' })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: /^Assign to me/ }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')!.body).toMatchObject({ orderId: ['100015', '100005'] }),
  );
});

test('"select all rows on this page" selects the page and keeps other pages’ selection', async () => {
  folderOf(15);
  openList('newOrder', { search: '?page=2' });
  await rowOf('100005');
  await tick('100005');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 1' }));
  await rowOf('100015');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(screen.getByText('11 selected')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Clear the selection of this page' }));
  expect(screen.getByText('1 selected')).toBeVisible();
});

test('when the selected rows leave, the cursor goes to the next row that stays, and on another page to its first', async () => {
  folderOf(15, {
    'PUT /admin/assign-order-status': (request) => said('Assigned', { done: idsOf(request) }),
  });
  openList('newOrder');
  await rowOf('100015');
  await userEvent.keyboard('jjxjxa');
  await waitFor(() => expect(screen.queryByText('100013')).toBeNull());
  expect(await rowOf('100011')).toHaveClass('cursor');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await rowOf('100003')).toHaveClass('cursor');
});

test('the shortcuts move, select, extend, view and clear', async () => {
  folderOf(5);
  openList('newOrder');
  const first = await rowOf('100005');
  expect(first).toHaveClass('cursor');
  await userEvent.keyboard('j');
  expect(await rowOf('100004')).toHaveClass('cursor');
  expect(await rowOf('100004')).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('x{ArrowDown}j{Shift>}X{/Shift}');
  expect(await rowOf('100002')).toHaveClass('cursor');
  expect(screen.getByText('3 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
  await userEvent.keyboard('k{Enter}');
  await waitFor(() => expect(address()).toBe('/admin/view-order/MjAwMDA2'));
});

test('the grid is one tab stop', async () => {
  folderOf(5);
  openList('newOrder');
  await rowOf('100005');
  const grid = screen.getByRole('grid');
  const stops = [...grid.querySelectorAll<HTMLElement>('a, button, input, [tabindex]')].filter(
    (element) => element.tabIndex >= 0,
  );
  expect(stops).toHaveLength(1);
});
