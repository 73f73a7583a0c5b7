/** Worker thread that reads one document. Loads only the library for the document's type. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentReading, ReadingInput } from './readDocument.ts';

/** A PDF's first pages suffice, because they have the traveller's name and passport number. */
const maxPagesRead = 20;
const maxCharacters = 200_000;

const { path, extension, maxPages, maxPixels } = workerData as ReadingInput;
const bytes = new Uint8Array(await readFile(path));
parentPort!.postMessage(extension === 'pdf' ? await readPdf() : await readPicture());

/** An encrypted PDF that opens without a password counts as unprotected. */
async function readPdf(): Promise<DocumentReading> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
    if (pdf.numPages > maxPages) return { obstacle: 'tooManyPages', pages: pdf.numPages };
    let text = '';
    for (let number = 1; number <= Math.min(pdf.numPages, maxPagesRead) && text.length < maxCharacters; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n';
    }
    return { text: text.slice(0, maxCharacters) };
  } catch (error) {
    return { obstacle: (error as Error).name === 'PasswordException' ? 'protected' : 'damaged' };
  }
}

/** Reads the size from the header, without decoding. */
async function readPicture(): Promise<DocumentReading> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(bytes);
    return width * height > maxPixels ? { obstacle: 'tooManyPixels', width, height } : { text: '' };
  } catch {
    return { obstacle: 'damaged' };
  }
}
