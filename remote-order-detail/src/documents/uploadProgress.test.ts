import { uploadProgress } from './useUploadForm.ts';

const total = 3_250_586;

test('the progress of an upload has both sizes', () => {
  expect(uploadProgress({ sent: 1_992_294, total, elapsed: 100 })).toBe('1.9 MB of 3.1 MB');
});

test.each([
  [total / 2, 4_000, '1.6 MB of 3.1 MB · 4 s left'],
  [total / 10, 20_000, '317 KB of 3.1 MB · 3 min left'],
])('after %d bytes in %d ms, it says %s', (sent, elapsed, text) => {
  expect(uploadProgress({ sent, total, elapsed })).toBe(text);
});

test('no time is shown before there is a speed, or after the last byte', () => {
  expect(uploadProgress({ sent: 0, total, elapsed: 5_000 })).toBe('3.1 MB');
  expect(uploadProgress({ sent: 10, total, elapsed: 100 })).toBe('1 KB of 3.1 MB');
  expect(uploadProgress({ sent: total, total, elapsed: 5_000 })).toBe('3.1 MB · Checking and storing…');
});
