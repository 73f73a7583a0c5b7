import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from './queryClient.ts';
import { queryKeys } from './queryKeys.ts';

afterEach(() => queryClient.clear());

const known = (orderId: number) => queryClient.getQueryData(queryKeys.order(String(orderId)));
function readOrders(from: number, to: number) {
  for (let id = from; id <= to; id += 1) {
    queryClient.setQueryData(queryKeys.order(String(id)), `order ${id}`, { updatedAt: id });
  }
}

test('of the orders that were read and left, the last ones are kept', () => {
  readOrders(1, 200);
  expect([known(139), known(140), known(200)]).toEqual([undefined, 'order 140', 'order 200']);
});

test('the order on screen stays, however many are read after it, and so do the lists', () => {
  const onScreen = { queryKey: queryKeys.order('1'), queryFn: () => 'order 1', staleTime: Infinity };
  const end = new QueryObserver(queryClient, onScreen).subscribe(() => {});
  queryClient.setQueryData(queryKeys.lists('newOrder'), 'a list', { updatedAt: 1 });
  readOrders(1, 200);
  expect([known(1), known(2)]).toEqual(['order 1', undefined]);
  expect(queryClient.getQueryData(queryKeys.lists('newOrder'))).toBe('a list');
  end();
});
