import { type Placeholder, sql, type SQL } from 'drizzle-orm';
import type { FolderCounts } from 'shared/api/orderCalls';
import { months } from 'shared/format/dates';
import { type FolderName, folderNames, folders } from 'shared/rules/folders';
import { advisoryLocks, type Database } from '../../db/database.ts';
import { readPrepared } from '../../db/readPrepared.ts';
import { inFolder } from './listSql.ts';

/** Counted facts, folded and not yet folded together: exact in each snapshot. */
export const countedFacts = sql`(
  select process_status, assigned_to, n from order_counts
  union all
  select process_status, assigned_to, n from order_count_deltas
) as facts`;

const factColumns = { status: sql`facts.process_status`, assignedTo: sql`facts.assigned_to`, nobody: 0 } as const;

const holds = (folder: FolderName, memberId: number | Placeholder): SQL =>
  sql`coalesce(sum(n) filter (where ${inFolder(folder, memberId, factColumns)}), 0)::int`;

const heldByFolders = folderNames.map(
  (name) => sql`${holds(name, sql.placeholder('memberId'))} as ${sql.identifier(folders[name].count)}`,
);
const folderCounts = sql`select ${sql.join(heldByFolders, sql`, `)} from ${countedFacts}`;

/** How many orders each folder holds for a member. */
export async function countFolders(db: Database, memberId: number): Promise<FolderCounts> {
  const [counts] = await readPrepared<FolderCounts>(db, folderCounts, { memberId });
  return counts!;
}

/** How many orders one folder holds for a member. */
export async function countFolder(db: Database, folder: FolderName, memberId: number): Promise<number> {
  const { rows } = await db.execute(sql`select ${holds(folder, memberId)} as total from ${countedFacts}`);
  return (rows[0] as { total: number }).total;
}

/** Stands in `order_period_counts` for all assignees together. */
const anybody = -1;
/** The days of processing are counted only of what lies in a folder that is sorted by them. */
const sortedByProcessing = folderNames
  .filter((name) => folders[name].sort.by === 'processing_date')
  .flatMap((name) => folders[name].statuses);

/** How many orders of Future Order each month holds, of every year: 1 = January. */
export async function countFutureMonths(db: Database): Promise<Map<number, number>> {
  const { rows } = await db.execute(sql`
    select extract(month from starts)::int as month, sum(n)::int as n
    from ${countedPeriods('futureOrder', 0, 'month')} group by 1`);
  return new Map((rows as { month: number; n: number }[]).map(({ month, n }) => [month, n]));
}

/**
 * How many orders of a folder each day or month holds, folded and not yet folded together: rows of (starts, n), several
 * for one period. `within` bounds the days by SQL expressions, the end left out.
 */
export function countedPeriods(
  folder: FolderName,
  memberId: number | Placeholder,
  period: 'day' | 'month',
  within?: { from: SQL; to: SQL },
): SQL {
  const { assignee, sort } = folders[folder];
  const place = inFolder(folder, memberId, { status: sql`process_status`, assignedTo: sql`assigned_to`, nobody: 0 });
  const kept = assignee === 'anybody' ? sql`${place} and assigned_to = ${sql.raw(String(anybody))}` : place;
  const day = sql.raw(sort.by === 'created_at' ? 'created_day' : 'processing_date');
  const starts = period === 'day' ? day : sql`${day} - (extract(day from ${day})::int - 1)`;
  const bounded = (column: SQL) => (within ? sql`and ${column} >= ${within.from} and ${column} < ${within.to}` : sql``);
  return sql`(
    select starts, n from order_period_counts
    where day_of = ${sql.raw(`'${sort.by}'`)} and period = ${sql.raw(`'${period}'`)} and ${kept} ${bounded(sql`starts`)}
    union all
    select ${starts}, n from order_count_deltas where ${place} ${bounded(day)}
  ) as counted`;
}

/**
 * Adds the deltas to the counts and removes them, in one transaction; does nothing when another instance is at it.
 * Answers how many deltas there were.
 */
export async function foldOrderCounts(db: Database): Promise<number> {
  const { rows: waiting } = await db.execute(sql`select 1 from order_count_deltas limit 1`);
  if (waiting.length === 0) return 0;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${advisoryLocks.foldOrderCounts}) as mine`);
    if (!(rows[0] as { mine: boolean }).mine) return 0;
    // One statement, so that what is deleted is exactly what is added.
    const folded = await tx.execute(sql`
      with taken as (
        delete from order_count_deltas returning process_status, assigned_to, created_day, processing_date, n
      ), by_place as (
        insert into order_counts (process_status, assigned_to, n)
        select process_status, assigned_to, sum(n) from taken group by 1, 2 having sum(n) <> 0
        on conflict (process_status, assigned_to) do update set n = order_counts.n + excluded.n
      ), days as (
        select 'created_at' as day_of, process_status, assigned_to, created_day as day, n from taken
        union all
        select 'processing_date', process_status, assigned_to, processing_date, n from taken
        where process_status in (${sql.raw(sortedByProcessing.map((status) => `'${status}'`).join(', '))})
      ), by_period as (
        insert into order_period_counts (day_of, period, process_status, assigned_to, starts, n)
        select day_of, period, process_status, assignee, starts, sum(n)
        from days
        cross join lateral (values ('day', day), ('month', day - (extract(day from day)::int - 1))) as periods (period, starts)
        cross join lateral (values (assigned_to), (${sql.raw(String(anybody))})) as assignees (assignee)
        group by 1, 2, 3, 4, 5 having sum(n) <> 0
        on conflict (day_of, period, process_status, assigned_to, starts)
          do update set n = order_period_counts.n + excluded.n
      )
      select count(*)::int as deltas from taken`);
    await tx.execute(sql`delete from order_counts where n = 0`);
    await tx.execute(sql`delete from order_period_counts where n = 0`);
    return (folded.rows[0] as { deltas: number }).deltas;
  });
}

/** After an import or the like; what comes order by order, the database notices by itself. */
const manyDeltas = 10_000;

/**
 * Frees the room of folded deltas: every count reads the whole of that table, also where nothing is left in it. After
 * very many, it has the planner look at what has become of the counts: else it reads them whole, too.
 */
export async function tidyCounts(db: Database, folded: number): Promise<void> {
  await db.execute(sql`vacuum order_count_deltas`);
  if (folded >= manyDeltas) await db.execute(sql`analyze order_counts, order_period_counts`);
}

/** The twelve tiles of Future Order, each with the orders of every year. */
export async function futureMonths(db: Database) {
  const counts = await countFutureMonths(db);
  const data = months.map((month, index) => ({ process_month: month, count: counts.get(index + 1) ?? 0 }));
  return { message: folders.futureOrder.title, data };
}
