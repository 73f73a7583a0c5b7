import { arrivalStatus } from './arrivalStatus';
import { orderStatus } from './orderStatus';

const today = '2026-03-10';
const paid = { processingDate: null, paidAt: new Date('2026-03-01'), processingMode: 'standard' } as const;

test('a day that lies ahead makes it a future order, paid or not', () => {
  expect(arrivalStatus({ ...paid, processingDate: '2026-03-11' }, today)).toBe('Future');
  expect(arrivalStatus({ ...paid, processingDate: '2027-01-01', paidAt: null }, today)).toBe('Future');
});

test('from its day on, an order that is not paid is pending', () => {
  expect(arrivalStatus({ ...paid, paidAt: null }, today)).toBe('Pending');
  expect(arrivalStatus({ ...paid, processingDate: today, paidAt: null }, today)).toBe('Pending');
});

test('a paid one goes by its processing mode', () => {
  expect(arrivalStatus(paid, today)).toBe('New');
  expect(arrivalStatus({ ...paid, processingDate: today, processingMode: 'priority' }, today)).toBe('Priority');
});

test('what the statuses say of promotion and payment is what it answers', () => {
  const answers = [null, new Date()].flatMap((paidAt) =>
    (['standard', 'priority'] as const).map((processingMode) =>
      arrivalStatus({ processingDate: today, paidAt, processingMode }, today),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(orderStatus.Future.leaves?.promotion));
});
