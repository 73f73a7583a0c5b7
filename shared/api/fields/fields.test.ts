import * as v from 'valibot';
import { allCalls } from '../allCalls.ts';
import type { Call } from '../call.ts';
import { version } from './fields.ts';
import { folderCalls } from '../folderCalls.ts';
import { orderCalls, remarkInput } from '../orderCalls.ts';
import { loginInput } from '../sessionCalls.ts';
import { trackOrderInput } from '../trackOrderCall.ts';

const textsOf = (schema: v.GenericSchema, input: unknown) =>
  v.flatten(v.safeParse(schema, input).issues ?? ([] as never)).nested;

test('the sign-in form reports missing and invalid fields', () => {
  expect(textsOf(loginInput, { email: '', password: '' })).toEqual({
    email: ['Email Address is required'],
    password: ['Password is required'],
  });
  expect(textsOf(loginInput, {})).toEqual({ email: ['Email Address is required'], password: ['Password is required'] });
  expect(textsOf(loginInput, { email: 'ada', password: 'x' })).toEqual({ email: ['Invalid email address'] });
});

test('the remark and tracking forms have their required texts', () => {
  expect(textsOf(remarkInput, { orderId: '100471', remark: '  ' })).toEqual({ remark: ['Please enter your remark'] });
  expect(textsOf(trackOrderInput, {})).toEqual({
    orderId: ['Please enter your orderId'],
    email: ['Please enter your email'],
  });
});

test('the email of a tracked order is converted to lower case here', () => {
  const emailOf = (email: string) => v.parse(trackOrderInput, { orderId: '100471', email }).email;
  expect(emailOf(' ETIENNE@Example.com ')).toBe('etienne@example.com');
  for (const email of ['etİenne@example.com', 'etienne', `${'x'.repeat(250)}@example.com`]) {
    expect(textsOf(trackOrderInput, { orderId: '100471', email })).toEqual({
      email: [expect.stringMatching(/address/)],
    });
  }
});

test.each(['a\0b', 'a\x1fb', 'a\ud800', '\udc00b'])('unstorable text such as %j is refused', (text) => {
  const wrong = ['This contains characters that cannot be stored'];
  const { remark, orderId, email } = { remark: text, orderId: text, email: `${text}@example.com` };
  expect(textsOf(remarkInput, { orderId: '100471', remark })).toEqual({ remark: wrong });
  expect(textsOf(trackOrderInput, { orderId, email })).toEqual({ orderId: wrong, email: wrong });
  expect(textsOf(loginInput, { email, password: 'x' })).toMatchObject({ email: [wrong[0]] });
  expect(textsOf(orderCalls.assign.input, { orderId: '100471', assignto: text })).toEqual({ assignto: wrong });
});

test('a remark may have several lines, tabs and letters of any script', () => {
  const remark = 'Called\r\n\tagain 👋🏽 ā';
  expect(v.parse(remarkInput, { orderId: '100471', remark })).toMatchObject({ remark });
});

test.each(['\u0007', '\0', '\u0085 \x1f'])('a search for %j alone is refused', (searchVal) => {
  const wrong = ['Search text is required'];
  const folder = { folderName: 'newOrder', searchVal };
  expect(textsOf(folderCalls.search.input, { start: 0, end: 10, ...folder })).toEqual({ searchVal: wrong });
  expect(textsOf(orderCalls.restore.input, folder)).toEqual({ searchVal: wrong });
  expect(v.parse(orderCalls.restore.input, { ...folder, searchVal: ' ' })).toMatchObject({ searchVal: '' });
});

test.each([
  [{}, { page: 1, limit: 10 }],
  [
    { page: '3', limit: '500' },
    { page: 3, limit: 500 },
  ],
  [{ limit: 'all' }, { page: 1, limit: 'all' }],
])('the list request %j is parsed as %j', (query, expected) => {
  expect(v.parse(folderCalls.list.input, { orderName: 'newOrder', ...query })).toMatchObject(expected);
});

test.each([
  { page: '0' },
  { page: '-1' },
  { page: 'x' },
  { limit: '0' },
  { limit: '501' },
  { limit: 'some' },
  { page: '1.5' },
])('the list request %j is refused', (query) => {
  expect(v.safeParse(folderCalls.list.input, { orderName: 'newOrder', ...query }).success).toBe(false);
});

test('a version is a positive whole number, and text in a form', () => {
  for (const given of [1, 2, 2_147_483_647, '1', '2147483647']) expect(v.parse(version, given)).toBe(Number(given));
  expect(v.parse(version, undefined)).toBeUndefined();
  const wrong = [
    0,
    -1,
    1.5,
    9_999_999_999,
    2_147_483_648,
    1e300,
    NaN,
    Infinity,
    '',
    '0',
    '-1',
    '1e3',
    '9999999999',
    null,
  ];
  for (const given of wrong) expect([given, v.is(version, given)]).toEqual([given, false]);
});

test('every call that accepts an order’s version has the same field for it', () => {
  const entriesOf = ({ input }: Call) => (input as unknown as { entries?: Record<string, unknown> }).entries ?? {};
  const taken = Object.values<Call>(allCalls).map((call) => 'orderId' in entriesOf(call) && entriesOf(call).version);
  const given = taken.filter(Boolean);
  expect(given.length).toBeGreaterThan(2);
  expect(new Set(given)).toEqual(new Set([version]));
});
