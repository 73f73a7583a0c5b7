import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { months } from 'shared/format/dates';
import type { Role } from 'shared/rules/permissions';
import { address, fakeNetwork, headings, openList, ordersOf, rowOf, type Request } from '../order-list/testing.tsx';

const path = '/admin/future-order';
const actionId = '6f1d6dd4-6f0b-4f9a-9c8e-0c8a3f0e2a11';
const monthCounts: Record<string, number> = { Jan: 204, Feb: 1, Nov: 263, Dec: 1418 };
const told = () => ({
  body: {
    status: 1,
    message: '',
    data: months.map((month) => ({ process_month: month, count: monthCounts[month] ?? 0 })),
  },
});
const broken = { httpStatus: 500, body: { status: 0, message: 'Something went wrong.', data: null } };
const future = (count: number) =>
  ordersOf(count, { process_status: 'Future', processing_date: '2026-12-02', process_month: 'Dec' });

/** Fakes a December with `count` orders. A search matches any part of an order id. */
function december(count: number) {
  const gone = new Set<string>();
  const rows = () => future(count).filter((row) => !gone.has(row.order_id));
  return fakeNetwork({
    answers: {
      'GET /admin/get-future-months': told,
      'GET /admin/get-orders-list/futureOrder': ({ search }) => {
        const start = (Number(search.get('page')) - 1) * 10;
        return { body: { status: 1, message: '', data: rows().slice(start, start + 10), total: rows().length } };
      },
      'POST /admin/search-order': ({ body }) => {
        const { searchVal } = body as { searchVal: string };
        const data = rows().filter((row) => row.order_id.includes(searchVal));
        return { body: { status: 1, message: '', data, total: data.length, more: false } };
      },
      'PUT /admin/change-order-status': ({ body }: Request) => {
        const { orderId = [] } = body as { orderId?: string[] };
        for (const id of orderId) gone.add(id);
        const data = { done: orderId, failed: [], actionId };
        return { body: { status: 1, message: 'Order has been deleted successfully', data } };
      },
    },
  });
}

const tile = (month: string) => screen.findByRole('link', { name: new RegExp(`^${month}\\b`) });

describe('twelve months', () => {
  test('January to December have their counts, and an empty month is a link too', async () => {
    fakeNetwork({ answers: { 'GET /admin/get-future-months': told } });
    openList('futureOrder');
    await screen.findByText('1,418');
    expect(screen.getByRole('heading', { level: 1, name: 'Future Order' })).toBeVisible();
    expect(document.title).toBe('New Zealand Travel Declaration');
    const tiles = within(screen.getByRole('list')).getAllByRole('link');
    expect(tiles.map((link) => link.textContent!.replace('This month', ''))).toEqual(
      months.map((month) => {
        const count = monthCounts[month] ?? 0;
        return `${month}${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;
      }),
    );
    expect(screen.getByText('1,886')).toBeVisible();
    expect(await tile('Aug')).toHaveAttribute('href', `${path}?month=Aug`);
  });

  test('the current month, by UTC, has a ring', async () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-30T23:59:00Z'), doNotFake: ['setTimeout', 'setInterval'] });
    fakeNetwork({ answers: { 'GET /admin/get-future-months': told } });
    openList('futureOrder');
    await screen.findByText('1,418');
    expect(await tile('Nov')).toHaveTextContent('This month');
    expect(screen.getAllByText('This month')).toHaveLength(1);
    jest.useRealTimers();
  });

  test('until the counts are known they are empty, and the months can be opened', async () => {
    fakeNetwork({ answers: { 'GET /admin/get-future-months': () => 'never' } });
    openList('futureOrder');
    expect(await tile('Mar')).toHaveTextContent(/^Mar$/);
  });

  test('a failed first load says what failed, and Retry loads again', async () => {
    let works = false;
    fakeNetwork({ answers: { 'GET /admin/get-future-months': () => (works ? told() : broken) } });
    openList('futureOrder');
    expect(await screen.findByText('Future Orders could not be loaded')).toBeVisible();
    expect(screen.getByText('req-7f3a91c2')).toBeVisible();
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1,418')).toBeVisible();
  });

  test('a failed refresh keeps the counts and says how old they are', async () => {
    let works = true;
    fakeNetwork({ answers: { 'GET /admin/get-future-months': () => (works ? told() : broken) } });
    openList('futureOrder');
    await screen.findByText('1,418');
    works = false;
    await userEvent.keyboard('r');
    expect(await screen.findByText(/^These counts are from \d\d:\d\d \(UTC\)\.$/)).toBeVisible();
    expect(screen.getByText('1,418')).toBeVisible();
    works = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/These counts are from/)).toBeNull());
  });

  test('with every month empty the page says so', async () => {
    const data = months.map((month) => ({ process_month: month, count: 0 }));
    fakeNetwork({ answers: { 'GET /admin/get-future-months': () => ({ body: { status: 1, message: '', data } }) } });
    openList('futureOrder');
    expect(await screen.findByText('No records found. No orders are scheduled for later.')).toBeVisible();
  });
});

describe('one month', () => {
  test('a tile opens a month with its columns; its back link and the browser’s Back return to the months', async () => {
    const asked = december(12);
    openList('futureOrder');
    await screen.findByText('1,418');
    await userEvent.click(await tile('Dec'));
    expect(address()).toBe(`${path}?month=Dec`);
    const row = await rowOf('100012');
    expect(screen.getByRole('heading', { level: 1, name: 'December' })).toHaveFocus();
    expect(screen.getByText('1–10 of 12')).toBeVisible();
    expect(headings()).toEqual([
      'Order ID',
      'Name',
      'Email',
      'Telephone',
      'Date & Time',
      'Processing Date',
      'Process Month',
      'Status',
      'Action',
    ]);
    expect(within(row).getByText('02/12/2026')).toBeVisible();
    expect(within(row).getByText('Dec')).toBeVisible();
    const list = asked.find(({ path: call }) => call.includes('get-orders-list'))!;
    expect(Object.fromEntries(list.search)).toMatchObject({ month: 'Dec', page: '1', limit: '10' });

    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(address()).toBe(path);
    await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
    expect(address()).toBe(`${path}?month=Dec`);
    await rowOf('100012');
  });

  test('page, page size and search are in the URL next to the month', async () => {
    const asked = december(25);
    openList('futureOrder', { search: '?month=Dec&page=2' });
    await rowOf('100015');
    await userEvent.type(screen.getByRole('searchbox'), '10002');
    await rowOf('100020');
    await waitFor(() => expect(screen.queryByText('100015')).toBeNull());
    expect(address()).toBe(`${path}?month=Dec&q=10002`);
    expect(asked.find(({ path: call }) => call === '/admin/search-order')!.body).toEqual({
      folderName: 'futureOrder',
      searchVal: '10002',
      month: 'Dec',
      start: 0,
      end: 10,
    });
  });

  test('Delete asks, shows the result, and refetches the month', async () => {
    const asked = december(3);
    openList('futureOrder', { search: '?month=Dec' });
    await rowOf('100002');
    const before = asked.filter(({ path: call }) => call.includes('get-orders-list')).length;
    await userEvent.click(screen.getByRole('button', { name: 'Delete order 100002' }));
    const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete order 100002' }));
    expect(await screen.findByText('Order has been deleted successfully')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('100002')).toBeNull());
    await waitFor(() =>
      expect(asked.filter(({ path: call }) => call.includes('get-orders-list')).length).toBeGreaterThan(before),
    );
    expect(screen.getByText('1–2 of 2')).toBeVisible();
  });

  test('"Select all" selects this month only', async () => {
    const asked = december(25);
    openList('futureOrder', { search: '?month=Dec' });
    await rowOf('100025');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select order 100025' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 25 in December' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete?' });
    expect(question).toHaveTextContent('All 25 in December, on every page.');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete 25 orders' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')!.body).toEqual({
        folderName: 'futureOrder',
        searchVal: '',
        month: 'Dec',
        permanentDeletedFlag: false,
        updatingStatus: 'Deleted',
      }),
    );
  });

  test.each<[Role, number]>([
    ['Admin', 1],
    ['Manager', 1],
    ['Team', 0],
    ['Telecaller', 0],
    ['Night Staff', 0],
  ])('%s sees %d Delete buttons for the month’s only order, and always View', async (role, times) => {
    december(1);
    openList('futureOrder', { role, search: '?month=Dec' });
    await rowOf('100001');
    expect(screen.queryAllByRole('button', { name: 'Delete order 100001' })).toHaveLength(times);
    expect(screen.getByRole('link', { name: 'View order 100001' })).toBeVisible();
  });

  test('an empty month says so, and links to the others', async () => {
    december(0);
    openList('futureOrder', { search: '?month=Aug' });
    expect(await screen.findByText('No records found')).toBeVisible();
    expect(screen.getByText('No orders scheduled for August.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'All months' }));
    expect(address()).toBe(path);
  });

  test('an invalid month shows all twelve', async () => {
    fakeNetwork({ answers: { 'GET /admin/get-future-months': told } });
    openList('futureOrder', { search: '?month=december' });
    expect(await screen.findByText('1,418')).toBeVisible();
  });
});
