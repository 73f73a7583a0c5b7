import type { PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { findTakenJobs, tryAtOnce } from './jobQueries.ts';

/** A job that was there so often when the process died may be why. */
const suspicious = 3;

/**
 * On a database of one process, whatever job is under way at the start was its predecessor's. It is tried again, in its
 * old place; one that was there each time waits longer and longer, as after any other failure.
 */
export async function freeBrokenJobs(boss: PgBoss, db: Database, queue: string): Promise<void> {
  const taken = await findTakenJobs(db, queue);
  const [often, seldom] = [true, false].map((wanted) =>
    taken.filter(({ tries }) => tries >= suspicious === wanted).map(({ id }) => id),
  );
  if (seldom!.length) await tryAtOnce(db, queue, seldom!);
  if (often!.length) await boss.fail(queue, often!, { message: 'The process ended' });
}
