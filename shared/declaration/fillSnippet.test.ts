import { orderOf } from '../testing/orders.ts';
import { fillSnippet, snippetFields } from './fillSnippet.ts';

test('a snippet’s placeholders are replaced by the order’s values', () => {
  const order = orderOf({ first_name: 'Siobhán', order_id: '100471', processing_date: '2026-11-21' });
  expect(fillSnippet('Called {first_name} about {order_id}, due {processing_date}.', order)).toBe(
    'Called Siobhán about 100471, due 21-11-2026 (UTC).',
  );
});

test('a missing value becomes empty, and an unknown placeholder stays', () => {
  expect(fillSnippet('[{telephone}] {nickname} {constructor}', orderOf({ phone_number: null }))).toBe(
    '[] {nickname} {constructor}',
  );
});

test('a placeholder inside a value is not replaced', () => {
  expect(fillSnippet('{first_name}', orderOf({ first_name: '{email}' }))).toBe('{email}');
});

test.each(snippetFields)('{%s} is a field of every order', (name) => {
  expect(fillSnippet(`{${name}}`, orderOf())).not.toContain('{');
});
