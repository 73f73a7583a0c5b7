import { applicableIds } from './BulkActions.tsx';
import { needsConfirmation } from './useOrderActions.ts';

test.each([
  ['assign', 50, false, false],
  ['assign', 51, false, true],
  ['release', 1, true, true],
  ['delete', 1, false, true],
  ['restore', 500, false, false],
  ['refund', 1, false, false],
  ['refund', 2, false, true],
  ['handle', 500, false, false],
  ['handle', 1, true, true],
  ['refund', 1, true, true],
] as const)('%s of %d orders (a whole folder: %j) asks first: %j', (action, count, isAll, confirmed) => {
  expect(needsConfirmation(action, { count, isAll })).toBe(confirmed);
});

test('refunded orders are not refunded again; Delete applies to every order', () => {
  const selected = new Map([
    ['1', 'Refunds'],
    ['2', 'Completed Refunds'],
    ['3', null],
  ] as const);
  expect(applicableIds('refund', selected)).toEqual(['1', '3']);
  expect(applicableIds('delete', selected)).toEqual(['1', '2', '3']);
});
