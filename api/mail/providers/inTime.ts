import { addAbortSignal, type Readable } from 'node:stream';

/** What `asked` answers, or the signal's reason when that comes first: for those that cannot be told to stop. */
export async function inTime<T>(asked: Promise<T>, timeIsUp: AbortSignal): Promise<T> {
  let tooLate = () => {};
  const late = new Promise<never>((_, reject) => {
    tooLate = () => reject(timeIsUp.reason as Error);
    if (timeIsUp.aborted) tooLate();
    timeIsUp.addEventListener('abort', tooLate);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    timeIsUp.removeEventListener('abort', tooLate);
  }
}

/** The same for a stream, which must also come to its end in time. One that comes too late is not left open. */
export async function streamInTime(asked: Promise<Readable | null>, timeIsUp: AbortSignal): Promise<Readable | null> {
  const bounded = asked.then((stream) => {
    if (!stream) return null;
    if (!timeIsUp.aborted) return addAbortSignal(timeIsUp, stream);
    stream.on('error', () => {}).destroy();
    return null;
  });
  return inTime(bounded, timeIsUp);
}
