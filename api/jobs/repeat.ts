import type { FastifyBaseLogger } from 'fastify';

/** Something that runs beside the requests. */
export interface Job {
  /** Resolves when the run that is under way has ended; none begins after. */
  stop: () => Promise<void>;
}

/**
 * Runs `task` again and again, `ms` after the last run ended; the first time after as long, or at once. A failure is
 * logged, and the next run tries again.
 */
export function repeat(
  name: string,
  ms: number,
  log: FastifyBaseLogger,
  task: () => Promise<unknown>,
  { atOnce = false } = {},
): Job {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout;
  const later = (wait = ms) => {
    if (stopped) return;
    timer = setTimeout(() => (running = run()), wait);
    timer.unref();
  };
  const run = async () => {
    await task().catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'));
    later();
  };
  later(atOnce ? 0 : ms);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
