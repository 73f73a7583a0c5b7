import { fileDescription } from './fileSize.ts';
import { downloadLocation } from './ReadyOrder.tsx';

test.each([
  ['application/pdf', 3_250_000, 'PDF, 3.1 MB'],
  ['image/jpeg', 20 * 1024 ** 2, 'JPEG image, 20 MB'],
  ['application/pdf', 48_300, 'PDF, 47 KB'],
  ['application/octet-stream', 12, 'File, 1 KB'],
])('%s of %i bytes is shown as %s', (content_type, size, text) => {
  expect(fileDescription({ content_type, size })).toBe(text);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, /Files app/],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, /Files app/],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, /Files or My Files/],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, /your Downloads folder/],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, /your Downloads folder/],
])('%s with %i touch points', (userAgent, maxTouchPoints, text) => {
  expect(downloadLocation({ userAgent, maxTouchPoints })).toMatch(text);
});
