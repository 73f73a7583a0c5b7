import type { Desk } from '../desk.ts';
import {
  indexWaitingPortion,
  notePagesOfImport,
  ordersWait,
  tidySearchIndex,
} from '../orders/search/searchIndexQueries.ts';
import { repeat, workOff, type Job } from './repeat.ts';

/** Gives imported orders to the search's own indexes, portion by portion, once their import leaves it the processors. */
export function startIndexingImported({ database: { db }, log }: Desk): Job {
  return repeat(
    'index imported orders',
    1_000,
    log,
    async (stopped) => {
      if (!(await ordersWait(db))) return;
      await notePagesOfImport(db);
      const portions = await workOff(() => indexWaitingPortion(db), stopped);
      if (portions > 0) await tidySearchIndex(db);
    },
    { atOnce: true },
  );
}
