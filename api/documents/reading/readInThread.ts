import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DocumentReading } from './DocumentReading.ts';
import type { ReadingLimits } from './readingLimits.ts';

interface DocumentFile {
  /** Where its bytes lie. */
  path: string;
  extension: string;
}

const tooMuchWork: DocumentReading = { obstacle: 'tooMuchWork' };

/**
 * Reads a document in a thread of its own, which ends with it: neither time nor memory that a hostile one takes is this
 * thread's. Beyond the limits it is "too much work"; what breaks in there is the document's damage.
 */
export async function readInThread(workerData: DocumentFile, limits: ReadingLimits): Promise<DocumentReading> {
  const thread = new Worker(new URL('readingThread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 16 },
  });
  const done = new AbortController();
  const read = once(thread, 'message').then(
    ([reading]) => reading as DocumentReading,
    (error: NodeJS.ErrnoException): DocumentReading =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchWork : { obstacle: 'damaged' },
  );
  try {
    return await Promise.race([read, beyondLimits(thread, limits, done.signal)]);
  } finally {
    done.abort();
    await thread.terminate();
  }
}

/** Resolves once the thread has taken more than it may: V8 keeps to the heap by itself, and not to what lies beside it. */
async function beyondLimits(thread: Worker, limits: ReadingLimits, signal: AbortSignal): Promise<DocumentReading> {
  const began = performance.now();
  for await (const _ of setInterval(25, null, { signal })) {
    // A thread that has just answered has no figures any more.
    const taken = await thread.getHeapStatistics().catch(() => null);
    if ((taken?.external_memory ?? 0) > limits.outsideHeap || performance.now() - began > limits.ms) break;
  }
  return tooMuchWork;
}
