import { statuses } from 'shared/rules/orderStatus';
import { demoOrders } from './demoOrders.ts';

const now = new Date('2026-11-21T10:24:00Z');
const make = (count: number) => [...demoOrders({ count, now, memberIds: [1, 2, 3, 4, 5] })];

test('a demo of 200 orders has every status, ids from 100001, and times until shortly before now', () => {
  const orders = make(200);
  expect(new Set(orders.map((order) => order.processStatus))).toEqual(new Set(statuses));
  expect(orders.map((order) => order.orderId).slice(0, 2)).toEqual(['100001', '100002']);
  const minutesAgo = (now.getTime() - orders.at(-1)!.createdAt!.getTime()) / 60_000;
  expect(minutesAgo).toBeGreaterThanOrEqual(3);
  expect(minutesAgo).toBeLessThan(5);
});

test('the same arguments give the same orders', () => {
  expect(make(50)).toEqual(make(50));
});

test('future orders are in the future, and every address is an example', () => {
  for (const order of make(1_000)) {
    if (order.processStatus === 'Future') expect(order.processingDate! > '2026-11-21').toBe(true);
    expect(order.email).toMatch(/@example\.(com|test)$/);
  }
});
