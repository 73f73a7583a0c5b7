import type { Desk } from '../desk.ts';
import { foldOrderCounts } from '../orders/countQueries.ts';
import { repeat, type Job } from './repeat.ts';

/** Every second, adds the appended deltas to the kept counts, so that a count never has many deltas to add up. */
export function startFoldingCounts({ database, log }: Desk): Job {
  return repeat('fold counts', 1_000, log, () => foldOrderCounts(database.db));
}
