import { fileSize, sizeProgress } from './DocumentPreview.tsx';

test('sizes are shown in the largest unit with at least 1', () => {
  expect(fileSize(0)).toBe('0 B');
  expect(fileSize(1023)).toBe('1023 B');
  expect(fileSize(1024)).toBe('1.0 KB');
  expect(fileSize(3_250_586)).toBe('3.1 MB');
});

test('a part of a file is shown in the unit of the whole', () => {
  expect(sizeProgress(0, 3_250_586)).toBe('0.0 of 3.1 MB');
  expect(sizeProgress(1_992_294, 3_250_586)).toBe('1.9 of 3.1 MB');
});
