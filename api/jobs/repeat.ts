import { isAway, awayMs } from '../db/DatabaseAway.ts';
import type { Desk } from '../desk/desk.ts';

/** Something that runs beside the requests. */
export interface Job {
  /** Resolves when the run that is under way has ended; none begins after. */
  stop: () => Promise<void>;
}

/**
 * Runs `task` again and again, `ms` after the last run ended; the first time after as long, or at once. A failure is
 * logged, and the next run tries again: soon, and without a word, when the database was away. No run begins while there
 * is no room for changes, but of a task that needs none. `stopped` tells a task that has many parts to begin no other.
 */
export function repeat(
  name: string,
  ms: number,
  { log, room }: Pick<Desk, 'log' | 'room'>,
  task: (stopped: AbortSignal) => Promise<unknown>,
  { atOnce = false, needsRoom = true } = {},
): Job {
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  const later = (wait = ms) => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => (running = run()), wait);
    timer.unref();
  };
  const run = async () => {
    try {
      if (!needsRoom || (await room.forChanges())) await task(stopping.signal);
      later();
    } catch (error) {
      if (!isAway(error)) log.error({ err: error, job: name }, 'job failed');
      later(isAway(error) ? Math.min(ms, awayMs) : ms);
    }
  };
  later(atOnce ? 0 : ms);
  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}

/** Works off portions as long as it is answered that there was one, and answers how many there were. */
export async function workOff(workPortion: () => Promise<boolean>, stopped: AbortSignal): Promise<number> {
  let portions = 0;
  while (!stopped.aborted && (await workPortion())) {
    portions += 1;
    // Others are heard between two portions: the embedded database has one connection, and this process one thread.
    await new Promise(setImmediate);
  }
  return portions;
}
