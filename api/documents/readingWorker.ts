/** Worker thread that reads one document. Loads only the library for the document's type. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { count } from 'shared/format/count';
import type { DocumentReading, ReadingInput } from './readDocument.ts';

/** Larger documents are refused, because the customer's phone may fail to open them (rule 11.13). */
const maxPages = 300;
const maxPixels = 100_000_000;

/** A PDF's first pages suffice, because they have the traveller's name and passport number. */
const maxPagesRead = 20;
const maxCharacters = 200_000;

const { path, extension } = workerData as ReadingInput;
const bytes = new Uint8Array(await readFile(path));
parentPort!.postMessage(extension === 'pdf' ? await readPdf() : await readPicture());

/** An encrypted PDF that opens without a password counts as unprotected. */
async function readPdf(): Promise<DocumentReading> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
    if (pdf.numPages > maxPages)
      return { httpStatus: 413, message: `This PDF has ${count(pdf.numPages)} pages. The limit is ${maxPages}.` };
    let text = '';
    for (let number = 1; number <= Math.min(pdf.numPages, maxPagesRead) && text.length < maxCharacters; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n';
    }
    return { text: text.slice(0, maxCharacters) };
  } catch (error) {
    if ((error as Error).name !== 'PasswordException') return null;
    return {
      httpStatus: 415,
      message: 'This PDF is protected by a password. Save it without one, then choose it again.',
    };
  }
}

/** Reads the size from the header, without decoding. */
async function readPicture(): Promise<DocumentReading> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(bytes);
    if (width * height <= maxPixels) return { text: '' };
    const limit = `The limit is ${maxPixels / 1_000_000} million.`;
    return { httpStatus: 413, message: `This image has ${count(width)} × ${count(height)} pixels. ${limit}` };
  } catch {
    return null;
  }
}
