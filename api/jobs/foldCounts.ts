import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import { foldSummaryCounts, tidySummaryCounts } from '../summaries/foldQueries.ts';
import { repeat, type Job } from './repeat.ts';

/**
 * Every second, adds the appended deltas to the kept counts, so that a count never has many deltas to add up. Each by
 * itself: where one cannot be, the other goes on.
 */
export function startFoldingCounts(desk: Desk): Job {
  const jobs = [
    fold(desk, 'fold order counts', foldOrderCounts, tidyCounts),
    fold(desk, 'fold summary counts', foldSummaryCounts, tidySummaryCounts),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}

function fold(
  desk: Desk,
  name: string,
  foldDeltas: (db: Database) => Promise<number>,
  tidy: (db: Database, folded: number) => Promise<void>,
): Job {
  const { db } = desk.database;
  let untidied = 0;
  return repeat(name, 1_000, desk, async () => {
    untidied += await foldDeltas(db);
    if (untidied < tidyAfter) return;
    await tidy(db, untidied);
    untidied = 0;
  });
}

/** So many folded deltas are read over in a fraction of a millisecond. */
const tidyAfter = 1_000;
