import * as v from 'valibot';
import { oneOrManyOrderIds } from './fields.ts';
import { orderCalls, remarkInput } from './orderCalls.ts';
import { loginInput } from './sessionCalls.ts';
import { trackOrderInput } from './customerCalls.ts';

const textsOf = (schema: v.GenericSchema, input: unknown) =>
  v.flatten(v.safeParse(schema, input).issues ?? ([] as never)).nested;

test('the sign-in form says what is missing and what is wrong', () => {
  expect(textsOf(loginInput, { email: '', password: '' })).toEqual({
    email: ['Email Address is required'],
    password: ['Password is required'],
  });
  expect(textsOf(loginInput, {})).toEqual({ email: ['Email Address is required'], password: ['Password is required'] });
  expect(textsOf(loginInput, { email: 'ada', password: 'x' })).toEqual({ email: ['Invalid email address'] });
});

test('the remark and tracking forms have their texts', () => {
  expect(textsOf(remarkInput, { orderId: '100471', remark: '  ' })).toEqual({ remark: ['Please enter your remark'] });
  expect(textsOf(trackOrderInput, {})).toEqual({
    orderId: ['Please enter your orderId'],
    email: ['Please enter your email'],
  });
});

test('one order id or many become a list without repeats; more than 500 or none are refused', () => {
  expect(v.parse(oneOrManyOrderIds, '100471')).toEqual(['100471']);
  expect(v.parse(oneOrManyOrderIds, ['100471', '100472', '100471'])).toEqual(['100471', '100472']);
  expect(v.safeParse(oneOrManyOrderIds, []).success).toBe(false);
  expect(
    v.safeParse(
      oneOrManyOrderIds,
      Array.from({ length: 501 }, (_, i) => String(100001 + i)),
    ).success,
  ).toBe(false);
  expect(v.safeParse(oneOrManyOrderIds, '12').success).toBe(false);
});

test.each([
  [{}, { page: 1, limit: 10 }],
  [
    { page: '3', limit: '500' },
    { page: 3, limit: 500 },
  ],
  [{ limit: 'all' }, { page: 1, limit: 'all' }],
])('a list request %j is read as %j', (query, expected) => {
  expect(v.parse(orderCalls.list.input, { orderName: 'newOrder', ...query })).toMatchObject(expected);
});

test.each([
  { page: '0' },
  { page: '-1' },
  { page: 'x' },
  { limit: '0' },
  { limit: '501' },
  { limit: 'some' },
  { page: '1.5' },
])('a list request %j is refused', (query) => {
  expect(v.safeParse(orderCalls.list.input, { orderName: 'newOrder', ...query }).success).toBe(false);
});
