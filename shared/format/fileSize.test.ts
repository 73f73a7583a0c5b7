import { fileSize } from './fileSize.ts';

test.each([
  [0, '1 KB'],
  [48_300, '47 KB'],
  [1_048_575, '1 MB'],
  [3_250_586, '3.1 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
