/** The layout of defence packs: every text is on the paper, overlaps no other text and is readable. */
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { getResolvedPDFJS } from 'unpdf';
import { openPdf } from '../testing/pdf/openPdf.ts';
import { manyRecords, ordinaryFacts, packSourcesOf } from '../testing/packSourcesOf.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { packContent } from './packContent.ts';
import { packPdf, packPdfLimits } from './packRoutes.ts';

/** Coordinates in points, from the bottom left corner of the page. */
interface Box {
  said: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const aDocument = { contentType: 'application/pdf', bytes: pdfOf({ lines: ['New Zealand Travel Declaration'] }) };
const many = manyRecords(100, 500);
const scripts = { fullName: 'محمد بن عبد الله', merchantName: '欧阳小明' };

describe.each([
  ['pack 1', packSourcesOf(1)],
  ['pack 2', packSourcesOf(2)],
  ['pack 1 of many records', packSourcesOf(1, many)],
  ['pack 2 of many records', packSourcesOf(2, many)],
  ['pack 1 in other scripts', packSourcesOf(1, ordinaryFacts, { order: scripts })],
])('%s', (_name, sources) => {
  let pages: PDFPageProxy[];
  beforeAll(async () => {
    const pdf = await openPdf((await packPdf(sources, aDocument, packPdfLimits(250))).bytes);
    pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
  });

  test('every text is within the margins of an A4 page', async () => {
    for (const page of pages) {
      expect(page.view.map(Math.round)).toEqual([0, 0, 595, 842]);
      const outside = (await textsOf(page)).filter(
        ({ left, right, bottom, top }) =>
          left < mm(17) - 0.5 || right > mm(193) + 0.5 || bottom < mm(8) || top > mm(284),
      );
      expect(outside).toEqual([]);
    }
  });

  test('no text overlaps another', async () => {
    for (const page of pages) {
      const texts = await textsOf(page);
      const overlaps = texts.flatMap((one, at) =>
        texts.slice(at + 1).flatMap((other) => (overlap(one, other) ? [`${one.said} / ${other.said}`] : [])),
      );
      expect(overlaps).toEqual([]);
    }
  });

  test('every text has a contrast of at least 4.5 to the white paper', async () => {
    for (const page of pages) {
      const colors = await colorsOfTexts(page);
      expect(colors.length).toBeGreaterThan(0);
      for (const color of colors) expect([color, contrastToWhite(color) >= 4.5]).toEqual([color, true]);
    }
  });

  test('page 1 has its sections in order, and the columns of its tables aligned', async () => {
    const texts = await textsOf(pages[0]!);
    const find = (said: string) => texts.find((text) => text.said === said)!;
    const heads = ['Dispute', 'Summary', packContent(sources).timelineTitle, 'Exhibits'].map(find);
    expect(heads.map(({ bottom }) => bottom)).toEqual(heads.map(({ bottom }) => bottom).toSorted((a, b) => b - a));
    const title = texts.toSorted((a, b) => height(b) - height(a))[0]!;
    expect(height(title)).toBeGreaterThan(1.5 * height(heads[0]!));
    expect(title.bottom).toBeGreaterThan(heads[0]!.top);
    const [, , timeline, exhibits] = heads as [Box, Box, Box, Box];
    const moments = texts.filter(
      ({ said, bottom, top }) => /^\d\d \w{3} \d{4} /.test(said) && top < timeline.bottom && bottom > exhibits.top,
    );
    expect(moments.length).toBeGreaterThan(3);
    for (const { left } of moments) expect(left).toBeCloseTo(find('When').left, 1);
    const rows = texts.filter(({ said, top }) => /^pages? \d/.test(said) && top < exhibits.bottom);
    expect(rows.length).toBeGreaterThan(1);
    for (const { right } of rows) expect(right).toBeCloseTo(find('Pages').right, 1);
  });
});

test('an email address that is too long for its column breaks before its @', async () => {
  const order = { email: 'ananya.raghunathan@example.com', confirmEmail: 'ananya.raghunathan@example.com' };
  const { bytes } = await packPdf(packSourcesOf(1, ordinaryFacts, { order }), aDocument, packPdfLimits(250));
  const texts = await textsOf(await (await openPdf(bytes)).getPage(1));
  expect(texts.map(({ said }) => said)).toEqual(expect.arrayContaining(['ananya.raghunathan', '@example.com']));
});

const mm = (count: number) => (count * 72) / 25.4;
const height = ({ bottom, top }: Box) => top - bottom;

async function textsOf(page: PDFPageProxy): Promise<Box[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '' || item.width === 0) return [];
    const [, , , , left, baseline] = item.transform as [number, number, number, number, number, number];
    // Only from the baseline to the top of small letters, because ascenders may touch descenders of the line above.
    const top = baseline + 0.55 * item.height;
    return [{ said: item.str, left, right: left + item.width, bottom: baseline, top }];
  });
}

const overlap = (one: Box, other: Box) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > 0.5;

/** The colours of a page's texts, as '#rrggbb'. */
async function colorsOfTexts(page: PDFPageProxy): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const used = new Set<string>();
  const outer: string[] = [];
  let color = '#000000';
  fnArray.forEach((operation, at) => {
    if (operation === OPS.save) outer.push(color);
    if (operation === OPS.restore) color = outer.pop() ?? color;
    if (operation === OPS.setFillRGBColor) color = String((argsArray[at] as unknown[])[0]);
    if (operation === OPS.showText) used.add(color);
  });
  return [...used];
}

/** Contrast ratio as defined by WCAG 2.2. */
function contrastToWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
