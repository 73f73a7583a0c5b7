import type { Desk } from '../desk/desk.ts';
import {
  indexWaitingPortion,
  notePagesOfImport,
  ordersWait,
  tidySearchIndex,
} from '../orders/search/searchIndexQueries.ts';
import { repeat, workOff, type Job } from './repeat.ts';

/** Gives imported orders to the search's own indexes, portion by portion, once their import leaves it the processors. */
export function startIndexingImported(desk: Desk): Job {
  const { room } = desk;
  const { db } = desk.database;
  return repeat(
    'index imported orders',
    1_000,
    desk,
    async (stopped) => {
      if (!(await ordersWait(db))) return;
      await notePagesOfImport(db);
      const portions = await workOff(async () => (await room.forChanges()) && indexWaitingPortion(db), stopped);
      if (portions > 0) await tidySearchIndex(db);
    },
    { atOnce: true },
  );
}
