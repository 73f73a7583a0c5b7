import type { Desk } from '../desk/desk.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import { repeat, type Job } from './repeat.ts';

/** Every second, adds the appended deltas to the kept counts, so that a count never has many deltas to add up. */
export function startFoldingCounts(desk: Desk): Job {
  const { database } = desk;
  let untidied = 0;
  return repeat('fold counts', 1_000, desk, async () => {
    untidied += await foldOrderCounts(database.db);
    if (untidied < tidyAfter) return;
    await tidyCounts(database.db, untidied);
    untidied = 0;
  });
}

/** So many folded deltas are read over in a fraction of a millisecond. */
const tidyAfter = 1_000;
