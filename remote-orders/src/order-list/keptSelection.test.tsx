import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { address, fakeNetwork, openList, ordersOf, rowOf } from './testing.tsx';

const tick = (id: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));
const view = (id: string) => userEvent.click(screen.getByRole('link', { name: `View order ${id}` }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Selects two orders of page 1 and one of page 2, and opens one of page 2. */
async function viewBesideTicks() {
  fakeNetwork({ orders: ordersOf(15) });
  openList('pendingOrder');
  await rowOf('100015');
  await tick('100015');
  await tick('100013');
  await press('Go to page 2');
  await rowOf('100005');
  await tick('100004');
  await view('100002');
}

test('orders selected on every page stay selected when Back returns from an order to the list', async () => {
  await viewBesideTicks();
  await press('Browser back');
  await rowOf('100004');
  expect(screen.getByText('3 selected')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select order 100004' })).toBeChecked();
  await press('Go to page 1');
  await rowOf('100015');
  expect(screen.getByRole('checkbox', { name: 'Select order 100013' })).toBeChecked();
});

test('the order’s own back link keeps the selection too', async () => {
  await viewBesideTicks();
  await userEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
  await rowOf('100004');
  expect(address()).toBe('/admin/pending-order?page=2');
  expect(screen.getByText('3 selected')).toBeVisible();
});

test('"all" stays selected', async () => {
  fakeNetwork({ orders: ordersOf(15) });
  openList('pendingOrder');
  await rowOf('100015');
  await tick('100015');
  await press('Select all 15 in this folder');
  await view('100015');
  await press('Browser back');
  await rowOf('100015');
  expect(screen.getByText('15 selected')).toBeVisible();
});

test('an order deleted by a colleague leaves the selection on the refetch', async () => {
  let rows = ordersOf(5);
  fakeNetwork({
    answers: {
      'GET /admin/get-orders-list/': () => ({ body: { status: 1, message: '', data: rows, total: rows.length } }),
    },
  });
  openList('pendingOrder');
  await rowOf('100005');
  await tick('100005');
  await tick('100003');
  rows = rows.filter(({ order_id }) => order_id !== '100003');
  await userEvent.keyboard('r');
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select order 100005' })).toBeChecked();
});

test('the next member who signs in starts without a selection', async () => {
  await viewBesideTicks();
  openList('pendingOrder', { search: '?page=2' });
  await rowOf('100005');
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a list opened from the menu starts without a selection', async () => {
  await viewBesideTicks();
  await userEvent.click(screen.getByRole('link', { name: 'Menu' }));
  await rowOf('100004');
  expect(address()).toBe('/admin/pending-order?page=2');
  expect(screen.queryByRole('toolbar')).toBeNull();
});
