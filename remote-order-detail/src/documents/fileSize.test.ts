import { fileSize, uploadProgress } from './fileSize.ts';

test('sizes are shown in the largest unit with at least 1', () => {
  expect(fileSize(0)).toBe('0 B');
  expect(fileSize(1023)).toBe('1023 B');
  expect(fileSize(1024)).toBe('1.0 KB');
  expect(fileSize(3_250_586)).toBe('3.1 MB');
});

test('the progress of an upload is shown in the unit of the whole', () => {
  expect(uploadProgress({ sent: 0, total: 3_250_586, elapsed: 5000 })).toBe('0.0 of 3.1 MB');
  expect(uploadProgress({ sent: 1_992_294, total: 3_250_586, elapsed: 100 })).toBe('1.9 of 3.1 MB');
});

test('the time left is estimated from the speed so far', () => {
  expect(uploadProgress({ sent: 500, total: 1000, elapsed: 4000 })).toBe('500 of 1000 B · 4 s left');
  expect(uploadProgress({ sent: 100, total: 1000, elapsed: 20_000 })).toBe('100 of 1000 B · 3 min left');
});

test('no time is shown before there is a speed, or after the last byte', () => {
  expect(uploadProgress({ sent: 0, total: 1000, elapsed: 5000 })).toBe('0 of 1000 B');
  expect(uploadProgress({ sent: 10, total: 1000, elapsed: 100 })).toBe('10 of 1000 B');
  expect(uploadProgress({ sent: 1000, total: 1000, elapsed: 5000 })).toBe('1000 B · Checking and storing…');
});
