import { orderOf } from '../testing/orders.ts';
import { fillSnippet, snippetFields } from './fillSnippet.ts';

test('a snippet’s fields are those of the order', () => {
  const order = orderOf({ first_name: 'Siobhán', order_id: '100471', processing_date: '2026-11-21' });
  expect(fillSnippet('Called {first_name} about {order_id}, due {processing_date}.', order)).toBe(
    'Called Siobhán about 100471, due 21-11-2026 (UTC).',
  );
});

test('what the order does not have is empty, and what is no field stays', () => {
  expect(fillSnippet('[{telephone}] {nickname} {constructor}', orderOf({ phone_number: null }))).toBe(
    '[] {nickname} {constructor}',
  );
});

test('what stands in a field is never filled in again', () => {
  expect(fillSnippet('{first_name}', orderOf({ first_name: '{email}' }))).toBe('{email}');
});

test.each(snippetFields)('{%s} is a field of every order', (name) => {
  expect(fillSnippet(`{${name}}`, orderOf())).not.toContain('{');
});
