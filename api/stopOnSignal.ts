import type { FastifyBaseLogger } from 'fastify';

/**
 * How long the same order to stop may arrive again, in milliseconds: who signals the whole process group (systemd, a
 * container, Ctrl-C) reaches this process once by itself and once through npm, which passes it on.
 */
const echoMs = 1_000;

/**
 * At the first SIGTERM or SIGINT, runs `stop` and ends the process with 0; one that comes later than its echo ends it at
 * once, with the number that shells give to an end by that signal.
 */
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
          log.error({ err: error }, 'could not stop as it should');
          process.exit(1);
        },
      );
    } else if (performance.now() - stoppingSince > echoMs) {
      log.warn({ signal }, 'told again to stop: what is under way is cut');
      process.exit(128 + number);
    }
  };
  // Not `once`: without a listener the echo would end the process in the middle of its stop.
  process.on('SIGTERM', hear).on('SIGINT', hear);
}
