import { count } from 'shared/format/count';
import type { DocumentType } from 'shared/rules/documentTypes';
import type { ReceivedFile } from '../../http/receiveForm.ts';
import { Refusal } from '../../http/Refusal.ts';
import { KeyedLimiter } from '../../limits/KeyedLimiter.ts';
import type { DocumentObstacle } from './DocumentReading.ts';
import { readInThread } from './readInThread.ts';
import { mostPages, mostPixels, readingLimits } from './readingLimits.ts';

/** So many wait: their files lie in a temporary folder meanwhile. */
const readings = new KeyedLimiter({
  atOnce: 1,
  waiting: 20,
  full: () =>
    new Refusal(503, 'Too many documents are being looked at. Try again in 15 seconds.', {
      headers: { 'Retry-After': '15' },
    }),
});

/**
 * Reads the document in a file and answers the text of its first pages, empty where there is none. Throws 413 or 415 for
 * one that its receiver could not open (rules 11.13).
 */
export async function readDocument(
  { path, field }: Pick<ReceivedFile, 'path' | 'field'>,
  type: DocumentType,
  limits = readingLimits,
): Promise<string> {
  const reading = await readings.run(() => readInThread({ path, extension: type.extension }, limits));
  if ('text' in reading) return reading.text;
  const { httpStatus, text } = said(reading, type.label);
  throw new Refusal(httpStatus, text, { errors: { [field]: text } });
}

function said(obstacle: DocumentObstacle, label: string): { httpStatus: 413 | 415; text: string } {
  switch (obstacle.obstacle) {
    case 'protected':
      return {
        httpStatus: 415,
        text: 'This PDF is protected by a password. Save it without one, then choose it again.',
      };
    case 'damaged':
      return {
        httpStatus: 415,
        text: `This ${label} is damaged and cannot be opened. Save it anew, then choose it again.`,
      };
    case 'tooMuchWork':
      return {
        httpStatus: 415,
        text: `This ${label} takes too much work to open. Print it to a new PDF, then choose that one.`,
      };
    case 'tooManyPages':
      return { httpStatus: 413, text: `This PDF has ${count(obstacle.pages)} pages. The limit is ${mostPages}.` };
    case 'tooManyPixels':
      return {
        httpStatus: 413,
        text: `This picture has ${count(obstacle.width)} × ${count(obstacle.height)} pixels. The limit is ${mostPixels / 1_000_000} million.`,
      };
  }
}
