import { sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type CountryRow, summaryCalls, type SummaryRange } from 'shared/api/summaryCalls';
import { count } from 'shared/format/count';
import { listDay } from 'shared/format/dates';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { serve } from '../http/serve.ts';

export function summaryRoutes(app: FastifyInstance) {
  serve(app, summaryCalls.countries, async (range, { db }) => {
    const data = await countCountries(db, range);
    return { message: summaryMessage(data, 'orders', range), data };
  });
  // Rule 15.6.
  serve(app, summaryCalls.processedBy, async (range, { db }) => {
    const rows = await countProcessors(db, range);
    const data = rows.map(({ deleted, ...row }) => ({ ...row, ...(deleted && { deleted }) }));
    return { message: summaryMessage(data, 'orders processed', range), data };
  });
}

/** "5,898 orders, 01/11/2026 to 21/11/2026" (rule 15.7). */
function summaryMessage(rows: readonly { count: number }[], what: string, { fromDate, toDate }: SummaryRange): string {
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const words = total === 1 ? what.replace('orders', 'order') : what;
  const [from, to] = [fromDate && listDay(fromDate), toDate && listDay(toDate)];
  const range = from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `until ${to}` : '';
  return `${total === 0 ? 'No' : count(total)} ${words}${range && `, ${range}`}`;
}

/** Rules 15.1 to 15.4. */
export async function countCountries(db: Database, range: SummaryRange): Promise<CountryRow[]> {
  const { rows } = await db.execute<CountryRow>(sql`
    select nationality as current_nationality, sum(standard + priority + future)::int as count,
      sum(standard)::int as standard_count, sum(priority)::int as priority_count, sum(future)::int as future_count
    from ${sumsWithin(range, byCountry)}
    group by nationality having sum(standard + priority + future) > 0
    order by count desc, nationality collate "C"`);
  return rows;
}

export async function countProcessors(db: Database, range: SummaryRange) {
  const { rows } = await db.execute<{ processed_by: string; count: number; deleted: boolean }>(sql`
    select name as processed_by, count, deleted_at is not null as deleted
    from (
      select member_id, sum(n)::int as count
      from ${sumsWithin(range, byProcessor)}
      group by 1 having sum(n) > 0
    ) as completed
    join members on members.id = member_id
    order by count desc, name collate "C", member_id`);
  return rows;
}

/** Sums are in `{table}_counts`. Changes not yet added to the sums are in `{table}_count_deltas`. */
interface Kept {
  table: 'country' | 'processor';
  subject: string;
  figures: readonly string[];
}

const byCountry: Kept = { table: 'country', subject: 'nationality', figures: ['standard', 'priority', 'future'] };
const byProcessor: Kept = { table: 'processor', subject: 'member_id', figures: ['n'] };

function sumsWithin(range: SummaryRange, { table, subject, figures }: Kept): SQL {
  const columns = sql.raw([subject, ...figures].join(', '));
  const sums = ({ period, from, before }: Part) => sql`
    select ${columns} from ${sql.raw(`${table}_counts`)}
    where period = ${sql.raw(`'${period}'`)} and starts >= ${from}::date and starts < ${before}::date`;
  const { from, before } = daysOf(range);
  const deltas = sql`
    select ${columns} from ${sql.raw(`${table}_count_deltas`)} where day >= ${from}::date and day < ${before}::date`;
  return sql`(${sql.join([...splitRange(range).map(sums), deltas], sql` union all `)}) as kept`;
}

/** Adds the deltas to the sums, unless another instance is doing so. Returns the number of deltas. */
export async function foldSummaryCounts(db: Database): Promise<number> {
  const { rows: waiting } = await db.execute(sql`
    select 1 where exists (select from country_count_deltas) or exists (select from processor_count_deltas)`);
  if (waiting.length === 0) return 0;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${advisoryLocks.foldSummaries}) as mine`);
    if (!(rows[0] as { mine: boolean }).mine) return 0;
    return (await fold(tx, byCountry)) + (await fold(tx, byProcessor));
  });
}

/** Uses one statement, to delete exactly the deltas that it adds. Keeps sums of 0: finding them needs a full scan. */
async function fold(tx: Transaction, { table, subject, figures }: Kept): Promise<number> {
  const each = (text: (figure: string) => string, separator = ', ') => sql.raw(figures.map(text).join(separator));
  const counts = sql.raw(`${table}_counts`);
  const columns = sql.raw([subject, ...figures].join(', '));
  const { rows } = await tx.execute<{ deltas: number }>(sql`
    with taken as (
      delete from ${sql.raw(`${table}_count_deltas`)} returning day, ${columns}
    ), added as (
      insert into ${counts} (period, starts, ${columns})
      select period, starts, ${sql.raw(subject)}, ${each((figure) => `sum(${figure})`)}
      from taken cross join lateral (values
        ('day', day), ('month', day - (extract(day from day)::int - 1)), ('year', day - (extract(doy from day)::int - 1))
      ) as periods (period, starts)
      group by 1, 2, 3
      having ${each((figure) => `sum(${figure}) <> 0`, ' or ')}
      on conflict (period, starts, ${sql.raw(subject)})
        do update set ${each((figure) => `${figure} = ${table}_counts.${figure} + excluded.${figure}`)}
    )
    select count(*)::int as deltas from taken`);
  return rows[0]!.deltas;
}

/** After this many deltas, such as those of an import, autovacuum would analyze the tables too late. */
const manyDeltas = 10_000;

/** Vacuums, because every read scans the tables of deltas. */
export async function tidySummaryCounts(db: Database, folded: number): Promise<void> {
  await db.execute(sql`vacuum country_count_deltas, processor_count_deltas`);
  if (folded >= manyDeltas) await db.execute(sql`analyze country_counts, processor_counts`);
}

const periods = ['year', 'month', 'day'] as const;

/** `from` and `before` may be PostgreSQL's '-infinity' and 'infinity'. */
interface Part {
  period: (typeof periods)[number];
  from: string;
  before: string;
}

/** Splits a range into whole years, and the months and days at both ends, so that few sums are read. */
export const splitRange = (range: SummaryRange): Part[] => split(daysOf(range), periods);

const daysOf = ({ fromDate, toDate }: SummaryRange) => ({
  from: fromDate ?? '-infinity',
  before: toDate === null ? 'infinity' : isoDay(Date.parse(toDate) + 86_400_000),
});

function split({ from, before }: Omit<Part, 'period'>, [period, ...shorter]: readonly Part['period'][]): Part[] {
  // Compared as text, '-infinity' sorts before all days and 'infinity' after them.
  if (!period || from >= before) return [];
  const first = startOf(period, from) === from ? from : nextStart(period, from);
  const last = startOf(period, before);
  if (first >= last) return split({ from, before }, shorter);
  const ends = [
    { from, before: first },
    { from: last, before },
  ];
  return [{ period, from: first, before: last }, ...ends.flatMap((end) => split(end, shorter))];
}

/** The start of the year or month that contains `day`. */
function startOf(period: Part['period'], day: string): string {
  if (period === 'day' || day.endsWith('infinity')) return day;
  return period === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
}

function nextStart(period: Part['period'], day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const at = new Date(0);
  // Date.UTC maps years before 100 to the 1900s. `setUTCFullYear` counts months from 0, so `month` is the next month.
  at.setUTCFullYear(year, period === 'month' ? month : 12, 1);
  return isoDay(at.getTime());
}

/** Days after the year 9999 are 'infinity'. */
const isoDay = (at: number) => (at > Date.UTC(9999, 11, 31) ? 'infinity' : new Date(at).toISOString().slice(0, 10));
