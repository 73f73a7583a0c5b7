import type { Desk } from '../desk/desk.ts';
import { workDeparture } from '../manage-team/departure.ts';
import { repeat, workOff, type Job } from './repeat.ts';

/** Gives the unfinished orders of deleted members back to their folders, portion by portion, at start and ever after. */
export function startFreeingOrders(desk: Desk): Job {
  const { database, room } = desk;
  const work = async () => (await room.forChanges()) && workDeparture(database.db);
  return repeat('free orders', 1_000, desk, (stopped) => workOff(work, stopped), { atOnce: true });
}
