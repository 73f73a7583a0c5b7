import { getDocumentProxy } from 'unpdf';
import { mostPages } from './readingLimits.ts';
import type { DocumentReading } from './DocumentReading.ts';

/** Of so many pages the text is read: whose document it is stands at its beginning. */
const pagesRead = 20;
const mostCharacters = 200_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The text of a PDF's first pages. One that opens without a password is not protected, whatever else it forbids. */
export async function readPdf(bytes: Uint8Array): Promise<DocumentReading> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
    if (pdf.numPages > mostPages) return { obstacle: 'tooManyPages', pages: pdf.numPages };
    return { text: await textOf(pdf) };
  } catch (error) {
    return { obstacle: (error as Error).name === 'PasswordException' ? 'protected' : 'damaged' };
  }
}

async function textOf(pdf: Pdf): Promise<string> {
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, pagesRead) && text.length < mostCharacters; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n';
  }
  return text.slice(0, mostCharacters);
}
