import type { Desk } from '../desk/desk.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import { foldSummaryCounts, tidySummaryCounts } from '../summaries/foldQueries.ts';
import { repeat, type Job } from './repeat.ts';

/** Every second, adds the appended deltas to the kept counts, so that a count never has many deltas to add up. */
export function startFoldingCounts(desk: Desk): Job {
  const { db } = desk.database;
  const kept = [
    { fold: foldOrderCounts, tidy: tidyCounts, untidied: 0 },
    { fold: foldSummaryCounts, tidy: tidySummaryCounts, untidied: 0 },
  ];
  return repeat('fold counts', 1_000, desk, async () => {
    for (const counts of kept) {
      counts.untidied += await counts.fold(db);
      if (counts.untidied < tidyAfter) continue;
      await counts.tidy(db, counts.untidied);
      counts.untidied = 0;
    }
  });
}

/** So many folded deltas are read over in a fraction of a millisecond. */
const tidyAfter = 1_000;
