import { fileDescription } from './ReadyOrder.tsx';

test.each([
  ['application/pdf', 3_250_000, 'PDF, 3.1 MB'],
  ['image/jpeg', 20 * 1024 ** 2, 'JPEG image, 20 MB'],
  ['application/pdf', 48_300, 'PDF, 47 KB'],
  ['application/octet-stream', 12, 'File, 1 KB'],
])('%s of %i bytes is told as %s', (content_type, size, text) => {
  expect(fileDescription({ content_type, size })).toBe(text);
});
