import { timeLeft } from './UploadFields.tsx';

test('the time left is estimated from the speed so far', () => {
  expect(timeLeft(500, 1000, 4000)).toBe('4 s left');
  expect(timeLeft(100, 1000, 20_000)).toBe('3 min left');
});

test('no time is shown before there is a speed, or after the last byte', () => {
  expect(timeLeft(0, 1000, 5000)).toBeNull();
  expect(timeLeft(10, 1000, 100)).toBeNull();
  expect(timeLeft(1000, 1000, 5000)).toBeNull();
});
