import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { count } from 'shared/format/count';
import type { DocumentType } from 'shared/rules/documentTypes';
import type { ReceivedFile } from '../http/bodies.ts';
import { Refusal } from '../http/Refusal.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { withinLimits } from '../limits/withinLimits.ts';

/** Browsers and mail programs cannot show more than this. */
const maxPages = 300;
const maxPixels = 100_000_000;

/** The limits of reading one document (docs/decisions/22-reading-documents.md). */
interface ReadingLimits {
  ms: number;
  /** Megabytes of objects, which V8 keeps to. */
  heapMb: number;
  /** Bytes outside the heap, such as unpacked streams. */
  outsideHeap: number;
}
export const readingLimits: ReadingLimits = { ms: 15_000, heapMb: 192, outsideHeap: 192 * 1_048_576 };

/** The result of reading a document: its text, empty for a picture or a scan, or why it must not be sent. */
export type DocumentReading = { text: string } | DocumentObstacle;

type DocumentObstacle =
  | { obstacle: 'protected' | 'damaged' | 'tooMuchWork' }
  | { obstacle: 'tooManyPages'; pages: number }
  | { obstacle: 'tooManyPixels'; width: number; height: number };

/** Waiting documents lie in a temporary folder, so their number is limited. */
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
  const reading = await readings.run(() =>
    readInThread({ path, extension: type.extension, maxPages, maxPixels }, limits),
  );
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
      return { httpStatus: 413, text: `This PDF has ${count(obstacle.pages)} pages. The limit is ${maxPages}.` };
    case 'tooManyPixels':
      return {
        httpStatus: 413,
        text: `This picture has ${count(obstacle.width)} × ${count(obstacle.height)} pixels. The limit is ${maxPixels / 1_000_000} million.`,
      };
  }
}

/** The thread's input. */
export interface GivenFile {
  path: string;
  extension: string;
  maxPages: number;
  maxPixels: number;
}

const tooMuchWork: DocumentReading = { obstacle: 'tooMuchWork' };

/**
 * Reads a document in a separate thread, so that a hostile one takes neither time nor memory from this one. Beyond the
 * limits it is "too much work"; what breaks in there is the document's damage.
 */
async function readInThread(workerData: GivenFile, limits: ReadingLimits): Promise<DocumentReading> {
  const thread = new Worker(new URL('readingThread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
  });
  const read = once(thread, 'message').then(
    ([reading]) => reading as DocumentReading,
    (error: NodeJS.ErrnoException): DocumentReading =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchWork : { obstacle: 'damaged' },
  );
  try {
    return (await withinLimits(read, { ms: limits.ms, takesTooMuch: () => isBeyond(thread, limits) })) ?? tooMuchWork;
  } finally {
    await thread.terminate();
  }
}

/** V8 limits its heap, but not memory outside it. A thread that has just answered has no figures any more. */
async function isBeyond(thread: Worker, { outsideHeap }: ReadingLimits): Promise<boolean> {
  const taken = await thread.getHeapStatistics().catch(() => null);
  return (taken?.external_memory ?? 0) > outsideHeap;
}
