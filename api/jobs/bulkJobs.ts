import type { Desk } from '../desk.ts';
import { refundMailProvider } from '../orders/refundPlan.ts';
import { workBulkPortion } from '../orders/workBulkPortion.ts';
import { repeat, type Job } from './repeat.ts';

/**
 * Works off the bulks over whole folders, portion by portion, whoever's process was asked for them. A stop lets the
 * portion under way end; the rest is taken up by another instance, or after the next start.
 */
export function startBulkJobs({ database, settings, log }: Desk): Job {
  const worker = { refundMailProvider: refundMailProvider(settings), log };
  let stopping = false;
  const job = repeat(
    'bulk',
    250,
    log,
    async () => {
      // Others are heard between two portions: the embedded database has one connection, and this process one thread.
      while (!stopping && (await workBulkPortion(database.db, worker))) await new Promise(setImmediate);
    },
    { atOnce: true },
  );
  return {
    stop: () => {
      stopping = true;
      return job.stop();
    },
  };
}
