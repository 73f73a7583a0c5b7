import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FoundElsewhere } from 'shared/api/folderCalls';
import { orderPath } from 'shared/format/orderIdCode';
import { orderRowOf } from 'shared/testing/orders';
import { address, fakeNetwork, openList, ordersOf, rowOf, type Request } from './testing.tsx';

const box = () => screen.getByRole('searchbox', { name: 'Search this folder' });
/** Replaces the text and presses Enter, which searches without the delay. */
const searchFor = (text: string) => {
  fireEvent.change(box(), { target: { value: text } });
  fireEvent.keyDown(box(), { key: 'Enter' });
};
const wanted = ({ path }: Request) => path === '/admin/search-order';
const broken = { httpStatus: 500, body: { status: 0, message: 'Something went wrong.', data: null } };

const twoNames = [...ordersOf(30), orderRowOf({ order_id: '200001', full_name: 'Åsa Öström' })];

test('a search requests the page within the folder, and shows the number of hits', async () => {
  const asked = fakeNetwork({ orders: twoNames });
  openList('pendingOrder', { search: '?page=2' });
  await rowOf('100020');
  searchFor(' tupou ');
  await rowOf('100030');
  expect(asked.find(wanted)).toMatchObject({
    method: 'POST',
    body: { folderName: 'pendingOrder', searchVal: 'tupou', start: 0, end: 10 },
  });
  expect(address()).toBe('/admin/pending-order?q=tupou');
  expect(screen.getByText('1–10 of 30')).toBeVisible();
  expect(screen.getByText('30 found')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Go to page 3' }));
  await rowOf('100010');
  expect(address()).toBe('/admin/pending-order?q=tupou&page=3');
  expect(asked.findLast(wanted)!.body).toMatchObject({ start: 20, end: 30 });
});

test('the search is sent 500 ms after the last keystroke', async () => {
  const asked = fakeNetwork({ orders: twoNames });
  openList('newOrder');
  await rowOf('100030');
  const began = Date.now();
  await userEvent.type(box(), 'åsa');
  await rowOf('200001');
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  expect(asked.filter(wanted).map(({ body }) => (body as { searchVal: string }).searchVal)).toEqual(['åsa']);
});

test('"/" shows the search although rows are selected, and leaving it shows the selection again', async () => {
  fakeNetwork({ orders: twoNames });
  openList('newOrder');
  await rowOf('100030');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select order 100030' }));
  expect(screen.queryByRole('searchbox')).toBeNull();
  await userEvent.keyboard('/');
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('');
  await userEvent.keyboard('öström');
  await rowOf('200001');
  expect(box()).toHaveFocus();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select order 200001' }));
  expect(screen.getByText('2 selected')).toBeVisible();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a link with a search opens that search; All requests the first 1,000', async () => {
  const asked = fakeNetwork({ orders: twoNames });
  openList('newOrder', { search: '?q=%C3%B6str%C3%B6m&rows=all' });
  await rowOf('200001');
  expect(box()).toHaveValue('öström');
  expect(asked.filter(wanted)).toHaveLength(1);
  expect(asked.find(wanted)!.body).toMatchObject({ searchVal: 'öström', start: 0, end: 'all' });
  expect(asked.some(({ path }) => path.startsWith('/admin/get-orders-list'))).toBe(false);
});

test('more than 1,000 hits are shown as a minimum, and the folder’s own count stays', async () => {
  fakeNetwork({ orders: ordersOf(1_200) });
  openList('newOrder', { search: '?q=tupou' });
  await rowOf('101200');
  expect(screen.getByText('1,000+ found')).toBeVisible();
  expect(screen.getByText('1–10 of 1,000+')).toBeVisible();
});

test('Back ends the search and shows the folder, and Forward starts the search again', async () => {
  fakeNetwork({ orders: twoNames });
  openList('newOrder', { search: '?page=2' });
  await rowOf('100020');
  await userEvent.type(box(), 'åsa');
  await rowOf('200001');
  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
  await rowOf('100020');
  expect(box()).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Browser forward' }));
  await rowOf('200001');
  expect(box()).toHaveValue('åsa');
});

test('a late response never replaces a newer one, and is not awaited', async () => {
  const asked = fakeNetwork({
    orders: twoNames,
    answers: {
      'POST /admin/search-order': ({ body }) =>
        (body as { searchVal: string }).searchVal === 'tup'
          ? 'never'
          : { body: { status: 1, message: '', data: twoNames.slice(-1), total: 1, more: false } },
    },
  });
  openList('newOrder');
  await rowOf('100030');
  searchFor('tup');
  await waitFor(() => expect(asked.filter(wanted)).toHaveLength(1));
  // The old rows stay on screen, marked as busy.
  expect(screen.getByText('100030')).toBeVisible();
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
  searchFor('åsa');
  await rowOf('200001');
  expect(asked.find(wanted)!.signal.aborted).toBe(true);
  expect(screen.queryByText('100030')).toBeNull();
});

test('the request for a page that was left is cancelled', async () => {
  const asked = fakeNetwork({
    orders: ordersOf(40),
    answers: {
      'GET /admin/get-orders-list/': ({ search }) =>
        search.get('page') === '2'
          ? 'never'
          : { body: { status: 1, message: '', data: ordersOf(40).slice(0, 10), total: 40 } },
    },
  });
  openList('newOrder');
  await rowOf('100040');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  const second = await waitFor(() => asked.find(({ search }) => search.get('page') === '2')!);
  expect(second.signal.aborted).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 3' }));
  await waitFor(() => expect(second.signal.aborted).toBe(true));
});

test('a search without hits shows the term and offers to clear it', async () => {
  fakeNetwork({ orders: twoNames });
  openList('newOrder');
  await rowOf('100030');
  searchFor('zzz');
  expect(await screen.findByText('No records found')).toBeVisible();
  expect(screen.getByText('zzz')).toBeVisible();
  expect(screen.getByText('0 found')).toBeVisible();
  expect(screen.getByRole('button', { name: /Next order/ })).toBeEnabled();
  const blank = screen.getByText('No records found').parentElement!.parentElement!;
  await userEvent.click(within(blank).getByRole('button', { name: 'Clear search' }));
  await rowOf('100030');
  expect(address()).toBe('/admin/recent-order');
  expect(box()).toHaveValue('');
});

test('a failed search keeps the rows and says what failed, and Retry searches again', async () => {
  let fails = true;
  fakeNetwork({
    orders: twoNames,
    answers: {
      'POST /admin/search-order': () =>
        fails ? broken : { body: { status: 1, message: '', data: twoNames.slice(-1), total: 1, more: false } },
    },
  });
  openList('newOrder');
  await rowOf('100030');
  searchFor('åsa');
  expect(await screen.findByText(/Searching for “åsa” failed\./)).toBeVisible();
  expect(screen.getByText('100030')).toBeVisible();
  expect(screen.getByText('1–10 of 31')).toBeVisible();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await rowOf('200001');
  expect(screen.queryByText(/failed\./)).toBeNull();
});

test('Enter opens the only hit of a search or, like the down arrow, focuses the first of several', async () => {
  fakeNetwork({ orders: twoNames });
  openList('newOrder');
  await rowOf('100030');
  searchFor('tupou');
  box().focus();
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  // The old rows are still shown, so the arrow does nothing.
  expect(box()).toHaveFocus();
  await waitFor(() => expect(address()).toBe('/admin/recent-order?q=tupou'));
  await rowOf('100030');
  const isInRows = () =>
    waitFor(() => expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement));
  await isInRows();
  expect(address()).toBe('/admin/recent-order?q=tupou');
  box().focus();
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  await isInRows();
  searchFor('öström');
  await waitFor(() => expect(address()).toBe(orderPath('200001')));
});

const nothingHere = (elsewhere: FoundElsewhere[]) =>
  fakeNetwork({
    orders: ordersOf(1),
    answers: {
      'POST /admin/search-order': () => ({
        body: { status: 1, message: '', data: [], total: 0, more: false, elsewhere },
      }),
    },
  });

test('an order in another folder only can be opened from the search', async () => {
  nothingHere([{ folderName: 'deletedOrder', total: 1, order_id: '100196' }]);
  openList('newOrder', { search: '?q=100196', role: 'Telecaller' });
  expect(await screen.findByText(/1 match in Deleted Orders/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open 100196' })).toHaveAttribute('href', orderPath('100196'));
});

test.each([
  ['Team', ['Search all orders', 'Search Deleted Orders']],
  ['Telecaller', ['Search Completed Orders', 'Search Pending Orders', 'Search Deleted Orders']],
] as const)('with several hits elsewhere %s gets the links %j', async (role, links) => {
  nothingHere(
    (['completedOrder', 'pendingOrder', 'deletedOrder'] as const).map((folderName, index) => {
      return { folderName, total: index + 1, order_id: `10019${index}` };
    }),
  );
  openList('newOrder', { search: '?q=mele', role });
  const [first] = links;
  expect(await screen.findByRole('link', { name: first })).toHaveAttribute('href', expect.stringMatching(/\?q=mele$/));
  const shown = screen.getAllByRole('link', { name: /^Search/ });
  expect(shown).toHaveLength(links.length);
  shown.forEach((link, index) => expect(link).toHaveAccessibleName(links[index]));
});

test.each([
  [[{ folderName: 'deletedOrder', total: 1, order_id: '100196' }], orderPath('100196')],
  [[{ folderName: 'pendingOrder', total: 2, order_id: '100196' }], '/admin/pending-order?q=mele'],
  [[], '/admin/recent-order'],
] as const)('a search without hits, elsewhere %j, has one filled button, which Enter presses', async (found, to) => {
  nothingHere([...found]);
  openList('newOrder');
  await rowOf('100001');
  searchFor('mele');
  await screen.findByText(/^No orders in New Orders match/);
  expect(address()).toBe('/admin/recent-order?q=mele');
  expect(document.querySelectorAll('.MuiButton-contained')).toHaveLength(1);
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(address()).toBe(to));
});

test('the list’s shortcuts do not work in the box', async () => {
  fakeNetwork({ orders: twoNames });
  openList('newOrder');
  await rowOf('100030');
  await userEvent.keyboard('/xjn');
  expect(box()).toHaveValue('xjn');
  expect(screen.queryByRole('toolbar')).toBeNull();
  await userEvent.keyboard('{Escape}{Escape}');
  // If the typing was slow, the text has already been searched for.
  await rowOf('100030');
  await userEvent.keyboard('x');
  expect(screen.getByRole('toolbar', { name: 'Actions for selected orders' })).toBeVisible();
});
