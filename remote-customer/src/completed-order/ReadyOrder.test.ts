import { downloadLocation } from './ReadyOrder.tsx';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, /Files app/],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, /Files app/],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, /Files or My Files/],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, /your Downloads folder/],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, /your Downloads folder/],
])('%s with %i touch points', (userAgent, maxTouchPoints, text) => {
  expect(downloadLocation({ userAgent, maxTouchPoints })).toMatch(text);
});
