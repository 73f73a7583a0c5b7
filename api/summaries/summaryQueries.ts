import { sql, type SQL } from 'drizzle-orm';
import type { CountryRow, SummaryRange } from 'shared/api/summaryCalls';
import type { Database } from '../db/database.ts';
import { daysOf, partsOf, type Part } from './partsOf.ts';

/** Orders of these days by nationality, the most first; empty: they say none. Exact in each snapshot. */
export async function countCountries(db: Database, range: SummaryRange): Promise<CountryRow[]> {
  const { rows } = await db.execute(sql`
    select nationality as current_nationality, sum(standard + priority + future)::int as count,
      sum(standard)::int as standard_count, sum(priority)::int as priority_count, sum(future)::int as future_count
    from ${keptWithin(range, { table: 'country', subject: 'nationality', figures: ['standard', 'priority', 'future'] })}
    group by nationality having sum(standard + priority + future) > 0
    order by count desc, nationality collate "C"`);
  return rows as unknown as CountryRow[];
}

interface ProcessorCount {
  processed_by: string;
  count: number;
  /** Deleted by now. */
  deleted: boolean;
}

/** Orders that were completed on these days, by who did it, the most first. Exact in each snapshot. */
export async function countProcessors(db: Database, range: SummaryRange): Promise<ProcessorCount[]> {
  const { rows } = await db.execute(sql`
    select name as processed_by, count, deleted_at is not null as deleted
    from (
      select member_id, sum(n)::int as count
      from ${keptWithin(range, { table: 'processor', subject: 'member_id', figures: ['n'] })}
      group by 1 having sum(n) > 0
    ) as completed
    join members on members.id = member_id
    order by count desc, name collate "C", member_id`);
  return rows as unknown as ProcessorCount[];
}

interface Kept {
  table: 'country' | 'processor';
  subject: string;
  figures: readonly string[];
}

/** The sums that make up a range, some of them negative, and what no job has added to them yet. */
function keptWithin(range: SummaryRange, { table, subject, figures }: Kept): SQL {
  const columns = (sign: 1 | -1) =>
    sql.raw([subject, ...figures.map((name) => `${sign === 1 ? '' : '-'}${name} as ${name}`)].join(', '));
  const sums = ({ period, from, before, sign }: Part) => sql`
    select ${columns(sign)} from ${sql.raw(`${table}_counts`)}
    where period = ${sql.raw(`'${period}'`)} and starts >= ${from}::date and starts < ${before}::date`;
  const { from, before } = daysOf(range);
  const deltas = sql`
    select ${columns(1)} from ${sql.raw(`${table}_count_deltas`)} where day >= ${from}::date and day < ${before}::date`;
  return sql`(${sql.join([...partsOf(range).map(sums), deltas], sql` union all `)}) as kept`;
}
