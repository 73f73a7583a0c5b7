import { clockTime, yourTime } from './orderStages.ts';

test('a moment of this year needs no year', () => {
  expect(yourTime('2026-11-21T20:24:00', new Date('2026-11-22T09:00:00'))).toBe('21 November, 8:24 pm your time');
});

test('a moment of another year has it', () => {
  expect(yourTime('2025-12-31T08:05:00', new Date('2026-01-02T09:00:00'))).toBe('31 December 2025, 8:05 am your time');
});

test('midnight is 12:05 am', () => {
  expect(clockTime(new Date('2026-11-21T00:05:00'))).toBe('12:05 am');
});
