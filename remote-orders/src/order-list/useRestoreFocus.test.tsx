import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from 'shared/desk';
import { address, fakeNetwork, holdAnswers, openList, ordersOf, rowOf } from './testing.tsx';

const hasFocus = async (orderId: string) => {
  const row = await rowOf(orderId);
  await waitFor(() => expect(row).toContainElement(document.activeElement as HTMLElement));
};

test('the browser’s Back from an order focuses the order’s row', async () => {
  fakeNetwork({ orders: ordersOf(15) });
  openList('pendingOrder', { search: '?page=2' });
  await rowOf('100005');
  await userEvent.click(screen.getByRole('link', { name: 'View order 100003' }));
  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
  expect(address()).toBe('/admin/pending-order?page=2');
  await hasFocus('100003');
});

test('an order gets a link back to its list, which finds the row again', async () => {
  fakeNetwork({ orders: ordersOf(3) });
  openList('pendingOrder', { search: '?rows=25' });
  await rowOf('100003');
  await userEvent.keyboard('j{Enter}');
  await userEvent.click(await screen.findByRole('link', { name: 'Back to the list' }));
  expect(address()).toBe('/admin/pending-order?rows=25');
  await hasFocus('100002');
});

test('if the order has left the list meanwhile, the row in its place is focused', async () => {
  const orders = ordersOf(3);
  fakeNetwork({ orders });
  openList('pendingOrder');
  await rowOf('100002');
  await userEvent.click(screen.getByRole('link', { name: 'View order 100002' }));
  orders.splice(1, 1);
  // Remove the cached list, so that Back has to fetch it.
  queryClient.clear();
  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
  await hasFocus('100001');
});

test('a list shown after Back has its rows at once, inert until they are refetched', async () => {
  fakeNetwork({ orders: ordersOf(3) });
  openList('pendingOrder');
  await rowOf('100003');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select order 100003' }));
  await userEvent.click(screen.getByRole('link', { name: 'View order 100002' }));
  await screen.findByText('Another page');
  const answer = holdAnswers('get-orders-list');
  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));

  const row = await rowOf('100002');
  expect(row).toBeVisible();
  expect(row.closest('[inert]')).not.toBeNull();
  expect(screen.getByText('1 selected').closest('[inert]')).not.toBeNull();
  await userEvent.keyboard('jxa{Enter}');
  expect(screen.getByText('1 selected')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(address()).toBe('/admin/pending-order');

  await answer();
  await hasFocus('100002');
  expect(row.closest('[inert]')).toBeNull();
  expect(screen.getByText('1 selected').closest('[inert]')).toBeNull();
});

test('a list opened from the menu focuses its heading', async () => {
  fakeNetwork({ orders: ordersOf(3) });
  openList('pendingOrder');
  await rowOf('100002');
  expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
});
