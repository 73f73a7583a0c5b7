import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { orderCalls } from 'shared/api/orderCalls';
import { orderRowKey, queryClient } from 'shared/desk';
import { fakeNetwork, openList, ordersOf, rowOf } from './testing.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = { 'GET /admin/get-orders-details': () => 'never' as const };
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Opens a list of ten orders. `read` returns the ids of the requested orders; these requests get no response. */
async function aList() {
  const asked = fakeNetwork({ orders: ordersOf(10), answers: never });
  openList('completedOrder');
  await screen.findByText('100010');
  const details = () => asked.filter(({ call }) => call === orderCalls.details);
  return {
    read: () => details().map(({ path }) => path.split('/').at(-1)),
  };
}

test('an order is prefetched once the pointer rests on its row, and not when it only passes', async () => {
  const list = await aList();
  fireEvent.pointerOver(await rowOf('100008'));
  await after(79);
  fireEvent.pointerOver(await rowOf('100007'));
  await after(79);
  expect(list.read()).toEqual([]);
  await after(1);
  expect(list.read()).toEqual(['100007']);
});

test('the keyboard cursor prefetches too, except on the first row, where it starts', async () => {
  const list = await aList();
  await after(1_000);
  expect(list.read()).toEqual([]);
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).keyboard('jj');
  await after(80);
  expect(list.read()).toEqual(['100008']);
});

test('opening an order keeps its row until the order has loaded', async () => {
  await aList();
  fireEvent.click(screen.getByRole('link', { name: 'View order 100008' }));
  expect(queryClient.getQueryData(orderRowKey('100008'))).toMatchObject({ order_id: '100008' });
});
