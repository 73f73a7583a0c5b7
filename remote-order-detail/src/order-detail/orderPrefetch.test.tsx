import { act, screen } from '@testing-library/react';
import * as v from 'valibot';
import { orderCalls } from 'shared/api/orderCalls';
import { orderRow } from 'shared/api/orderRow';
import { orderRowKey, queryClient, queryOptions, send } from 'shared/desk';
import { orderStatus } from 'shared/rules/orderStatus';
import { fakeDesk, openOrder } from '../testing/fakeDesk.tsx';

/** A desk whose order was cached this many milliseconds ago. */
function readBefore(ageMs: number) {
  const desk = fakeDesk();
  const { order } = desk;
  const { queryKey } = queryOptions(orderCalls.details, { orderId: order.order_id });
  queryClient.setQueryData(
    queryKey,
    { status: 1, message: 'Order details', data: order },
    { updatedAt: Date.now() - ageMs },
  );
  return desk;
}

test('a prefetched order is shown at once and not fetched again', async () => {
  const desk = readBefore(5_000);
  await openOrder(desk);
  expect(desk.to(orderCalls.details)).toHaveLength(0);
});

test('an order cached a while ago is refetched', async () => {
  const desk = readBefore(60_000);
  await openOrder(desk);
  expect(desk.to(orderCalls.details)).toHaveLength(1);
});

test('until the order has loaded, the header shows customer and status from the list', async () => {
  const desk = fakeDesk();
  const { order } = desk;
  desk.on(orderCalls.details, () => 'never');
  queryClient.setQueryData(orderRowKey(order.order_id), v.parse(orderRow, order));
  await openOrder(desk, { until: () => screen.findByRole('heading', { level: 1, name: /is loading$/ }) });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(order.full_name);
  expect(screen.getByText(orderStatus[order.process_status].label)).toBeVisible();
});

test('an order prefetched before a change is refetched, because its version may be old', async () => {
  const desk = readBefore(1_000);
  await send(orderCalls.assign, { orderId: desk.order.order_id, assignto: 'Max Manager' });
  await openOrder(desk);
  expect(desk.to(orderCalls.details)).toHaveLength(1);
});

test('an order whose document links are old is refetched when its page becomes visible again', async () => {
  const desk = fakeDesk();
  await openOrder(desk);
  queryClient.mount();
  const openedAt = Date.now();
  const showPageAfter = (minutes: number) =>
    act(async () => {
      jest.spyOn(Date, 'now').mockReturnValue(openedAt + minutes * 60_000);
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  await showPageAfter(7);
  expect(desk.to(orderCalls.details)).toHaveLength(1);
  await showPageAfter(9);
  expect(desk.to(orderCalls.details)).toHaveLength(2);
  queryClient.unmount();
  jest.restoreAllMocks();
});
