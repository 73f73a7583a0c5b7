import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { packLimits } from 'shared/rules/defencePacks';
import { makePdf, pdfLimits } from '../pdf/makePdf.ts';
import { bombPdf } from '../testing/pdf/badPdf.ts';
import { openPdf, rolesIn } from '../testing/pdf/openPdf.ts';
import { manyRecords, ordinaryFacts, packSourcesOf, factOf } from '../testing/packSourcesOf.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { endPdfProcess, onLinux, pdfProcesses } from '../testing/pdf/pdfProcesses.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { packPdf, packPdfLimits, type RenderedPack } from './packRoutes.ts';

/** Long limits, because a busy machine may be slower than the product allows. */
const patient = packPdfLimits(250);
const makePack: typeof packPdf = (sources, file, times = patient) => packPdf(sources, file, times);

/** The text of each page, with a blank between runs and a line break between lines. */
async function pagesOf({ bytes }: Pick<RenderedPack, 'bytes'>): Promise<string[]> {
  const pdf = await openPdf(bytes);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  return pages;
}

/** Removes whitespace, because line breaks and gaps depend on the layout. */
const flat = (text: string) => text.replace(/\s+/g, '');

const aDocument = { contentType: 'application/pdf', bytes: pdfOf({ lines: ['New Zealand', 'Z0000904'] }) };

test.each([1, 2] as const)(
  'the PDF of pack %i has all of its content, and each exhibit is on the pages that page 1 names',
  async (type) => {
    const made = await makePack(packSourcesOf(type), aDocument);
    const pages = await pagesOf(made);
    expect(pages).toHaveLength(made.pages);
    const { content } = made;
    const letter = flat(pages[0]!);
    for (const said of [content.kind, content.title, ...content.summary]) expect(letter).toContain(flat(said));
    for (const { label, said } of content.facts) expect(letter).toContain(flat(label + said));
    for (const { when, what, recordedBy, exhibit } of content.timeline) {
      expect(letter).toContain(flat(when + what + recordedBy + exhibit));
    }
    let next = 2;
    for (const { letter: mark, title, from, to } of made.exhibits) {
      expect(letter).toContain(flat(`${mark}${title}${from === to ? `page ${from}` : `pages ${from} to ${to}`}`));
      expect(from).toBe(next);
      expect(flat(pages[from - 1]!).startsWith(flat(`${mark}Exhibit ${mark}: ${title}`))).toBe(true);
      next = to + 1;
    }
    expect(next).toBe(made.pages + 1);
    for (const { letter: mark, blocks } of content.exhibits) {
      const { from, to } = made.exhibits.find((one) => one.letter === mark)!;
      const text = flat(pages.slice(from - 1, to).join(''));
      for (const block of blocks) {
        if (block.kind === 'said' || block.kind === 'heading') expect(text).toContain(flat(block.said));
        if (block.kind === 'facts') for (const fact of block.facts) expect(text).toContain(flat(fact.join('')));
        if (block.kind === 'table') for (const cell of block.rows.flat()) expect(text).toContain(flat(cell));
      }
    }
    pages.forEach((page, index) => {
      const foot = content.foot;
      expect(flat(page)).toContain(flat(`${foot.pack}${foot.made}Page ${index + 1} of ${made.pages}${foot.hash}`));
    });
  },
);

test('is PDF/UA-1 with title, language, headings, table headers and embedded fonts', async () => {
  const { bytes } = await makePack(packSourcesOf(1), aDocument);
  const pdf = await openPdf(bytes);
  const { info, metadata } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: 'The document was delivered before the dispute. Order 100128', Language: 'en' });
  expect(metadata?.get('pdfuaid:part')).toBe('1');
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const first = rolesIn(await (await pdf.getPage(1)).getStructTree());
  expect(first).toEqual(expect.arrayContaining(['H1', 'H2', 'L', 'LI', 'Table', 'THead', 'TH', 'TD']));
  const last = await (await pdf.getPage(pdf.numPages)).getStructTree();
  expect(JSON.stringify(last)).toContain('Page 1 of 1 of the delivered document');
  const raw = bytes.toString('latin1');
  const fonts = [...raw.matchAll(/\/FontName \/([^\s/]+)/g)].map(([, font]) => font);
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.length).toBe([...raw.matchAll(/\/FontFile[23] /g)].length);
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+NotoSans/);
});

test('the same records and time give the same bytes; another time gives different bytes', async () => {
  const make = async (at: string) =>
    (await makePack(packSourcesOf(2, ordinaryFacts, { at: new Date(at) }), aDocument)).bytes;
  const first = await make('2026-11-21T00:24:10Z');
  expect((await make('2026-11-21T00:24:10Z')).equals(first)).toBe(true);
  expect((await make('2026-11-21T00:25:10Z')).equals(first)).toBe(false);
});

const requireWithinLimits = ({ bytes, pages }: RenderedPack) => {
  expect(pages).toBeLessThanOrEqual(packLimits.pages);
  expect(bytes.length).toBeLessThanOrEqual(packLimits.bytes);
};

test('100 emails and 500 downloads are listed by day, except the first and last, which is stated', async () => {
  const many = manyRecords(100, 500);
  const one = await makePack(packSourcesOf(1, many), aDocument);
  requireWithinLimits(one);
  const mails = flat((await pagesOf(one)).join(''));
  expect(mails).toContain(
    flat('There are 100 emails. The table counts all of them by day; the first 4 and the last 4 follow in full.'),
  );
  expect(mails).toContain(flat('Email 100:'));
  expect(mails).toContain(flat('92 emails omitted here: see the table by day.'));
  expect(mails).toContain(flat('2 emails to oyelaran@example.com: 2 accepted, 2 delivered'));
  const other = await makePack(packSourcesOf(2, many), aDocument);
  requireWithinLimits(other);
  const toldAll = (await pagesOf(other)).join('\n');
  const accesses = flat(toldAll);
  expect(accesses).toContain(
    flat(
      'There are 500 views and downloads. The table counts all of them by day; the first 10 and the last 10 follow in full.',
    ),
  );
  expect(accesses).toContain(flat('480 more omitted here: see the table by day'));
  expect(
    [...toldAll.matchAll(/(\d+)\s+downloads?\s+\((\d+)\s+complete\)/g)].reduce((sum, [, n]) => sum + Number(n), 0),
  ).toBe(500);
});

test.each([1, 2] as const)(
  'even the fullest possible order stays within 20 pages and 2 MB, with one page 1: pack %i',
  async (type) => {
    const long = (n: number) => `${'Ẅ'.repeat(n)} ${'長'.repeat(n)}`;
    const happened = [
      ...manyRecords(400, 2_000),
      ...Array.from({ length: 100 }, (_, n) =>
        factOf.call(`06 10:${String(n % 60).padStart(2, '0')}:00`, { text: long(5_000), by: long(100) }),
      ),
      ...Array.from({ length: 60 }, (_, n) => factOf.document('02 06:40:52', { documentId: n, name: long(200) })),
      ...Array.from({ length: 300 }, (_, n) =>
        factOf.viewed(`0${(n % 9) + 1} 10:00:00`, {
          ip: `2001:db8:85a3:1111:2222:8a2e:370:${n}`,
          browser: `${'W'.repeat(99)}-x-y`,
          os: long(99),
        }),
      ),
      ...Array.from({ length: 50 }, (_, n) =>
        factOf.sent('02 06:41:09', {
          mailId: 1_000 + n,
          recipient: `${'w'.repeat(200)}@example.com`,
          messageId: 'W'.repeat(900),
        }),
      ),
      ...Array.from({ length: 50 }, (_, n) =>
        factOf.event('bounced', '02 06:41:19', { mailId: 1_000 + n, reason: long(900) }),
      ),
    ];
    const order = {
      fullName: long(250),
      email: `${'w'.repeat(200)}@example.com`,
      contactEmailAddress: `${'m'.repeat(200)}@example.com`,
      ...{ merchantName: long(50), transactionId: 'W'.repeat(100), userAgent: long(900) },
    };
    const earlier = Array.from({ length: 200 }, (_, n) => ({
      ...{
        orderId: `${'9'.repeat(15)}${100 + n}`,
        createdAt: new Date(0),
        paidAt: new Date(0),
        amount: '9999999999.99',
      },
      ...{ currency: 'NZD', ip: `2001:db8:85a3:1111:2222:8a2e:370:${n}`, userAgent: null },
    }));
    const pages = await photos(12);
    const made = await makePack(packSourcesOf(type, happened, { order, earlier, by: long(100) }), pages);
    requireWithinLimits(made);
    expect(made.exhibits[0]!.from).toBe(2);
    expect((await pagesOf(made)).join('')).toContain('The first 5 of its 12 pages are shown here.');
  },
);

/** A PDF of `count` pages that show the same photo of 1.5 MB. */
async function photos(count: number) {
  const noise = await sharp(randomBytes(1_200 * 1_600 * 3), { raw: { width: 1_200, height: 1_600, channels: 3 } })
    .blur(1.2)
    .jpeg({ quality: 90 })
    .toBuffer();
  const size = '/Type /XObject /Subtype /Image /Width 1200 /Height 1600 /ColorSpace /DeviceRGB /BitsPerComponent 8';
  const kids = Array.from({ length: count }, (_, n) => `${5 + n} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    `<< ${size} /Filter /DCTDecode /Length ${noise.length} >>\nstream\n${noise.toString('latin1')}\nendstream`,
    '<< /Length 32 >>\nstream\nq 595 0 0 842 0 0 cm /Im Do Q   \nendstream',
    ...Array.from(
      { length: count },
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /Im 3 0 R >> >> >>',
    ),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  const whole = `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}${trailer}`;
  return { contentType: 'application/pdf', bytes: Buffer.from(whole, 'latin1') };
}

const picture = () => sharp({ create: { width: 800, height: 1_100, channels: 3, background: '#aa3311' } });

test.each([
  ['a JPEG', 'image/jpeg', () => picture().jpeg().toBuffer(), true],
  ['a PNG', 'image/png', () => picture().png().toBuffer(), true],
  ['a WebP', 'image/webp', () => picture().webp().toBuffer(), true],
  ['a HEIC', 'image/heic', () => readFile(new URL('../testing/pdf/picture.heic', import.meta.url)), true],
  ['an AVIF that claims to be a HEIC', 'image/heic', () => picture().avif().toBuffer(), true],
  ['a broken HEIC', 'image/heic', async () => Buffer.from('\0\0\0\x18ftypheic', 'latin1'), false],
  ['a broken PDF', 'application/pdf', async () => Buffer.from('%PDF-1.4 nothing'), false],
  ['a picture that is not one', 'image/png', async () => Buffer.from('nothing'), false],
])(
  'a pack shows a document that is %s, or says that it cannot be shown',
  async (_what, contentType, bytesOf, isShown) => {
    const made = await makePack(packSourcesOf(1), { contentType, bytes: await bytesOf() });
    const last = (await pagesOf(made)).at(-1)!;
    expect(flat(last).includes(flat('could not be rendered here. Send the file with this pack.'))).toBe(!isShown);
    expect(made.bytes.includes('/Subtype /Image')).toBe(isShown);
    expect(made.bytes.includes('<pdfuaid:part>1')).toBe(true);
  },
);

test.each([
  ['all', 3, 'The original document is not masked'],
  ['first', 1, 'The first of its 3 pages is shown here.'],
  ['none', 0, 'Its pages are not included in this pack.'],
] as const)('with the setting %s, %i of the document’s 3 pages are shown', async (documentPages, shown, said) => {
  const made = await makePack(packSourcesOf(1, ordinaryFacts, { documentPages }), await photos(3));
  const { from, to } = made.exhibits.at(-1)!;
  expect(to - from + 1).toBe(Math.max(1, shown));
  expect(made.bytes.includes('/Subtype /Image')).toBe(shown > 0);
  const text = flat((await pagesOf(made)).slice(from - 1).join(''));
  expect(text).toContain(flat(said));
  expect(text).toContain(flat('The original document is not masked: it shows passport numbers in full.'));
});

test('for a document too heavy to draw, the pack has no pages and says to attach the file', async () => {
  const bytes = bombPdf(Buffer.alloc(300_000_000, ' '));
  const made = await makePack(packSourcesOf(1), { contentType: 'application/pdf', bytes });
  const pages = await pagesOf(made);
  expect(flat(pages.at(-1)!)).toContain(flat('could not be rendered here. Send the file with this pack.'));
  // Everything else is the same as with the document's pages.
  const { content } = await makePack(packSourcesOf(1), aDocument);
  expect(made.content).toEqual(content);
});

test('a pack that is too heavy even without pages gives advice instead of a retry', async () => {
  const refused = makePack(packSourcesOf(1), aDocument, { ...patient, ms: 0 });
  await expect(refused).rejects.toMatchObject({
    httpStatus: 422,
    message: expect.stringContaining('Print the order page'),
  });
  await expect(refused).rejects.not.toHaveProperty('headers', expect.anything());
});

test('a pack that waits too long for others is refused temporarily', async () => {
  const hungry = new URL('../testing/pdf/hungry.typ', import.meta.url);
  const other = makePdf({
    template: hungry,
    data: { steps: 1_000_000 },
    limits: { ...pdfLimits, ms: 2_000 },
  }).catch(() => 'ended');
  const refused = makePack(packSourcesOf(1), aDocument, { ...patient, wholeMs: 500 });
  await expect(refused).rejects.toMatchObject({ httpStatus: 503, details: { retryAfter: 10 } });
  await expect(other).resolves.toBe('ended');
});

onLinux(
  'if a pack’s process dies, another process makes the pack, without the document that may be the cause',
  async () => {
    // The processes of the previous test may still be ending.
    await pollUntil(pdfProcesses, (left) => left.length === 0);
    const first = makePack(packSourcesOf(1), aDocument);
    const killed = await endPdfProcess();
    const made = await first;
    expect(flat((await pagesOf(made)).at(-1)!)).toContain(flat('could not be rendered here'));
    expect(await pdfProcesses()).not.toContain(killed);
    expect(flat((await pagesOf(await makePack(packSourcesOf(1), aDocument))).at(-1)!)).not.toContain(
      flat('could not be rendered'),
    );
  },
);

onLinux('a pack whose every process dies is refused temporarily, and the next pack is made', async () => {
  let isRefused = false;
  const refused = makePack(packSourcesOf(1), aDocument).finally(() => (isRefused = true));
  const outcome = expect(refused).rejects.toMatchObject({
    ...{ httpStatus: 503, message: expect.stringContaining('Try again in 10 seconds') },
    details: { retryAfter: 10 },
  });
  while (!isRefused) await endPdfProcess(() => isRefused);
  await outcome;
  expect((await makePack(packSourcesOf(1), aDocument)).pages).toBeGreaterThan(3);
});

test('without a file the last exhibit says so, and without a document it is missing', async () => {
  const gone = await makePack(packSourcesOf(1), null);
  expect((await pagesOf(gone)).at(-1)).toContain('cannot be shown here');
  const none = await makePack(packSourcesOf(1, [factOf.placed()]), null);
  expect(none.exhibits.map(({ title }) => title)).not.toContain('The delivered document');
});

test.each([
  ['Arabic', 'محمد بن عبد الله'],
  ['Hebrew', 'דוד בן־גוריון'],
  ['Chinese', '欧阳小明'],
  ['Japanese', '髙橋さくら'],
  ['Korean', '김민준'],
  ['Thai', 'สมชาย ใจดี'],
  ['Hindi', 'राजेश कुमार क्षत्रिय'],
  ['Cyrillic', 'Дмитрий Ёлкин'],
])('a name in %s has a font with its glyphs, and the PDF is PDF/UA', async (_script, fullName) => {
  const made = await makePack(packSourcesOf(1, ordinaryFacts, { order: { fullName } }), aDocument);
  expect(made.bytes.includes('<pdfuaid:part>1')).toBe(true);
  const letters = (text: string) => new Set(text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''));
  const drawn = letters((await pagesOf(made)).join(''));
  expect([...letters(fullName)].filter((letter) => !drawn.has(letter))).toEqual([]);
});

test.each([
  ['Hebrew', 'דוד', 'כהן'],
  ['Arabic', 'محمد', 'مراد'],
])('two words in %s run from right to left', async (_script, first, second) => {
  const order = { fullName: `${first} ${second}` };
  const { bytes } = await makePack(packSourcesOf(1, ordinaryFacts, { order }), aDocument);
  const { items } = await (await (await openPdf(bytes)).getPage(1)).getTextContent();
  const x = (word: string) =>
    items.flatMap((item) => ('str' in item && item.str === word ? [item.transform[4]] : []))[0];
  expect(x(first)).toBeGreaterThan(x(second));
});

test('script, Typst code and direction marks are text or removed', async () => {
  const fullName = '#panic("x") $x$ *b* <script>alert(1)</script> \u202egnirts\u202c `r` @a #read("/etc/passwd") \\ "';
  const made = await makePack(packSourcesOf(1, ordinaryFacts, { order: { fullName } }), aDocument);
  const text = flat((await pagesOf(made)).join(''));
  expect(text).toContain(flat('#panic("x") $x$ *b* <script>alert(1)</script> gnirts `r` @a #read("/etc/passwd") \\ "'));
});

test('no page shows a passport number, wherever it was entered', async () => {
  const happened = [
    ...ordinaryFacts,
    factOf.call('07 00:00:00', { text: 'Her passport is Z 0000904.' }),
    factOf.document('08 00:00:00', { name: 'Z0000904.pdf' }),
    // Page 1 and the exhibits cut these texts near the end of the passport number.
    factOf.call('09 00:00:00', { text: `${'a'.repeat(56)} Z0000904 ${'b'.repeat(99)}` }),
    factOf.call('10 00:00:00', { text: `${'a'.repeat(593)}Z0000904 b` }),
    factOf.document('11 00:00:00', { name: `${'a'.repeat(103)}Z0000904.pdf` }),
  ];
  for (const type of [1, 2] as const) {
    const text = flat((await pagesOf(await makePack(packSourcesOf(type, happened), null))).join(''));
    expect(text).not.toContain('Z00009');
    expect(text).toContain('••••••904');
  }
});
