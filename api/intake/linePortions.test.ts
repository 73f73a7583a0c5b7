import { linePortions } from './linePortions.ts';

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function cut(text: string, { piece = 7, size = 20, longest = 20 } = {}) {
  const found = [];
  for await (const portion of linePortions(pieces(text, piece), { size, longest })) {
    found.push(
      'tooLong' in portion ? portion : { line: portion.firstLine, text: Buffer.from(portion.bytes).toString() },
    );
  }
  return found;
}

const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join('');

test.each([1, 3, 7, 20, 64, 1_000])('portions end where lines end, in pieces of %i bytes', async (piece) => {
  const found = await cut(lines, { piece });
  expect(found.map((portion) => ('text' in portion ? portion.text : '')).join('')).toBe(lines);
  for (const portion of found) {
    expect(portion).toMatchObject({ text: expect.stringMatching(/\n$/) });
    expect(portion).toMatchObject({ text: expect.stringMatching(`^line ${'line' in portion ? portion.line : '?'}\n`) });
  }
});

test('a last line without an end counts, and nothing is made of nothing', async () => {
  expect(await cut('a\nb')).toEqual([{ line: 1, text: 'a\nb' }]);
  expect(await cut('')).toEqual([]);
});

test.each([1, 7, 1_000])('a line that is too long is left out and told, in pieces of %i bytes', async (piece) => {
  const found = await cut(`first\n${'x'.repeat(300)}\nthird\n${'y'.repeat(100)}\nfifth\n`, { piece, longest: 10 });
  expect(found.filter((portion) => 'tooLong' in portion)).toEqual([{ tooLong: 2 }, { tooLong: 4 }]);
  const kept = found.flatMap((portion) => ('text' in portion ? [[portion.line, portion.text]] : []));
  expect(kept).toEqual([
    [1, 'first\n'],
    [3, 'third\n'],
    [5, 'fifth\n'],
  ]);
});

test('memory that is done with is used again', async () => {
  const spare = [new ArrayBuffer(20), new ArrayBuffer(20)];
  const given = [...spare];
  const used = [];
  for await (const portion of linePortions(pieces(lines, 7), { size: 20, longest: 20, spare })) {
    if ('bytes' in portion) used.push(portion.bytes.buffer);
  }
  expect(used[0]).toBe(given[1]);
  expect(used[1]).toBe(given[0]);
});
