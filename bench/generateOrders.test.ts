import { checkOrder } from 'shared/api/intake/intakeOrder';
import { generatedOrders } from './generateOrders.ts';

const today = '2026-11-21';
const generate = (count: number, seed = 1) => [...generatedOrders({ count, seed, today })].join('');
const orders = generate(4_000)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, string>);

test('the intake accepts every generated order', () => {
  expect(orders.map((order) => checkOrder(order)).filter((checked) => 'errors' in checked)).toEqual([]);
  expect(new Set(orders.map((order) => order.order_id)).size).toBe(4_000);
});

test('the same seed gives the same orders, another seed gives others', () => {
  expect(generate(50)).toBe(generate(50));
  expect(generate(50, 2)).not.toBe(generate(50));
});

test('orders span three years, several domains and scripts, a tenth unpaid, a tenth in the future', () => {
  const days = orders.map((order) => order.created_at!.slice(0, 10));
  expect(days).toEqual(days.toSorted());
  expect([days[0], days.at(-1)]).toEqual(['2023-11-22', '2026-11-20']);
  const share = (test: (order: Record<string, string>) => boolean) => orders.filter(test).length / orders.length;
  expect(share((order) => !order.paid_at)).toBeCloseTo(0.1, 1);
  expect(share((order) => order.processing_date! > today)).toBeCloseTo(0.1, 1);
  expect(new Set(orders.map((order) => order.landing_domain)).size).toBe(3);
  expect(new Set(orders.map((order) => `${order.first_name} ${order.last_name}`)).size).toBeGreaterThan(200);
});
