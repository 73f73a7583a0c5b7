import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DocumentType } from 'shared/rules/documentTypes';
import type { ReceivedFile } from '../http/bodies.ts';
import { HttpError } from '../http/HttpError.ts';
import { KeyedLimiter } from '../limits/KeyedLimiter.ts';
import { withinLimits } from '../limits/withinLimits.ts';

/** See docs/decisions/22-reading-documents.md. */
interface ReadingLimits {
  ms: number;
  heapMb: number;
  /** Bytes outside the heap, such as decompressed streams. */
  outsideHeap: number;
}
export const readingLimits: ReadingLimits = { ms: 15_000, heapMb: 192, outsideHeap: 192 * 1_048_576 };

interface Refusal {
  httpStatus: 413 | 415;
  message: string;
}

/** The text (empty for a picture or a scan), why the document cannot be sent, or null for a damaged one. */
export type DocumentReading = { text: string } | Refusal | null;

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
  const reading = await readings.run(() => readInThread(path, type, limits));
  if ('text' in reading) return reading.text;
  const { httpStatus, message } = reading;
  throw new HttpError(httpStatus, message, { errors: { [field]: message } });
}

export interface ReadingInput {
  path: string;
  extension: string;
}

/**
 * Reads in a worker thread, to limit a hostile document's time and memory. A crash means that the document is damaged,
 * unless memory ran out.
 */
async function readInThread(path: string, { extension, label }: DocumentType, limits: ReadingLimits) {
  const refuse = (message: string): Refusal => ({ httpStatus: 415, message });
  const damaged = refuse(`This ${label} is damaged and cannot be opened. Save it again, then choose it again.`);
  const tooComplex = refuse(`This ${label} is too complex to open. Print it to a new PDF, then choose that one.`);
  const thread = new Worker(new URL('readingWorker.ts', import.meta.url), {
    workerData: { path, extension } satisfies ReadingInput,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
  });
  const read = once(thread, 'message').then(
    ([reading]) => (reading as DocumentReading) ?? damaged,
    (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex : damaged),
  );
  try {
    return (await withinLimits(read, { ms: limits.ms, takesTooMuch: () => isBeyond(thread, limits) })) ?? tooComplex;
  } finally {
    await thread.terminate();
  }
}

/** Checks memory outside the heap, which V8 does not limit. `getHeapStatistics` rejects once the thread has ended. */
async function isBeyond(thread: Worker, { outsideHeap }: ReadingLimits): Promise<boolean> {
  const taken = await thread.getHeapStatistics().catch(() => null);
  return (taken?.external_memory ?? 0) > outsideHeap;
}
