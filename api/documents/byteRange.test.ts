import { byteRange } from './serveDocument.ts';

test('a range has both ends, and ends with the file at the latest', () => {
  expect(byteRange('bytes=0-9', 100)).toEqual({ first: 0, last: 9 });
  expect(byteRange('bytes=90-', 100)).toEqual({ first: 90, last: 99 });
  expect(byteRange('bytes=90-500', 100)).toEqual({ first: 90, last: 99 });
  expect(byteRange('bytes=-10', 100)).toEqual({ first: 90, last: 99 });
  expect(byteRange('bytes=-500', 100)).toEqual({ first: 0, last: 99 });
});

test('a range that begins after the end cannot be satisfied', () => {
  expect(byteRange('bytes=100-', 100)).toBe('unsatisfiable');
  expect(byteRange('bytes=100-200', 100)).toBe('unsatisfiable');
  expect(byteRange('bytes=-0', 100)).toBe('unsatisfiable');
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable');
});

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=9-0', 'bytes=0-1,5-6', 'items=0-9', 'bytes=a-b'])(
  'the header %p asks for no part, so all bytes are sent',
  (header) => expect(byteRange(header, 100)).toBeNull(),
);
