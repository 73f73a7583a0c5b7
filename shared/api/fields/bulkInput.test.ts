import * as v from 'valibot';
import { bulkBodyLimit, bulkInput, maxBulkOrders, orderIds } from './bulkInput.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => String(100_001 + index));
const textsOf = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input).issues?.map(({ message }) => message);

test('one order id or several become a list without duplicates', () => {
  expect(v.parse(orderIds, '100471')).toEqual(['100471']);
  expect(v.parse(orderIds, ['100471', '100472', '100471'])).toEqual(['100471', '100472']);
});

test('an empty list, a wrong id and more than 50,000 ids are refused', () => {
  expect(textsOf(orderIds, [])).toEqual(['Select at least one order']);
  expect(textsOf(orderIds, '12')).toEqual(['An order ID has 6 to 18 digits']);
  expect(textsOf(orderIds, many(maxBulkOrders + 1))).toEqual(['At most 50,000 orders at once']);
  expect(v.parse(orderIds, many(maxBulkOrders))).toHaveLength(50_000);
});

test('of many wrong ids only the first is reported', () => {
  expect(
    textsOf(
      orderIds,
      many(10).map(() => 'x'),
    ),
  ).toEqual(['An order ID has 6 to 18 digits']);
});

test('the body limit fits the maximum number of ids at their maximum length', () => {
  const body = JSON.stringify({ orderId: Array.from({ length: maxBulkOrders }, () => '9'.repeat(18)) });
  expect(body.length).toBeLessThan(bulkBodyLimit);
});

test('orders are given by id or by their folder, not by both', () => {
  const input = bulkInput({});
  const wrong = ['Pass either order IDs or a folder name'];
  expect(textsOf(input, { orderId: '100471' })).toBeUndefined();
  expect(textsOf(input, { folderName: 'newOrder' })).toBeUndefined();
  expect(textsOf(input, {})).toEqual(wrong);
  expect(textsOf(input, { orderId: '100471', folderName: 'newOrder' })).toEqual(wrong);
});
