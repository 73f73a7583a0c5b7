import { and, desc, gt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

interface Window {
  /** The column with a row's time. */
  at: PgColumn;
  which: SQL | undefined;
  max: number;
  seconds: number;
}

/** For rate limits: seconds until fewer than `max` rows are within the last `seconds`, or 0. */
export async function secondsUntilFewer(db: Database, { at, which, max, seconds }: Window): Promise<number> {
  const period = sql`make_interval(secs => ${seconds}::int)`;
  const [last] = await db
    .select({ wait: sql<number>`extract(epoch from ${at} + ${period} - now())::float8` })
    .from(at.table)
    .where(and(which, gt(at, sql`now() - ${period}`)))
    .orderBy(desc(at))
    .offset(max - 1)
    .limit(1);
  return last?.wait ?? 0;
}
