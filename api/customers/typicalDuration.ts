import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

type Mode = 'standard' | 'priority';

/** The percentile needs at least `min` orders completed within `days`, and uses the newest `max` of them. */
export const typicalDurationSample = { max: 500, min: 20, days: 30 };

const keptMs = 10 * 60_000;

export class TypicalDurations {
  readonly #known = new Map<Mode, { readAt: number; ms: Promise<number | null> }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  of(db: Database, mode: Mode): Promise<number | null> {
    const known = this.#known.get(mode);
    if (known && this.#now() - known.readAt < keptMs) return known.ms;
    const ms = readTypicalMs(db, mode, typicalDurationSample);
    this.#known.set(mode, { readAt: this.#now(), ms });
    ms.catch(() => this.#known.delete(mode));
    return ms;
  }
}

/**
 * The time in ms, from `processingStart` (shared/rules/nextStep), within which 90 % of orders were completed. Null if
 * there are fewer than `min` orders.
 */
export async function readTypicalMs(
  db: Database,
  mode: Mode,
  { max, min, days }: { max: number; min: number; days: number },
): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select case when count(*) >= ${min}::int
      then (percentile_disc(0.9) within group (order by seconds) * 1000)::float8 end as ms
    from (
      select extract(epoch from completed_at - greatest(created_at, paid_at,
        case when arrived_as_future then processing_date::timestamp at time zone 'UTC' end)) as seconds
      from orders
      where processing_mode = ${mode} and completed_at > now() - make_interval(days => ${days}::int)
      order by completed_at desc limit ${max}
    ) as took where seconds >= 0`);
  return rows[0]!.ms;
}
