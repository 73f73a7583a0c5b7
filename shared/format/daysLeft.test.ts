import { daysLeft } from './daysLeft.ts';

test('days are shown as left, as the last day, or as overdue', () => {
  expect([20, 1, 0, -1, -12].map(daysLeft)).toEqual([
    '20 days left',
    '1 day left',
    'Last day',
    '1 day overdue',
    '12 days overdue',
  ]);
});
