import { openPdf, rolesIn } from '../testing/pdf/openPdf.ts';
import { invoiceContent, invoicePdf } from './sendInvoice.ts';

const contentFor = (fullName: string) =>
  invoiceContent(
    {
      orderId: '100471',
      fullName,
      email: 'mere@example.com',
      landingDomain: null,
      processingMode: 'standard',
      amount: '1079.00',
      currency: 'NZD',
      paidAt: new Date('2026-11-20T10:00:00Z'),
      transactionId: 'pi_3Qabc',
    },
    { number: 1_042, at: new Date('2026-11-22T10:00:00Z') },
  );

/** The text of the first page, with a line feed after each line. */
async function textOf(pdf: Buffer): Promise<string> {
  const page = await (await openPdf(pdf)).getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

test('the PDF contains the whole invoice as text', async () => {
  const pdf = await openPdf(await invoicePdf(contentFor('Mere Tane')));
  expect(pdf.numPages).toBe(1);
  const text = await textOf(await invoicePdf(contentFor('Mere Tane')));
  const { brand, facts, lines, customer, settled } = contentFor('Mere Tane');
  for (const said of [brand.name, brand.home, brand.contact, customer.name, customer.email, settled, 'Total']) {
    expect(text).toContain(said);
  }
  for (const said of [...facts, ...lines].flat()) expect(text).toContain(said);
  expect(text).toContain('Page 1 of 1');
});

test.each([
  ['Latin', 'Siobhán Müller-Šimůnková Nguyễn'],
  ['Cyrillic', 'Дмитрий Ёлкин'],
  ['Greek', 'Ελένη Παπαδοπούλου'],
  ['Arabic', 'محمد بن عبد الله'],
  ['Persian', 'پریسا گل‌محمدی'],
  ['Hebrew', 'דוד בן־גוריון'],
  ['Chinese', '欧阳小明'],
  ['Chinese, traditional', '歐陽龍灣'],
  ['Japanese', '髙橋さくら ﾀﾅｶ'],
  ['Korean', '김민준'],
  ['Thai', 'สมชาย ใจดี'],
  ['Hindi', 'राजेश कुमार क्षत्रिय'],
])('a name in %s has a font with its glyphs, and the PDF is PDF/UA', async (script, name) => {
  const pdf = await invoicePdf(contentFor(name));
  const raw = pdf.toString('latin1');
  expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
  // Compares sets of NFKC letters, because a PDF's text may reorder letters, and repeat those drawn as several glyphs.
  const letters = (text: string) =>
    [...new Set(text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, ''))].toSorted().join('');
  const line = (await textOf(pdf)).split('\n').find((said, at, all) => all[at - 1] === 'Billed to');
  expect(letters(line ?? '')).toBe(letters(name));
  if (!['Arabic', 'Persian', 'Hebrew', 'Thai', 'Hindi'].includes(script)) expect(line).toBe(name);
  // Each font is embedded as a subset.
  const fonts = [...raw.matchAll(/\/FontName \/([^\s/]+)/g)].map(([, font]) => font);
  expect(fonts.length).toBe([...raw.matchAll(/\/FontFile[23] /g)].length);
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+NotoSans/);
  expect(pdf.length).toBeLessThan(60_000);
});

test('two words in Hebrew run from right to left', async () => {
  const pdf = await openPdf(await invoicePdf(contentFor('דוד כהן')));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const x = (word: string) =>
    items.flatMap((item) => ('str' in item && item.str === word ? [item.transform[4]] : []))[0];
  expect(x('דוד')).toBeGreaterThan(x('כהן'));
});

test('a character without a font leaves the rest readable', async () => {
  const text = await textOf(await invoicePdf(contentFor('გიორგი Kapanadze 😀')));
  expect(text).toContain('Kapanadze');
  expect(text).toContain('Invoice 1042');
});

test('words longer than a line are broken without losing any', async () => {
  const name = 'W'.repeat(401);
  const { items } = await (await (await openPdf(await invoicePdf(contentFor(name)))).getPage(1)).getTextContent();
  const runs = items.flatMap((item) => ('str' in item && item.str.includes('W') ? [item] : []));
  expect(runs.map(({ str }) => str).join('')).toBe(name);
  // The column with the facts begins at the middle of the page.
  for (const { transform, width } of runs) expect(transform[4] + width).toBeLessThan(300);
});

test('is tagged with a heading, a table header, a language and a title', async () => {
  const pdf = await openPdf(await invoicePdf(contentFor('Mere Tane')));
  const { info, metadata } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: 'Invoice 1042', Language: 'en' });
  expect(metadata?.get('pdfuaid:part')).toBe('1');
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  const roles = rolesIn(await (await pdf.getPage(1)).getStructTree());
  expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'THead', 'TH', 'TD', 'Link', 'P']));
});

test('the same content gives the same bytes', async () => {
  const [first, second] = [await invoicePdf(contentFor('Mere Tane')), await invoicePdf(contentFor('Mere Tane'))];
  expect(second.equals(first)).toBe(true);
  expect((await invoicePdf(contentFor('Mere Tane2'))).equals(first)).toBe(false);
});
