import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { documentTypeOf } from 'shared/rules/documentTypes';
import { bombPdf, pdfOfPages, protectedPdf, pngOf } from '../testing/pdf/badPdf.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { readDocument, readingLimits } from './readDocument.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-document-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Buffer, limits = readingLimits) {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return readDocument({ path: file, field: 'uploadVisaDoc' }, documentTypeOf(bytes)!, limits);
}

test('the text of a PDF is read, line by line; an empty page has none', async () => {
  await expect(read(pdfOf({ lines: ['Passport Z0000271', 'TANE, Mere'] }))).resolves.toMatch(
    /^Passport Z0000271\s+TANE, Mere\s+$/,
  );
  expect((await read(pdfOf())).trim()).toBe('');
});

test('a picture has no text, and at most 100 million pixels', async () => {
  await expect(read(pngOf(10_000, 10_000))).resolves.toBe('');
  await expect(read(pngOf(30_000, 30_000))).rejects.toMatchObject({
    httpStatus: 413,
    message: 'This image has 30,000 × 30,000 pixels. The limit is 100 million.',
  });
});

test('300 pages are accepted, one more is refused', async () => {
  await expect(read(pdfOfPages(300))).resolves.toMatch(/^\s*$/);
  await expect(read(pdfOfPages(5_000))).rejects.toMatchObject({
    httpStatus: 413,
    message: 'This PDF has 5,000 pages. The limit is 300.',
  });
});

test('a PDF with a password is refused as such', async () => {
  await expect(read(protectedPdf())).rejects.toMatchObject({
    httpStatus: 415,
    message: 'This PDF is protected by a password. Save it without one, then choose it again.',
  });
});

test.each([
  ['PDF', Buffer.from('%PDF-1.7\nhello\n%%EOF\n')],
  ['PNG', pngOf(10, 10).subarray(0, 14)],
  ['JPEG', Buffer.from('ffd8ffe000104a46', 'hex')],
  ['WebP', Buffer.from('RIFF\x1a\0\0\0WEBP', 'latin1')],
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
])('a %s that cannot be opened counts as damaged', async (label, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({
    httpStatus: 415,
    message: `This ${label} is damaged and cannot be opened. Save it again, then choose it again.`,
  });
});

const tooMuchWork = {
  httpStatus: 415,
  message: 'This PDF is too complex to open. Print it to a new PDF, then choose that one.',
};

/** PDFs that take too much memory or time: very many blanks, and a list without an end. */
const blanks = () => bombPdf(Buffer.alloc(150_000_000, ' '));
const endless = () => bombPdf(Buffer.concat([Buffer.from('['), Buffer.alloc(20_000_000, '1 ')]));

test.each([
  ['memory outside the heap', blanks, { outsideHeap: 48 * 1_048_576 }],
  ['time', blanks, { ms: 100 }],
  ['objects', endless, { heapMb: 24 }],
])('reading a PDF over the limit of %s is aborted, and nothing else is', async (_what, bomb, limit) => {
  await expect(read(bomb(), { ...readingLimits, ...limit })).rejects.toMatchObject(tooMuchWork);
});

test('many hostile documents neither fill memory nor stop the process from responding', async () => {
  const bomb = blanks();
  const limits = { ...readingLimits, outsideHeap: 48 * 1_048_576 };
  await read(bomb, limits).catch(() => {});
  const before = process.memoryUsage().rss;
  const watched = new AbortController();
  let turns = 0;
  const turning = (async () => {
    for await (const _ of setInterval(5, null, { signal: watched.signal })) turns += 1;
  })().catch(() => {});
  for (let times = 0; times < 2; times += 1) await expect(read(bomb, limits)).rejects.toMatchObject(tooMuchWork);
  watched.abort();
  await turning;
  expect(turns).toBeGreaterThan(10);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
});
