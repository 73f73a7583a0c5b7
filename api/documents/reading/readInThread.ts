import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { withinLimits } from '../../limits/withinLimits.ts';
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

/** V8 keeps to the heap by itself, and not to what lies beside it. A thread that has just answered has no figures any more. */
async function isBeyond(thread: Worker, { outsideHeap }: ReadingLimits): Promise<boolean> {
  const taken = await thread.getHeapStatistics().catch(() => null);
  return (taken?.external_memory ?? 0) > outsideHeap;
}
