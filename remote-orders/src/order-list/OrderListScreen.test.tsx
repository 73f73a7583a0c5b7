import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { folderCalls } from 'shared/api/folderCalls';
import { folderNames, folders } from 'shared/rules/folders';
import { folderCountsOf } from 'shared/testing/folderCountsOf';
import { orderRowOf } from 'shared/testing/orders';
import { fakeNetwork, openList, ordersOf, rowOf, headings, address } from './testing.tsx';

const listed = folderNames.filter((name) => name !== 'futureOrder');

test('a list opens at page 1 with 10 rows from the API, and has its heading', async () => {
  const asked = fakeNetwork({ orders: ordersOf(25) });
  openList('newOrder');
  expect(screen.getByRole('heading', { name: 'New Order' })).toBeVisible();
  expect(document.title).toBe('New Zealand Travel Declaration');
  await rowOf('100025');
  expect(screen.getAllByRole('link', { name: /^View order/ })).toHaveLength(10);
  expect(screen.getByText('1–10 of 25')).toBeVisible();
  const list = asked.find(({ call }) => call === folderCalls.list)!;
  expect(list).toMatchObject({ method: 'GET', path: '/admin/get-orders-list/newOrder' });
  expect(Object.fromEntries(list.search)).toEqual({ page: '1', limit: '10', delay: '1', userName: 'Max Manager' });
});

test.each(listed)('%s has its title, loads its own folder and shows its columns', async (name) => {
  const asked = fakeNetwork({ orders: ordersOf(1, { process_status: folders[name].statuses[0] }) });
  openList(name);
  await rowOf('100001');
  expect(screen.getByRole('heading', { level: 1, name: folders[name].title })).toBeVisible();
  expect(document.title).toBe('New Zealand Travel Declaration');
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  expect(screen.getByRole('searchbox')).toBeVisible();
  const lists = asked.filter(({ path }) => path.startsWith('/admin/get-orders-list/'));
  expect(lists.map(({ path }) => path)).toEqual([`/admin/get-orders-list/${name}`]);
  expect(headings()).toEqual([
    'Order ID',
    'Name',
    ...(name === 'customerMessages'
      ? ['Message', 'Waiting']
      : ['Email', ...(name === 'contactCustomer' ? [] : ['Telephone']), 'Date & Time']),
    ...(name === 'refundOrder' ? ['Refund Date'] : []),
    'Status',
    'Action',
  ]);
});

test('from 1440 px on, Order History shows the assignee', async () => {
  globalThis.innerWidth = 1440;
  fakeNetwork({ orders: ordersOf(1, { assign_to: 'Tia Team' }) });
  openList('allOrder');
  expect(within(await rowOf('100001')).getByText('Tia Team')).toBeVisible();
  expect(headings()).toContain('Assigned To');
  globalThis.innerWidth = 1024;
});

test.each([
  [1280, 'beside the email'],
  [375, 'on a phone under the name'],
])('at %i px a row with a bounced address shows %s, and other rows do not', async (width) => {
  globalThis.innerWidth = width;
  fakeNetwork({
    orders: [orderRowOf({ order_id: '100471', email_bounced: true }), orderRowOf({ order_id: '100470' })],
  });
  openList('newOrder');
  expect(within(await rowOf('100471')).getByRole('img', { name: 'Email bounced' })).toBeVisible();
  expect(screen.getAllByRole('img', { name: 'Email bounced' })).toHaveLength(1);
  globalThis.innerWidth = 1024;
});

test('a row shows that its customer wrote, and other rows do not', async () => {
  fakeNetwork({
    orders: [orderRowOf({ order_id: '100471', customer_wrote: true }), orderRowOf({ order_id: '100470' })],
  });
  openList('newOrder');
  expect(within(await rowOf('100471')).getByRole('img', { name: 'Customer message' })).toBeVisible();
  expect(screen.getAllByRole('img', { name: 'Customer message' })).toHaveLength(1);
});

test('a row has the formats of rule 7.8', async () => {
  fakeNetwork({
    orders: [
      orderRowOf({
        order_id: '100471',
        process_status: 'Awaiting',
        contact_email_address: 'contact@example.test',
        country_code: '353',
        phone_number: '200 555 014',
        created_at: '2026-11-03T09:05:00.000Z',
      }),
      orderRowOf({ order_id: '100470', phone_number: null }),
    ],
  });
  openList('awaitingOrder');
  const row = within(await rowOf('100471'));
  expect(row.getByText('Awaiting Customer')).toBeVisible();
  expect(row.getByTitle('contact@example.test')).toBeVisible();
  expect(row.getByText('+353 200 555 014')).toBeVisible();
  expect(row.getByText('03/11/2026 09:05')).toBeVisible();
  expect(row.getByText(/ ago$/)).toBeVisible();
  expect(row.getByRole('link', { name: 'View order 100471' })).toHaveAttribute('href', '/admin/view-order/MjAwOTQy');
  expect(within(await rowOf('100470')).getByText('-')).toBeVisible();
});

test('View opens the order here, and with Ctrl in the browser’s own way', async () => {
  fakeNetwork({ orders: ordersOf(1) });
  openList('newOrder');
  await rowOf('100001');
  const view = screen.getByRole('link', { name: 'View order 100001' });
  expect(fireEvent.click(view, { ctrlKey: true })).toBe(true);
  expect(address()).toBe('/admin/recent-order');
  await userEvent.click(view);
  expect(address()).toBe('/admin/view-order/MjAwMDAy');
});

test.each([1280, 375])('at %i px name and order ID are links too, which Ctrl opens in a new tab', async (width) => {
  globalThis.innerWidth = width;
  fakeNetwork({ orders: [orderRowOf({ order_id: '100001', full_name: 'Mele Tupou' })] });
  openList('newOrder');
  await rowOf('100001');
  for (const name of ['Mele Tupou', '100001']) {
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', '/admin/view-order/MjAwMDAy');
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  }
  expect(address()).toBe('/admin/recent-order');
  globalThis.innerWidth = 1024;
});

test('a refunded order shows when it was refunded', async () => {
  fakeNetwork({ orders: ordersOf(1, { process_status: 'Completed Refunds', refund_date: '2026-11-02' }) });
  openList('refundOrder');
  expect(within(await rowOf('100001')).getByText('02/11/2026')).toBeVisible();
});

test('page and page size are in the URL, and Back returns to the previous ones', async () => {
  const asked = fakeNetwork({ orders: ordersOf(60) });
  openList('newOrder', { search: '?page=2' });
  await rowOf('100050');
  expect(screen.getByText('11–20 of 60')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Go to page 3' }));
  await rowOf('100040');
  expect(address()).toBe('/admin/recent-order?page=3');

  await userEvent.click(screen.getByRole('combobox', { name: /Rows per page/ }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '10',
    '25',
    '50',
    '100',
    '500',
    'All',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'All' }));
  await waitFor(() => expect(screen.getByText('1–60 of 60')).toBeVisible());
  expect(address()).toBe('/admin/recent-order?rows=all');
  expect(asked.at(-1)!.search.get('limit')).toBe('all');

  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
  await rowOf('100040');
  expect(address()).toBe('/admin/recent-order?page=3');
});

test('after another page size the list is focused, so J, K and Enter work at once', async () => {
  const user = userEvent.setup();
  fakeNetwork({ orders: ordersOf(60) });
  openList('newOrder', { search: '?page=3' });
  await rowOf('100040');

  for (const rows of ['25', '10', '25']) {
    act(() => screen.getByRole('combobox', { name: /Rows per page/ }).focus());
    await user.keyboard('{Enter}');
    await user.keyboard(rows === '10' ? '{ArrowUp}{Enter}' : '{ArrowDown}{Enter}');
    await screen.findByText(`1–${rows} of 60`);
    await waitFor(() => expect(document.activeElement?.closest('[role=row]')).toHaveAttribute('data-id', '100060'));
  }
  await user.keyboard('jjk');
  expect(document.activeElement?.closest('[role=row]')).toHaveAttribute('data-id', '100059');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
});

test('a page past the end redirects to the last page', async () => {
  fakeNetwork({ orders: ordersOf(25) });
  openList('newOrder', { search: '?page=9' });
  await rowOf('100005');
  expect(address()).toBe('/admin/recent-order?page=3');
});

test('the old rows stay while the next page loads', async () => {
  let hold = false;
  fakeNetwork({
    orders: ordersOf(30),
    answers: { 'GET /admin/get-orders-list/': (request) => (hold ? 'never' : pageOf(request, 30)) },
  });
  openList('newOrder');
  await rowOf('100030');
  hold = true;
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(address()).toBe('/admin/recent-order?page=2');
  expect(screen.getByText('100030')).toBeVisible();
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
});

test('leaving a list cancels its requests', async () => {
  const asked = fakeNetwork({ answers: { 'GET /admin/get-orders-list/': () => 'never' } });
  const lists = () => asked.filter(({ call }) => call === folderCalls.list);
  const { unmount } = openList('newOrder');
  await waitFor(() => expect(lists()).toHaveLength(1));
  expect(lists()[0]!.signal.aborted).toBe(false);
  unmount();
  await waitFor(() => expect(lists()[0]!.signal.aborted).toBe(true));
});

test('an empty folder gives the reason and one action', async () => {
  fakeNetwork({});
  openList('priorityOrder');
  expect(await screen.findByText('No records found')).toBeVisible();
  expect(screen.getByText('Every priority order has been taken.')).toBeVisible();
  expect(screen.getByText('0 orders')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: /^Open New Orders/ }));
  expect(address()).toBe('/admin/recent-order');
});

test('a failed first load says what failed, with Retry and the request’s id', async () => {
  let broken = true;
  fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': (request) =>
        broken
          ? { httpStatus: 500, body: { status: 0, message: 'Something went wrong.', data: null } }
          : pageOf(request, 3),
    },
  });
  openList('newOrder');
  expect(await screen.findByText('New Orders could not be loaded')).toBeVisible();
  expect(screen.getByText('req-7f3a91c2')).toBeVisible();
  expect(screen.getByText('–')).toBeVisible();
  expect(screen.getByText('Not loaded yet')).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await rowOf('100003');
});

test('Refresh reloads the page', async () => {
  fakeNetwork({ orders: ordersOf(3) });
  openList('newOrder');
  await rowOf('100003');
  // jsdom cannot load pages, so it logs an error.
  const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(String(told.mock.calls[0])).toContain('Not implemented: navigation');
  told.mockRestore();
});

test('a failed refresh keeps the rows and says how old they are', async () => {
  let broken = false;
  fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': (request) =>
        broken
          ? { httpStatus: 500, body: { status: 0, message: 'Something went wrong.', data: null } }
          : pageOf(request, 30),
    },
  });
  openList('newOrder');
  await rowOf('100030');
  broken = true;
  await userEvent.keyboard('r');
  expect(await screen.findByText(/^This list is from \d\d:\d\d \(UTC\)\.$/)).toBeVisible();
  expect(screen.getByText(/Refreshing failed\./)).toBeVisible();
  expect(screen.getByText('100030')).toBeVisible();

  // Offline, the shell's notice gives the reason.
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.queryByText(/Refreshing failed\./)).toBeNull();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));

  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText(/Page 2 could not be loaded\. Still showing page 1\./)).toBeVisible();
  expect(screen.getByText('100030')).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await rowOf('100020');
  expect(screen.queryByText(/This list is from/)).toBeNull();
});

const actionId = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';

test('"Next order" claims the oldest order and opens it, and so does the key N', async () => {
  const asked = fakeNetwork({
    orders: ordersOf(2),
    answers: {
      'POST /admin/next-order': () => ({
        body: { status: 1, message: 'Order has been assigned successfully', data: { order_id: '100001', actionId } },
      }),
    },
  });
  openList('newOrder');
  await rowOf('100002');
  await userEvent.keyboard('n');
  await waitFor(() => expect(address()).toBe('/admin/view-order/MjAwMDAy'));
  expect(asked.find(({ path }) => path === '/admin/next-order')!.body).toEqual({ folderName: 'newOrder' });
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('in My Order N claims an order of Priority or New, and only without own orders is its button the primary one', async () => {
  const { unmount } = renderMyOrder(1);
  await rowOf('100001');
  expect(screen.getByRole('button', { name: /^Next order/ })).not.toHaveClass('MuiButton-contained');
  await userEvent.keyboard('n');
  await waitFor(() => expect(address()).toBe('/admin/view-order/MjAwMDAy'));
  unmount();
  renderMyOrder(0);
  await screen.findByText('No records found');
  expect(screen.getByRole('button', { name: /^Next order/ })).toHaveClass('MuiButton-contained');
});

function renderMyOrder(own: number) {
  fakeNetwork({
    orders: ordersOf(own),
    answers: {
      'POST /admin/next-order': ({ body }) => {
        expect(body).toEqual({});
        return { body: { status: 1, message: 'Assigned', data: { order_id: '100001', actionId } } };
      },
    },
  });
  return openList('myOrder');
}

test('in an empty Priority Order N claims an order of New, until both are empty', async () => {
  let left = 23;
  const asked = fakeNetwork({
    answers: {
      'GET /admin/get-folder-count': () => ({
        body: { status: 1, message: '', data: folderCountsOf((name) => (name === 'newOrder' ? left : 0)) },
      }),
      'POST /admin/next-order': () => {
        left = 0;
        return { httpStatus: 404, body: { status: 0, message: 'No unassigned orders left.', data: null } };
      },
    },
  });
  openList('priorityOrder');
  await screen.findByText('No records found');
  await userEvent.keyboard('n');
  expect(await screen.findByText('No unassigned orders left.')).toBeVisible();
  expect(asked.find(({ path }) => path === '/admin/next-order')!.body).toEqual({});
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next order' })).toBeDisabled());
});

test('in Refund Orders, N opens the first order that is not refunded yet', async () => {
  const [first, second] = ordersOf(2, { process_status: 'Completed Refunds' });
  fakeNetwork({ orders: [first!, { ...second!, process_status: 'Refunds' }] });
  openList('refundOrder');
  await rowOf('100001');
  await userEvent.keyboard('n');
  await waitFor(() => expect(address()).toBe('/admin/view-order/MjAwMDAy'));
});

test('in Refund Orders, N says so if every order is refunded', async () => {
  fakeNetwork({ orders: ordersOf(2, { process_status: 'Completed Refunds' }) });
  openList('refundOrder');
  await rowOf('100001');
  await userEvent.click(screen.getByRole('button', { name: /^Next refund/ }));
  expect(await screen.findByText('No more refunds are waiting.')).toBeVisible();
});

test.each(listed.filter((name) => !folders[name].nextOrder))('%s has no "Next order"', async (name) => {
  fakeNetwork({ orders: ordersOf(1) });
  openList(name);
  await rowOf('100001');
  expect(screen.queryByRole('button', { name: /Next order/ })).toBeNull();
});

test.each(['m', 'n'])('Messages shows each message’s start and waiting time, and %s opens the first', async (key) => {
  const since = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString();
  fakeNetwork({ orders: ordersOf(2, { customer_wrote: true, waiting_since: since, first_words: 'It is NZ 104.' }) });
  openList('customerMessages');
  await rowOf('100002');
  expect(screen.getAllByText('It is NZ 104.')).toHaveLength(2);
  await userEvent.keyboard(key);
  await waitFor(() => expect(address()).toBe('/admin/view-order/MjAwMDA0'));
});

test('on a phone a message comes directly below the name', async () => {
  globalThis.innerWidth = 375;
  fakeNetwork({ orders: ordersOf(1, { full_name: 'Mele Tupou', customer_wrote: true, first_words: 'It is NZ 104.' }) });
  openList('customerMessages');
  expect(await rowOf('100001')).toHaveTextContent(/^Mele TupouIt is NZ 104\.New · .+100001 · /);
  globalThis.innerWidth = 1024;
});

test('an order marked as handled leaves Messages at once', async () => {
  fakeNetwork({
    orders: ordersOf(2),
    answers: {
      'POST /admin/handle-messages': () => ({
        body: { status: 1, message: 'Messages marked as handled.', data: { done: ['100002'], failed: [], actionId } },
      }),
    },
  });
  openList('customerMessages');
  await rowOf('100002');
  await userEvent.keyboard('x');
  await userEvent.click(screen.getByRole('button', { name: 'Mark as handled' }));
  expect(await screen.findByText('Messages marked as handled.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('"Mark as handled" sends each row’s shown message; a refused row is refetched and shows the reason', async () => {
  const [row] = ordersOf(1, { customer_wrote: true, first_words: 'My flight?', newest_message: 7 });
  const failed = [{ orderId: '100001', message: 'The customer has sent another message.' }];
  const asked = fakeNetwork({
    orders: [row!],
    answers: {
      'POST /admin/handle-messages': () => {
        row!.newest_message = 8;
        return {
          httpStatus: 409,
          body: { status: 0, message: failed[0]!.message, data: { done: [], failed, actionId: null } },
        };
      },
    },
  });
  openList('customerMessages');
  await rowOf('100001');
  await userEvent.keyboard('x');
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await userEvent.click(screen.getByRole('button', { name: 'Mark as handled' }));
  expect(await within(await rowOf('100001')).findByText('The customer has sent another message.')).toBeVisible();
  const reads = () => asked.filter(({ path }) => path.startsWith('/admin/get-orders-list'));
  await waitFor(() => expect(reads()).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Mark as handled' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([7, 8].map((message) => ({ orderId: ['100001'], seen: { 100001: message } })));
});

function pageOf({ search }: { search: URLSearchParams }, count: number) {
  const start = (Number(search.get('page')) - 1) * 10;
  return { body: { status: 1, message: '', data: ordersOf(count).slice(start, start + 10), total: count } };
}
