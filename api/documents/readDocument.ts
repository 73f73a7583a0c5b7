import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { count } from 'shared/format/count';
import type { DocumentType } from 'shared/rules/documentTypes';
import type { ReceivedFile } from '../http/bodies.ts';
import { HttpError } from '../http/HttpError.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { withinLimits } from '../limits/withinLimits.ts';

/** Larger documents are refused, because the customer's phone may fail to open them (rule 11.13). */
const maxPages = 300;
const maxPixels = 100_000_000;

/** See docs/decisions/22-reading-documents.md. */
interface ReadingLimits {
  ms: number;
  heapMb: number;
  /** Bytes outside the heap, such as decompressed streams. */
  outsideHeap: number;
}
export const readingLimits: ReadingLimits = { ms: 15_000, heapMb: 192, outsideHeap: 192 * 1_048_576 };

/** The text (empty for a picture or a scan), or the reason why the document cannot be sent. */
export type DocumentReading = { text: string } | DocumentObstacle;

type DocumentObstacle =
  | { obstacle: 'protected' | 'damaged' | 'tooMuchWork' }
  | { obstacle: 'tooManyPages'; pages: number }
  | { obstacle: 'tooManyPixels'; width: number; height: number };

/** The queue is bounded, because waiting documents fill a temporary folder. */
const readings = new KeyedLimiter({
  concurrency: 1,
  maxWaiting: 20,
  full: () => new HttpError(503, 'Too many documents are being checked. Try again in 15 seconds.', { retryAfter: 15 }),
});

/**
 * Returns the text of the first pages, or ''. Throws 413 or 415 for a document that the customer could not open (rule
 * 11.13).
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
  const [httpStatus, text] = refusalOf(reading, type.label);
  throw new HttpError(httpStatus, text, { errors: { [field]: text } });
}

function refusalOf(obstacle: DocumentObstacle, label: string): [httpStatus: 413 | 415, text: string] {
  switch (obstacle.obstacle) {
    case 'protected':
      return [415, 'This PDF is protected by a password. Save it without one, then choose it again.'];
    case 'damaged':
      return [415, `This ${label} is damaged and cannot be opened. Save it again, then choose it again.`];
    case 'tooMuchWork':
      return [415, `This ${label} is too complex to open. Print it to a new PDF, then choose that one.`];
    case 'tooManyPages':
      return [413, `This PDF has ${count(obstacle.pages)} pages. The limit is ${maxPages}.`];
    case 'tooManyPixels':
      return [
        413,
        `This image has ${count(obstacle.width)} × ${count(obstacle.height)} pixels. The limit is ${maxPixels / 1_000_000} million.`,
      ];
  }
}

export interface ReadingInput {
  path: string;
  extension: string;
  maxPages: number;
  maxPixels: number;
}

const tooMuchWork: DocumentReading = { obstacle: 'tooMuchWork' };

/**
 * Reads in a worker thread, to limit a hostile document's time and memory. A crash means that the document is damaged,
 * unless memory ran out.
 */
async function readInThread(workerData: ReadingInput, limits: ReadingLimits): Promise<DocumentReading> {
  const thread = new Worker(new URL('readingWorker.ts', import.meta.url), {
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

/** Checks memory outside the heap, which V8 does not limit. `getHeapStatistics` rejects once the thread has ended. */
async function isBeyond(thread: Worker, { outsideHeap }: ReadingLimits): Promise<boolean> {
  const taken = await thread.getHeapStatistics().catch(() => null);
  return (taken?.external_memory ?? 0) > outsideHeap;
}
