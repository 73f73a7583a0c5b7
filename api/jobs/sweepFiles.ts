import type { Desk } from '../desk/desk.ts';
import { sweepUnfinished } from '../storage/sweepUnfinished.ts';
import { sweepDocuments } from '../documents/sweepDocuments.ts';
import { repeat, type Job } from './repeat.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** At start and daily: removes files that nobody will finish, and bytes that no document names. */
export function startSweepingFiles(desk: Desk): Job {
  const { database, storage, settings, log } = desk;
  const sweep = async (stopped: AbortSignal) => {
    const now = Date.now();
    const unfinished = await sweepUnfinished(settings.dataDir, new Date(now - hour));
    const documents = await sweepDocuments(database.db, storage, { before: new Date(now - day), stopped });
    if (unfinished + documents > 0) log.info({ unfinished, documents }, 'files that broken uploads left were removed');
  };
  // It makes room, and needs none.
  return repeat('sweep files', day, desk, sweep, { atOnce: true, needsRoom: false });
}
