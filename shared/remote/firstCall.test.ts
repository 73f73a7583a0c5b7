import { encodeOrderId } from '../format/orderIdCode.ts';
import { firstCallInput } from './firstCall.ts';
import type { FirstCall } from './remoteDescriptor.ts';

const list: FirstCall = {
  path: '/admin/get-orders-list/:orderName',
  input: {
    orderName: { is: 'newOrder' },
    page: { query: 'page', otherwise: 1 },
    limit: { query: 'rows', otherwise: 10 },
    userName: { member: 'name' },
  },
};
const order: FirstCall = { path: '/admin/get-orders-details/:orderId', input: { orderId: { orderOf: 'code' } } };

const at = (query: string, params = {}, memberName: string | undefined = 'Max Manager') => ({
  params,
  search: new URLSearchParams(query),
  memberName,
});

test('a call’s input comes from the URL and the session', () => {
  expect(firstCallInput(list, at('page=3'))).toEqual({
    orderName: 'newOrder',
    page: '3',
    limit: '10',
    userName: 'Max Manager',
  });
});

test('an order’s code in the URL becomes its id', () => {
  expect(firstCallInput(order, at('', { code: encodeOrderId('100471') }))).toEqual({ orderId: '100471' });
});

test.each([
  ['a parameter that the call does not know', firstCallInput(list, at('page=3&q=smith'))],
  ['nobody signed in', firstCallInput(list, { ...at(''), memberName: undefined })],
  ['an invalid code', firstCallInput(order, at('', { code: 'nonsense' }))],
  ['no code', firstCallInput(order, at(''))],
])('with %s there is no first call', (_what, input) => {
  expect(input).toBeNull();
});
