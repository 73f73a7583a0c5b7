import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkJob } from 'shared/api/bulkCalls';
import { bulkJobOf } from 'shared/testing/bulkJobOf';
import { address, fakeNetwork, openList, ordersOf, rowOf, type Request } from './testing.tsx';

/** A job that has processed all 30 orders. */
const ended = (changes: Partial<BulkJob> = {}) =>
  bulkJobOf({ state: 'done', finished: 30, done: 30, message: '30 assigned', ...changes });

/** A folder of 30 orders. Its bulk actions run as a job; `api.jobs` holds the job's progress. */
function folderWithRunningJob() {
  const jobId = crypto.randomUUID();
  const api = {
    jobs: [] as BulkJob[],
    begins: bulkJobOf({ jobId }),
    end: (changes: Partial<BulkJob> = {}) => {
      const { action, folderName } = api.begins;
      api.jobs = [ended({ jobId, actionId: jobId, action, folderName, ...changes })];
    },
    orders: ordersOf(30),
    dead: false,
  };
  const begins = ({ path }: Request) => {
    api.jobs = [{ ...api.begins, action: path.includes('change') ? 'delete' : 'assign' }];
    return { body: { status: 1, message: '', data: { done: [], failed: [], actionId: null, jobId } } };
  };
  const asked = fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': ({ search }) => {
        const { orders } = api;
        const start = (Number(search.get('page')) - 1) * 10;
        return { body: { status: 1, message: '', data: orders.slice(start, start + 10), total: orders.length } };
      },
      'POST /admin/search-order': () => ({
        body: { status: 1, message: '', data: ordersOf(10), total: 1_000, more: true },
      }),
      'PUT /admin/': begins,
      'GET /admin/bulk': () => ({ body: { status: 1, message: '', data: api.jobs } }),
      [`DELETE /admin/bulk/${jobId}`]: () => {
        if (api.dead) {
          return { httpStatus: 401, body: { status: 0, message: 'Your session has ended', data: null } };
        }
        api.end({ state: 'cancelled', finished: 12, done: 12, message: '12 assigned' });
        return { body: { status: 1, message: '', data: api.jobs[0] } };
      },
    },
  });
  return { api, asked };
}

const isChange = ({ method }: Request) => method === 'PUT';
const tick = (id: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
async function assignAll() {
  await tick('100030');
  await press('Select all 30 in this folder');
  await press(/^Assign to me/);
  await userEvent.click(await screen.findByRole('button', { name: 'Assign 30 orders' }));
  await screen.findByText('Assigning 12 of 30');
}

test('"Select all" selects every page; deselecting one row leaves only the page selected, with a note', async () => {
  folderWithRunningJob();
  openList('newOrder');
  await rowOf('100030');
  await tick('100030');
  expect(screen.getByText('1 selected')).toBeVisible();
  await press('Select all 30 in this folder');
  expect(screen.getByText('30 selected')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  await waitFor(() => expect(screen.getByRole('toolbar', { name: 'Actions for selected orders' })).toHaveFocus());
  await press('Go to page 2');
  await rowOf('100020');
  expect(screen.getByRole('checkbox', { name: 'Select order 100020' })).toBeChecked();
  expect(screen.getByText('30 selected')).toBeVisible();
  await tick('100020');
  expect(screen.getByText('9 selected, on this page only')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Select all 30 in this folder' })).toBeVisible();
  await tick('100020');
  expect(screen.getByText('10 selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('it is offered until everything is selected', async () => {
  fakeNetwork({ orders: ordersOf(2) });
  openList('newOrder');
  await rowOf('100002');
  await tick('100002');
  expect(screen.getByRole('button', { name: 'Select all 2 in this folder' })).toBeVisible();
  await tick('100001');
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

test('the API gets the folder, the bar shows the progress, and the final toast has Undo', async () => {
  const { api, asked } = folderWithRunningJob();
  openList('newOrder');
  await rowOf('100030');
  await tick('100030');
  await press('Select all 30 in this folder');
  await press(/^Assign to me/);
  const dialog = screen.getByRole('alertdialog', { name: 'Are you sure want to assigned orders.' });
  expect(dialog).toHaveTextContent('All 30 in New Orders, on every page. Undo unassigns them.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Assign 30 orders' }));
  expect(await screen.findByText('Assigning 12 of 30')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '12');
  const sent = asked.filter(isChange);
  expect(sent.map(({ body }) => body)).toEqual([{ folderName: 'newOrder', searchVal: '', assignto: 'Max Manager' }]);
  expect(sent[0]!.headers.get('Idempotency-Key')).toBeTruthy();
  expect(screen.getByText('100030')).toBeVisible();

  api.end();
  api.orders = [];
  expect(await screen.findByText('30 assigned')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await screen.findByText('No records found')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(asked.some(({ path }) => path === '/admin/get-folder-count')).toBe(true);
});

test('orders that failed stay selected with their reason, on other pages too', async () => {
  const { api } = folderWithRunningJob();
  openList('newOrder');
  await rowOf('100030');
  await assignAll();
  const failed = ['100029', '100011'].map((orderId) => ({ orderId, message: 'Already taken by Tia Team.' }));
  api.end({ done: 28, refused: 2, failed, message: '28 assigned, 2 already taken by Tia Team' });
  api.orders = ordersOf(30).filter(({ order_id }) => order_id === '100011');
  expect(await screen.findByText('28 assigned, 2 already taken by Tia Team')).toBeVisible();
  expect(screen.getByText('2 stay selected in New Orders. Their rows say why.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo 28' })).toBeVisible();
  expect(screen.getByText('2 selected')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('100030')).toBeNull());
  for (const id of ['100029', '100011']) {
    expect(within(await rowOf(id)).getByText('Already taken by Tia Team.')).toBeVisible();
  }
});

test('"Cancel the rest" keeps what is done', async () => {
  const { asked } = folderWithRunningJob();
  openList('newOrder');
  await rowOf('100030');
  await assignAll();
  await press('Cancel the rest');
  expect(await screen.findByText('The remaining orders were not processed.')).toBeVisible();
  expect(screen.getByText('12 assigned')).toBeVisible();
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
});

/** Selects the ten orders of a page and assigns them. The fake API runs that as a job, as with over 500 orders. */
async function assignTicked() {
  const { api, asked } = folderWithRunningJob();
  api.begins = { ...api.begins, folderName: null, total: 10, finished: 0, done: 0, message: '0 assigned' };
  openList('newOrder');
  await rowOf('100030');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await press(/^Assign to me/);
  await screen.findByText('Assigning 0 of 10');
  return { api, asked };
}

test('selected orders that become a job are one call, shown like a folder’s job', async () => {
  const { api, asked } = await assignTicked();
  const orderId = ordersOf(30).map((order) => order.order_id);
  const sent = asked.filter(isChange).map(({ body }) => body);
  expect(sent).toEqual([{ orderId: orderId.slice(0, 10), assignto: 'Max Manager' }]);
  const failed = [{ orderId: '100023', message: 'Already taken by Tia Team.' }];
  const message = '9 assigned, 1 already taken by Tia Team';
  api.end({ total: 10, finished: 10, done: 9, refused: 1, failed, message });
  api.orders = ordersOf(20);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
  // Search for the row each time: the list is being refetched, which may replace it.
  await waitFor(async () =>
    expect(within(await rowOf('100023')).getByText('Already taken by Tia Team.')).toBeVisible(),
  );
});

test('after a cancelled job, selected orders that it did not process stay selected', async () => {
  const { api } = await assignTicked();
  api.end({ state: 'cancelled', total: 10, finished: 6, done: 6, message: '6 assigned' });
  api.orders = ordersOf(24);
  expect(await screen.findByText('The remaining orders were not processed.')).toBeVisible();
  expect(screen.getByText('4 selected')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select order 100024' })).toBeChecked();
});

test('after more failures than the API names, selected orders that may have failed stay selected', async () => {
  const { api } = await assignTicked();
  const failed = [{ orderId: '100028', message: 'Already taken by Tia Team.' }];
  api.end({ total: 10, finished: 10, done: 6, refused: 4, failed, message: '6 assigned, 4 already taken by Tia Team' });
  expect(await screen.findByText(/reasons are shown for the first 1 only/)).toBeVisible();
  expect(screen.getByText('8 selected')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select order 100027' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select order 100029' })).not.toBeChecked();
});

test('a session that expired during the job has one toast when the rest is cancelled', async () => {
  const { api } = folderWithRunningJob();
  openList('newOrder');
  await rowOf('100030');
  await assignAll();
  api.dead = true;
  await press('Cancel the rest');
  await screen.findAllByText('Your session has ended');
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getAllByText('Your session has ended')).toHaveLength(1);
});

test('the job continues after leaving the screen, and its end is toasted anywhere', async () => {
  const { api } = folderWithRunningJob();
  const { unmount } = openList('newOrder');
  await rowOf('100030');
  await assignAll();
  unmount();
  openList('priorityOrder');
  await rowOf('100030');
  expect(screen.queryByText(/^Assigning/)).toBeNull();
  api.end();
  expect(await screen.findByText('30 assigned')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('a reload or a new tab shows the running job', async () => {
  const { api } = folderWithRunningJob();
  api.jobs = [api.begins];
  openList('newOrder');
  expect(await screen.findByText('Assigning 12 of 30')).toBeVisible();
  api.end();
  expect(await screen.findByText('30 assigned')).toBeVisible();
});

test('a job that ended unseen is toasted on load, but not if it ended long ago', async () => {
  const { api } = folderWithRunningJob();
  const old = new Date(Date.now() - 3_600_000).toISOString();
  api.jobs = [ended({ message: '29 deleted' }), ended({ jobId: crypto.randomUUID(), finishedAt: old })];
  openList('newOrder');
  expect(await screen.findByText('29 deleted')).toBeVisible();
  expect(screen.queryByText('30 assigned')).toBeNull();
});

test('in a search, all its hits are selected, and another search has its own selection', async () => {
  const { asked } = folderWithRunningJob();
  openList('newOrder', { search: '?q=tupou' });
  await rowOf('100010');
  await tick('100010');
  await press('Select all 1,000+ results');
  expect(screen.getByText('1,000+ selected')).toBeVisible();
  await press('Delete');
  const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
  expect(dialog).toHaveTextContent('All 1,000+ matching “tupou” in New Orders, on every page.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 1,000+ orders' }));
  await screen.findByText('Deleting 12 of 30');
  expect(asked.find(isChange)!.body).toEqual({
    folderName: 'newOrder',
    searchVal: 'tupou',
    permanentDeletedFlag: false,
    updatingStatus: 'Deleted',
  });
});

test('a selection of all ends with its search', async () => {
  folderWithRunningJob();
  openList('newOrder');
  await rowOf('100030');
  await userEvent.type(screen.getByRole('searchbox'), 'tupou{Enter}');
  await rowOf('100010');
  await tick('100010');
  await press('Select all 1,000+ results');
  await press('Browser back');
  await rowOf('100030');
  expect(address()).toBe('/admin/recent-order');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('"Refunded it" on a whole folder asks first, because it emails every customer', async () => {
  const { asked } = folderWithRunningJob();
  openList('refundOrder');
  await rowOf('100030');
  await tick('100030');
  await press('Select all 30 in this folder');
  await press('Refunded it');
  const dialog = screen.getByRole('alertdialog', { name: 'Refund 30 orders?' });
  expect(within(dialog).getByText(/Each newly refunded customer will be emailed immediately\./)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(asked.some(isChange)).toBe(false);
});

test('a job that the API refuses to start shows why, and everything stays selected', async () => {
  fakeNetwork({
    orders: ordersOf(30),
    answers: {
      'PUT /admin/': () => ({ httpStatus: 409, body: { status: 0, message: 'Another one runs', data: null } }),
    },
  });
  openList('deletedOrder');
  await rowOf('100030');
  await tick('100030');
  await press('Select all 30 in this folder');
  await press('Restore');
  expect(await screen.findByText('Another one runs')).toBeVisible();
  expect(screen.getByText('30 selected')).toBeVisible();
});
