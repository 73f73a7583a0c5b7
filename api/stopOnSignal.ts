import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds in which a repeated signal is ignored: npm forwards a signal that the process group also gets. */
const echoMs = 1_000;

/** A second signal exits at once with the shell's code for it. */
export function stopOnSignal(stop: () => Promise<void>, log: FastifyBaseLogger): void {
  let stoppingSince: number | null = null;
  const hear = (signal: NodeJS.Signals, number: number) => {
    if (stoppingSince === null) {
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping');
      stop().then(
        () => {
          log.info('stopped');
          process.exit(0);
        },
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    } else if (performance.now() - stoppingSince > echoMs) {
      log.warn({ signal }, 'second signal: stopping at once');
      process.exit(128 + number);
    }
  };
  // `on` instead of `once`, because without a listener a repeated signal would kill the process.
  process.on('SIGTERM', hear).on('SIGINT', hear);
}
