import { firstStatus } from './firstStatus.ts';
import { orderStatus } from './orderStatus.ts';

const today = '2026-03-10';
const paid = { processingDate: null, paidAt: new Date('2026-03-01'), processingMode: 'standard' } as const;

test('with a processing date ahead an order is in Future, paid or not', () => {
  expect(firstStatus({ ...paid, processingDate: '2026-03-11' }, today)).toBe('Future');
  expect(firstStatus({ ...paid, processingDate: '2027-01-01', paidAt: null }, today)).toBe('Future');
});

test('from its processing date on, an unpaid order is Pending', () => {
  expect(firstStatus({ ...paid, paidAt: null }, today)).toBe('Pending');
  expect(firstStatus({ ...paid, processingDate: today, paidAt: null }, today)).toBe('Pending');
});

test('a paid order’s status follows its processing mode', () => {
  expect(firstStatus(paid, today)).toBe('New');
  expect(firstStatus({ ...paid, processingDate: today, processingMode: 'priority' }, today)).toBe('Priority');
});

test('the result agrees with what the statuses say about promotion and payment', () => {
  const answers = [null, new Date()].flatMap((paidAt) =>
    (['standard', 'priority'] as const).map((processingMode) =>
      firstStatus({ processingDate: today, paidAt, processingMode }, today),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(orderStatus.Future.otherTransitions?.promotion));
});
