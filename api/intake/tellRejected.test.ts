import { tellRejected } from './tellRejected.ts';

test('a line is told by its number, the order that it names, and what is wrong in it', () => {
  expect(tellRejected({ line: 5_000, order_id: '999999', errors: { email: 'Must be an e-mail address' } })).toBe(
    'Line 5,000 (order 999999): email: Must be an e-mail address',
  );
  expect(tellRejected({ line: 10, order_id: null, errors: { line: 'Is not JSON' } })).toBe('Line 10: Is not JSON');
});

test('of many faults the first three are told', () => {
  const errors = { city: 'Required', email: 'Required', street: 'Required', amount: 'Required', currency: 'Required' };
  expect(tellRejected({ line: 1, order_id: null, errors })).toBe(
    'Line 1: city: Required; email: Required; street: Required; and 2 more',
  );
});

test('nothing that a sender wrote does anything to the terminal', () => {
  const told = tellRejected({ line: 1, order_id: '\u001b[2J12', errors: { 'a\r\nb\u202e': 'There is no such field' } });
  expect(told).toBe('Line 1 (order \ufffd[2J12): a\ufffd\ufffdb\ufffd: There is no such field');
});
