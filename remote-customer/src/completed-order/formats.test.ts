import { clockTime, fileDescription, yourTime } from './formats.ts';

test('a time in this year has no year', () => {
  expect(yourTime('2026-11-21T20:24:00', new Date('2026-11-22T09:00:00'))).toBe('21 November, 8:24 pm your time');
});

test('a time in another year has its year', () => {
  expect(yourTime('2025-12-31T08:05:00', new Date('2026-01-02T09:00:00'))).toBe('31 December 2025, 8:05 am your time');
});

test('five past midnight is 12:05 am', () => {
  expect(clockTime(new Date('2026-11-21T00:05:00'))).toBe('12:05 am');
});

test.each([
  ['application/pdf', 3_250_000, 'PDF, 3.1 MB'],
  ['image/jpeg', 20 * 1024 ** 2, 'JPEG image, 20 MB'],
  ['application/pdf', 48_300, 'PDF, 47 KB'],
  ['application/octet-stream', 12, 'File, 1 KB'],
])('%s of %i bytes is shown as %s', (content_type, size, text) => {
  expect(fileDescription({ content_type, size })).toBe(text);
});
