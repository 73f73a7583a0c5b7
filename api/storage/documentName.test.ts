import { downloadNameOf, originalNameOf } from './documentName.ts';

test('an original name keeps neither folders nor what cannot be seen', () => {
  expect(originalNameOf('C:\\Users\\tia\\scan\u202e\u0000 1.pdf')).toBe('scan 1.pdf');
  expect(originalNameOf('../../etc/passwd')).toBe('passwd');
  expect(originalNameOf('申告書.pdf')).toBe('申告書.pdf');
});

test('a name too long keeps its end, and a missing one has a substitute', () => {
  expect(originalNameOf(`${'x'.repeat(500)}.pdf`)).toHaveLength(200);
  expect(originalNameOf(`${'x'.repeat(500)}.pdf`)).toMatch(/x\.pdf$/);
  expect(originalNameOf(undefined)).toBe('document');
  expect(originalNameOf('folder/')).toBe('document');
});

test('a download is named by its order', () => {
  expect(downloadNameOf({ orderId: '100471', file1: 'AbC.dEf.jpg' })).toBe('Travel declaration 100471.jpg');
});
