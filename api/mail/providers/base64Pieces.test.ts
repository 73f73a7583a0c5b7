import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { base64Pieces, withPieces } from './base64Pieces.ts';

test.each([0, 1, 2, 3, 100, 1_001])('%p bytes in pieces of any size are what they are in base64', async (size) => {
  const bytes = randomBytes(size);
  for (const piece of [1, 2, 3, 7, 500]) {
    const chunks = Array.from({ length: Math.ceil(size / piece) }, (_, n) =>
      bytes.subarray(n * piece, (n + 1) * piece),
    );
    const pieces = await base64Pieces(Readable.from(chunks, { objectMode: false }));
    expect(Buffer.concat(pieces).toString()).toBe(bytes.toString('base64'));
  }
});

test('they take the place of the mark, and are not kept', () => {
  const pieces = [Buffer.from('QU'), Buffer.from('JD')];
  expect(withPieces('{"é":"mark","b":1}', 'mark', pieces).toString()).toBe('{"é":"QUJD","b":1}');
  expect(pieces).toEqual([]);
  expect(() => withPieces('{}', 'mark', [])).toThrow('no place');
});
