/** Tests that typing, scrolling and focus survive a response that arrives in between. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkJob } from 'shared/api/bulkCalls';
import type { BulkResult } from 'shared/api/orderCalls';
import { queryClient } from 'shared/desk';
import type { FolderName } from 'shared/rules/folders';
import { bulkJobOf } from 'shared/testing/bulkJobOf';
import { address, fakeNetwork, holdAnswers, openList, ordersOf, rowOf } from './testing.tsx';

const said = (message: string, data: Partial<BulkResult>, httpStatus = 200) => ({
  httpStatus,
  body: { status: httpStatus === 200 ? 1 : 0, message, data: { done: [], failed: [], actionId: null, ...data } },
});
const next = { body: { status: 1, message: '100001 is yours', data: { order_id: '100001', actionId: 'b' } } };

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const answerYes = async (name: RegExp) => {
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};
const tick = (id: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));

test('text typed into the search stays when a deleted row leaves', async () => {
  let orders = ordersOf(30);
  const asked = fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': () => ({
        body: { status: 1, message: '', data: orders.slice(0, 10), total: orders.length },
      }),
      'PUT /admin/change-order-status': () => {
        orders = orders.filter((order) => order.order_id !== '100028');
        return said('Order has been deleted successfully', { done: ['100028'], actionId: 'a' });
      },
      'POST /admin/next-order': () => next,
    },
  });
  const open = holdAnswers('change-order-status');
  openList('newOrder');
  await rowOf('100028');
  await press('Delete order 100028');
  await answerYes(/^Delete order/);
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.keyboard('Man');
  await open();
  await waitFor(() => expect(screen.queryByText('100028')).toBeNull());
  await userEvent.keyboard('ning');
  expect(screen.getByRole('searchbox')).toHaveValue('Manning');
  expect(asked.some(({ path }) => path.includes('next-order'))).toBe(false);
});

test('text typed into the search stays when the rows arrive after Back', async () => {
  // On a slow machine, the search begins before the last letter, so it must find these names by the first letters.
  const orders = ordersOf(30, { full_name: 'Grace Manning' });
  const asked = fakeNetwork({ orders, answers: { 'POST /admin/next-order': () => next } });
  openList('newOrder');
  await rowOf('100028');
  await userEvent.click(screen.getByRole('link', { name: 'View order 100028' }));
  await screen.findByText('Another page');
  queryClient.clear();
  const open = holdAnswers('get-orders-list');
  await press('Browser back');
  await userEvent.click(await screen.findByRole('searchbox'));
  await userEvent.keyboard('Man');
  await open();
  await rowOf('100028');
  await userEvent.keyboard('ning');
  expect(screen.getByRole('searchbox')).toHaveValue('Manning');
  expect(asked.some(({ path }) => path.includes('next-order'))).toBe(false);
});

test('the focus stays in the footer when selected orders are assigned', async () => {
  fakeNetwork({
    orders: ordersOf(30),
    answers: { 'PUT /admin/assign': () => said('1 assigned', { done: ['100028'] }) },
  });
  const open = holdAnswers('assign-order');
  openList('newOrder');
  await rowOf('100028');
  await tick('100028');
  await press(/^Assign to me/);
  act(() => screen.getByRole('button', { name: 'Go to page 2' }).focus());
  await open();
  await screen.findByText('1 assigned');
  expect(screen.getByRole('button', { name: 'Go to page 2' })).toHaveFocus();
});

test('a refused order keeps its row and reason when another is deleted', async () => {
  let orders = ordersOf(5);
  const without = (id: string) => orders.filter((order) => order.order_id !== id);
  fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': () => ({ body: { status: 1, message: '', data: orders, total: orders.length } }),
      'PUT /admin/assign': () => {
        orders = without('100004');
        const message = 'Already taken by Tia Team.';
        return said(message, { failed: [{ orderId: '100004', message }] }, 409);
      },
      'PUT /admin/change': () => {
        orders = without('100002');
        return said('Order has been deleted successfully', { done: ['100002'] });
      },
    },
  });
  openList('newOrder');
  await rowOf('100004');
  await tick('100004');
  await press(/^Assign to me/);
  await within(await rowOf('100004')).findByText('Already taken by Tia Team.');
  await press('Delete order 100002');
  await answerYes(/^Delete order/);
  await waitFor(() => expect(screen.queryByText('100002')).toBeNull());
  expect(within(await rowOf('100004')).getByText('Already taken by Tia Team.')).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
});

test('J focuses a refused row even if the row’s reason covers the cell in the same column', async () => {
  fakeNetwork({
    orders: ordersOf(3),
    answers: {
      'PUT /admin/assign': () => {
        const message = 'Already taken by Tia Team.';
        return said(message, { failed: [{ orderId: '100002', message }] }, 409);
      },
    },
  });
  openList('newOrder');
  await rowOf('100002');
  await tick('100002');
  await press(/^Assign to me/);
  await within(await rowOf('100002')).findByText('Already taken by Tia Team.');
  const emails = within(await rowOf('100003')).getAllByRole('gridcell');
  await userEvent.click(emails.find((cell) => cell.dataset.field === 'email')!);
  await userEvent.keyboard('j');
  expect((await rowOf('100002')).contains(document.activeElement)).toBe(true);
});

test('a refused order of another page appears with its reason', async () => {
  const orders = ordersOf(20);
  fakeNetwork({
    orders,
    answers: {
      'PUT /admin/assign': () =>
        said('1 assigned, 1 already taken by Tia Team', {
          done: ['100005'],
          failed: [{ orderId: '100018', message: 'Already taken by Tia Team.' }],
        }),
    },
  });
  openList('newOrder');
  await rowOf('100018');
  await tick('100018');
  await press('Go to page 2');
  await rowOf('100005');
  await tick('100005');
  await press(/^Assign to me/);
  expect(within(await rowOf('100018')).getByText('Already taken by Tia Team.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select order 100018' })).toBeChecked();
});

/** A job on a whole folder, which runs until the test ends it. */
function wholeRun(folderName: FolderName, total: number) {
  const jobId = crypto.randomUUID();
  const job = {
    jobId,
    action: 'delete',
    folderName,
    total,
    finished: total,
    done: total,
    message: '30 deleted',
  } as const;
  let jobs: BulkJob[] = [];
  fakeNetwork({
    orders: ordersOf(total),
    answers: {
      'PUT /admin/': ({ body }) => {
        const { orderId } = body as { orderId?: string[] };
        if (orderId) return said('Order has been deleted successfully', { done: orderId });
        jobs = [bulkJobOf(job)];
        return said('Working', { jobId });
      },
      'GET /admin/bulk': () => ({ body: { status: 1, message: '', data: jobs } }),
    },
  });
  return () => {
    jobs = [bulkJobOf({ ...job, state: 'done' })];
  };
}

async function deleteAll(total: number) {
  await rowOf(String(100_000 + total));
  await tick(String(100_000 + total));
  await press(`Select all ${total} in this folder`);
  await press('Delete');
  await answerYes(new RegExp(`^Delete ${total}`));
  await screen.findByRole('progressbar');
}

test('orders selected during a job on the folder stay selected, and the focus stays', async () => {
  const end = wholeRun('pendingOrder', 30);
  openList('pendingOrder');
  await deleteAll(30);
  await userEvent.keyboard('{Escape}');
  await tick('100029');
  const cell = within(screen.getByRole('grid')).getAllByRole('gridcell')[3]!;
  act(() => cell.focus());
  end();
  expect(await screen.findByText('30 deleted')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select order 100029' })).toBeChecked();
  expect(cell).toHaveFocus();
});

test('a row’s Delete works during a job on the folder', async () => {
  wholeRun('priorityOrder', 30);
  openList('priorityOrder');
  await deleteAll(30);
  await press('Delete order 100029');
  await answerYes(/^Delete order/);
  expect(await screen.findByText('Order has been deleted successfully')).toBeVisible();
});

test('a member who leaves before "Next order" responds stays there, and a toast offers to open the order', async () => {
  fakeNetwork({ orders: ordersOf(3), answers: { 'POST /admin/next-order': () => next } });
  const open = holdAnswers('next-order');
  openList('newOrder');
  await rowOf('100003');
  await press(/^Next order/);
  await userEvent.click(screen.getByRole('link', { name: 'View order 100003' }));
  const there = address();
  await open();
  await press('Open 100001');
  expect(address()).not.toBe(there);
});

test('when there is no order to claim, the list and the counts are refetched', async () => {
  const asked = fakeNetwork({
    orders: ordersOf(3),
    answers: {
      'POST /admin/next-order': () => ({
        httpStatus: 404,
        body: { status: 0, message: 'There are no orders to take.', data: null },
      }),
    },
  });
  openList('newOrder');
  await rowOf('100003');
  const before = asked.length;
  await press(/^Next order/);
  expect(await screen.findByText('There are no orders to take.')).toBeVisible();
  const after = asked.slice(before).map(({ path }) => path);
  expect(after).toEqual(expect.arrayContaining(['/admin/get-orders-list/newOrder', '/admin/get-folder-count']));
});

test('an expired session has one toast', async () => {
  const message = 'Your session has ended. Please sign in again.';
  fakeNetwork({
    orders: ordersOf(3),
    answers: { 'PUT /admin/assign': () => ({ httpStatus: 401, body: { status: 0, message, data: null } }) },
  });
  openList('newOrder');
  await rowOf('100003');
  await tick('100003');
  await press(/^Assign to me/);
  expect(await screen.findAllByText(message)).toHaveLength(1);
});

test('a list that was left sends no more requests', async () => {
  const asked = fakeNetwork({
    orders: ordersOf(3),
    answers: { 'PUT /admin/assign': () => said('1 assigned', { done: ['100003'] }) },
  });
  const open = holdAnswers('assign-order');
  openList('newOrder');
  await rowOf('100003');
  await tick('100003');
  await press(/^Assign to me/);
  await userEvent.click(screen.getByRole('link', { name: 'View order 100002' }));
  const lists = () => asked.filter(({ path }) => path.includes('get-orders-list')).length;
  const before = lists();
  await open();
  await screen.findByText('1 assigned');
  expect(lists()).toBe(before);
});

test('offline nothing is sent: the buttons are disabled, and a row’s Delete says why', async () => {
  const asked = fakeNetwork({ orders: ordersOf(3) });
  openList('newOrder');
  await rowOf('100003');
  await tick('100003');
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('button', { name: /^Assign to me/ })).toBeDisabled();
  expect(screen.getByRole('button', { name: /^Next order/ })).toBeDisabled();
  // Disabled, because a reload would show the browser's error page.
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeDisabled();
  await press('Delete order 100002');
  expect(await screen.findByText('You are offline. Try again when you’re back online.')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('button', { name: /^Assign to me/ })).toBeEnabled();
});

/** A list. The returned function makes its next pages fail or load. */
function failingPages() {
  let fails = false;
  fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': ({ search }) =>
        fails
          ? { httpStatus: 500, body: { status: 0, message: 'Something went wrong', data: null } }
          : { body: { status: 1, message: '', data: ordersOf(30).slice(0, Number(search.get('limit'))), total: 30 } },
    },
  });
  return (now: boolean) => {
    fails = now;
  };
}

test('the footer describes the rows above it, even when other rows failed to load', async () => {
  const fail = failingPages();
  openList('newOrder');
  await rowOf('100030');
  fail(true);
  await press('Go to page 2');
  expect(await screen.findByText(/Page 2 could not be loaded\. Still showing page 1/)).toBeVisible();
  expect(screen.getByText('1–10 of 30')).toBeVisible();
});

test('another page size that failed to load is reported as such', async () => {
  const fail = failingPages();
  openList('newOrder');
  await rowOf('100030');
  fail(true);
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.click(await screen.findByRole('option', { name: '25' }));
  expect(await screen.findByText(/Could not show 25 rows per page\. Still showing 10/)).toBeVisible();
  expect(screen.getByText('1–10 of 30')).toBeVisible();
});

test('after Retry the focus is not lost with its button', async () => {
  const fail = failingPages();
  openList('newOrder');
  await rowOf('100030');
  fail(true);
  await userEvent.keyboard('r');
  await screen.findByText(/Refreshing failed/);
  fail(false);
  await press('Retry');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(document.body).not.toHaveFocus();
});
