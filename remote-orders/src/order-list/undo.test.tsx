import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { undoLatest } from 'shared/desk';
import { fakeNetwork, openList, ordersOf, rowOf, type Request } from './testing.tsx';

const actionId = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';

/** A folder of five orders. Changed orders leave it, and undone ones return. */
function folder(
  done: (ids: string[]) => { message: string; failed?: object[]; done?: string[] },
  status: OrderStatus = 'New',
  mail?: { mailId: number; dueAt: string },
) {
  const all = ordersOf(5, { process_status: status });
  const gone = new Set<string>();
  const act = (request: Request) => {
    const { orderId } = request.body as { orderId: string[] };
    const { message, done: taken = orderId, failed = [] } = done(orderId);
    for (const id of taken) gone.add(id);
    return { body: { status: 1, message, data: { done: taken, failed, actionId } } };
  };
  return fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': () => {
        const rows = all.filter((row) => !gone.has(row.order_id));
        return { body: { status: 1, message: '', data: rows, total: rows.length } };
      },
      'PUT /admin/change-order-status': act,
      'PUT /admin/assign-order-status': act,
      'PUT /admin/move-to-complete-refund': ({ body }) => ({
        body: {
          status: 1,
          message: 'Order 100005 has been refunded successfully',
          data: { done: (body as { orderId: string[] }).orderId, failed: [], actionId: null, ...(mail && { mail }) },
        },
      }),
      'POST /admin/cancel-mail': () => ({
        body: { status: 1, message: 'The email was cancelled.', data: { mailId: 7, orderId: '100005' } },
      }),
      'POST /admin/undo': ({ path }) => {
        const back = [...gone];
        gone.clear();
        return {
          body: {
            status: 1,
            message: 'Undone. They are back.',
            data: {
              ...{ done: back, failed: [], actionId: null },
              ...(path.endsWith('latest') && { undone: { actionId } }),
            },
          },
        };
      },
    },
  });
}

const tick = (id: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));

test('Undo in the toast restores a deleted row and focuses it', async () => {
  const asked = folder(() => ({ message: 'Order has been deleted successfully' }));
  openList('newOrder');
  await rowOf('100003');
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100003' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete order 100003' }));
  await screen.findByText('Order has been deleted successfully');
  await waitFor(() => expect(screen.queryByText('100003')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. They are back.')).toBeVisible();
  const row = await rowOf('100003');
  await waitFor(() => expect(row).toContainElement(document.activeElement as HTMLElement));
  expect(asked.find(({ path }) => path === '/admin/undo')!.body).toEqual({ actionId });
  expect(screen.getByText('1–5 of 5')).toBeVisible();
});

test('after an action done in part, Undo says how many orders it restores; Z does the same', async () => {
  folder(([taken, ...done]) => ({
    message: '2 assigned, 1 already taken by Tia Team',
    done,
    failed: [{ orderId: taken, message: 'Already taken by Tia Team.' }],
  }));
  openList('newOrder');
  await rowOf('100005');
  for (const id of ['100005', '100004', '100003']) await tick(id);
  await userEvent.click(screen.getByRole('button', { name: /^Assign to me/ }));
  expect(await screen.findByRole('button', { name: 'Undo 2' })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('100004')).toBeNull());
  act(undoLatest);
  await rowOf('100004');
  await rowOf('100003');
});

test('"Refunded it" on one order offers Undo while its mail waits, which cancels the mail', async () => {
  const dueAt = new Date(Date.now() + 10_000).toISOString();
  const asked = folder(() => ({ message: '' }), 'Refunds', { mailId: 7, dueAt });
  openList('refundOrder');
  await rowOf('100005');
  await tick('100005');
  await userEvent.click(screen.getByRole('button', { name: 'Refunded it' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The email was cancelled.')).toBeVisible();
  const at = (path: string) => asked.findLastIndex((request) => request.path === path);
  expect(asked[at('/admin/cancel-mail')]!.body).toEqual({ mailId: 7 });
  await waitFor(() => expect(at('/admin/get-orders-list/refundOrder')).toBeGreaterThan(at('/admin/cancel-mail')));
});

test('"Refunded it" whose mail is sent at once has no Undo, and hides that of earlier actions', async () => {
  folder(() => ({ message: 'Order has been deleted successfully' }), 'Refunds');
  openList('refundOrder');
  await rowOf('100005');
  await userEvent.click(screen.getByRole('button', { name: 'Delete order 100003' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete order 100003' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  await tick('100005');
  await userEvent.click(screen.getByRole('button', { name: 'Refunded it' }));
  await screen.findByText('Order 100005 has been refunded successfully');
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});
