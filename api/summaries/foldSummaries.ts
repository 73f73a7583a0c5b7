import { sql } from 'drizzle-orm';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';

const periods = sql`cross join lateral (values
  ('day', day), ('month', day - (extract(day from day)::int - 1)), ('year', day - (extract(doy from day)::int - 1))
) as periods (period, starts)`;

/**
 * Adds the deltas to the sums, unless another instance is doing so. Keeps sums of 0, because finding them would scan
 * the whole table. Returns the number of deltas.
 */
export async function foldSummaryCounts(db: Database): Promise<number> {
  const { rows: waiting } = await db.execute(sql`
    select 1 where exists (select from country_count_deltas) or exists (select from processor_count_deltas)`);
  if (waiting.length === 0) return 0;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${advisoryLocks.foldSummaries}) as mine`);
    if (!(rows[0] as { mine: boolean }).mine) return 0;
    return (await foldCountries(tx)) + (await foldProcessors(tx));
  });
}

/** One statement, so that it deletes exactly the deltas that it adds. */
async function foldCountries(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute(sql`
    with taken as (
      delete from country_count_deltas returning day, nationality, standard, priority, future
    ), added as (
      insert into country_counts (period, starts, nationality, standard, priority, future)
      select period, starts, nationality, sum(standard), sum(priority), sum(future)
      from taken ${periods}
      group by 1, 2, 3
      having sum(standard) <> 0 or sum(priority) <> 0 or sum(future) <> 0
      on conflict (period, starts, nationality) do update set standard = country_counts.standard + excluded.standard,
        priority = country_counts.priority + excluded.priority, future = country_counts.future + excluded.future
    )
    select count(*)::int as deltas from taken`);
  return (rows[0] as { deltas: number }).deltas;
}

async function foldProcessors(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute(sql`
    with taken as (
      delete from processor_count_deltas returning day, member_id, n
    ), added as (
      insert into processor_counts (period, starts, member_id, n)
      select period, starts, member_id, sum(n)
      from taken ${periods}
      group by 1, 2, 3
      having sum(n) <> 0
      on conflict (period, starts, member_id) do update set n = processor_counts.n + excluded.n
    )
    select count(*)::int as deltas from taken`);
  return (rows[0] as { deltas: number }).deltas;
}

/** From this number on, such as after an import, autovacuum would be too late. */
const manyDeltas = 10_000;

/** Vacuums, because every read scans the tables of deltas. */
export async function tidySummaryCounts(db: Database, folded: number): Promise<void> {
  await db.execute(sql`vacuum country_count_deltas, processor_count_deltas`);
  if (folded >= manyDeltas) await db.execute(sql`analyze country_counts, processor_counts`);
}
