import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** The jobs of a queue that somebody has taken, and how often they were tried before. */
export async function findTakenJobs(db: Database, queue: string) {
  const { rows } = await db.execute<{ id: string; tries: number }>(
    sql`select id, retry_count as tries from pgboss.job where name = ${queue} and state = 'active'`,
  );
  return rows;
}

/** What pg-boss does to failed jobs, without the wait: the try counts. */
export async function tryAtOnce(db: Database, queue: string, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    update pgboss.job set state = 'retry' where name = ${queue} and state = 'active' and id in ${[...ids]}`);
}

/** Puts taken jobs back to their place, as if they had not been taken: the try does not count. */
export async function putBack(db: Database, queue: string, ids: readonly string[]): Promise<void> {
  // Not one that expired meanwhile, and waits for its next try or has ended.
  await db.execute(sql`
    update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
    where name = ${queue} and state = 'active' and id in ${[...ids]}`);
}

/** In how many ms the next job may be taken of those that may not yet; null: there is none. */
export async function msUntilNextJob(db: Database, queue: string): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select extract(epoch from min(start_after) - clock_timestamp())::float8 * 1000 as ms
    from pgboss.job where name = ${queue} and state < 'active' and start_after > now()`);
  return rows[0]!.ms;
}

/** Whether a job waits that may be taken now. */
export async function hasWaitingJob(db: Database, queue: string): Promise<boolean> {
  const { rows } = await db.execute<{ waits: boolean }>(sql`
    select exists (
      select from pgboss.job where name = ${queue} and state < 'active' and start_after <= now()
    ) as waits`);
  return rows[0]!.waits;
}
