import type { Desk } from '../desk/desk.ts';
import { workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { unchosenProvider } from '../mail/unchosenProvider.ts';
import { repeat, workOff, type Job } from './repeat.ts';

/**
 * Works off the bulks over many orders, portion by portion, whoever's process was asked for them. The rest of what is
 * stopped is taken up by another instance, or after the next start.
 */
export function startBulkJobs(desk: Desk): Job {
  const { database, settings, room, log } = desk;
  const worker = { refundMailProvider: unchosenProvider(settings), log };
  const workPortion = async () => (await room.forChanges()) && workBulkPortion(database.db, worker);
  return repeat('bulk', 250, desk, (stopped) => workOff(workPortion, stopped), { atOnce: true });
}
