import { defencePackCalls } from '../../api/defencePackCalls.ts';
import { gatewayCalls } from '../../api/gatewayCalls.ts';
import { folderCalls } from '../../api/folderCalls.ts';
import { orderCalls } from '../../api/orderCalls.ts';
import { queryOptions } from './useCall.ts';

test('a list’s key starts with its folder, wherever the call names the folder', () => {
  const keys = [
    queryOptions(folderCalls.list, { orderName: 'newOrder' }),
    queryOptions(folderCalls.search, { folderName: 'myOrder', searchVal: 'Max', start: 0, end: 10 }),
    queryOptions(folderCalls.futureMonths, {}),
    queryOptions(defencePackCalls.disputes, { page: 1, limit: 5 }),
  ].map(({ queryKey }) => queryKey[0]);
  expect(keys).toEqual(['newOrder', 'myOrder', 'futureOrder', 'chargeBack']);
});

test('an order’s key starts with order, and the gateways’ with desk', () => {
  expect(queryOptions(orderCalls.details, { orderId: '100471' }).queryKey[0]).toBe('order');
  expect(queryOptions(gatewayCalls.gateways, {}).queryKey[0]).toBe('desk');
});

test('numbers and texts give the same key, and missing values are left out', () => {
  const page = { orderName: 'newOrder', month: undefined } as const;
  expect(queryOptions(folderCalls.list, { ...page, page: 2 }).queryKey).toEqual([
    'newOrder',
    folderCalls.list.path,
    { orderName: 'newOrder', page: '2' },
  ]);
});
