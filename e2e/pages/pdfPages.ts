import { getDocumentProxy } from 'unpdf';

/** A page of a PDF with its size in points. `text` has no spaces, because where lines break depends on the font. */
interface PdfPage {
  text: string;
  width: number;
  height: number;
}

export const withoutSpaces = (text: string) => text.replace(/\s+/gu, '');

/** The pages of a PDF, read back by pdf.js. */
export async function pdfPages(bytes: Uint8Array): Promise<PdfPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => {
      const page = await pdf.getPage(at + 1);
      const [, , width, height] = page.view as [number, number, number, number];
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join('');
      // A font may use one glyph for an apostrophe and a similar letter. Extraction returns the letter.
      return { text: withoutSpaces(text).replaceAll('\u02BC', '’'), width, height };
    }),
  );
}
