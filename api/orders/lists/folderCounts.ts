import { type Placeholder, sql, type SQL } from 'drizzle-orm';
import type { FolderCounts } from 'shared/api/folderCalls';
import { months } from 'shared/format/dates';
import { type FolderName, folderNames, folders } from 'shared/rules/folders';
import { advisoryLocks, type Database } from '../../db/database.ts';
import { prepareRead } from '../../db/prepareRead.ts';
import { oneOf } from '../../db/schema/columns.ts';
import { inFolder } from './listSql.ts';

/** Stored counts, and the deltas not yet added to them. Their sum is exact in every database snapshot. */
export const countedFacts = sql`(
  select process_status, assigned_to, waiting, n from order_counts
  union all
  select process_status, assigned_to, waiting_day is not null, n from order_count_deltas
) as facts`;

const factColumns = {
  status: sql`facts.process_status`,
  assignedTo: sql`facts.assigned_to`,
  waits: sql`facts.waiting`,
  nobody: 0,
} as const;

const holds = (folder: FolderName, memberId: number | Placeholder): SQL =>
  sql`coalesce(sum(n) filter (where ${inFolder(folder, memberId, factColumns)}), 0)::int`;

const heldByFolders = folderNames.map(
  (name) => sql`${holds(name, sql.placeholder('memberId'))} as ${sql.identifier(folders[name].count)}`,
);
const readCounts = prepareRead<FolderCounts>(sql`select ${sql.join(heldByFolders, sql`, `)} from ${countedFacts}`);

export async function countFolders(db: Database, memberId: number): Promise<FolderCounts> {
  const [counts] = await readCounts(db, { memberId });
  return counts!;
}

export async function countFolder(db: Database, folder: FolderName, memberId: number): Promise<number> {
  const { rows } = await db.execute(sql`select ${holds(folder, memberId)} as total from ${countedFacts}`);
  return (rows[0] as { total: number }).total;
}

const anybody = -1;
/** The deltas' day column for each sort key. */
const days = {
  created_at: 'created_day',
  processing_date: 'processing_date',
  customer_wrote_at: 'waiting_day',
} as const;
/** Processing days are counted only for folders that are sorted by processing date. */
const sortedByProcessing = folderNames
  .filter((name) => folders[name].sort.by === 'processing_date')
  .flatMap((name) => folders[name].statuses);

/** Counts Future Order by calendar month, adding up all years. */
export async function futureMonths(db: Database) {
  const { rows } = await db.execute<{ month: number; n: number }>(sql`
    select extract(month from starts)::int as month, sum(n)::int as n
    from ${countedPeriods('futureOrder', 0, 'month')} group by 1`);
  const counts = new Map(rows.map(({ month, n }) => [month, n]));
  const data = months.map((month, index) => ({ process_month: month, count: counts.get(index + 1) ?? 0 }));
  return { message: folders.futureOrder.title, data };
}

/** Rows of (starts, n). A period may have several rows, which must be summed. The end of `within` is exclusive. */
export function countedPeriods(
  folder: FolderName,
  memberId: number | Placeholder,
  period: 'day' | 'month',
  within?: { from: SQL; to: SQL },
): SQL {
  const { assignee, sort } = folders[folder];
  const columns = { status: sql`process_status`, assignedTo: sql`assigned_to`, nobody: 0 } as const;
  const foldedPlace = inFolder(folder, memberId, { ...columns, waits: sql`day_of = 'customer_wrote_at'` });
  const place = inFolder(folder, memberId, { ...columns, waits: sql`waiting_day is not null` });
  const condition =
    assignee === 'anybody' ? sql`${foldedPlace} and assigned_to = ${sql.raw(String(anybody))}` : foldedPlace;
  const day = sql.raw(days[sort.by]);
  const starts = period === 'day' ? day : sql`${day} - (extract(day from ${day})::int - 1)`;
  const bounded = (column: SQL) => (within ? sql`and ${column} >= ${within.from} and ${column} < ${within.to}` : sql``);
  return sql`(
    select starts, n from order_period_counts
    where day_of = ${sql.raw(`'${sort.by}'`)} and period = ${sql.raw(`'${period}'`)} and ${condition} ${bounded(sql`starts`)}
    union all
    select ${starts}, n from order_count_deltas where ${place} ${bounded(day)}
  ) as counted`;
}

/** Adds the deltas to the counts, unless another instance is doing so. Returns the number of deltas. */
export async function foldOrderCounts(db: Database): Promise<number> {
  const { rows: waiting } = await db.execute(sql`select 1 from order_count_deltas limit 1`);
  if (waiting.length === 0) return 0;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${advisoryLocks.foldOrderCounts}) as mine`);
    if (!(rows[0] as { mine: boolean }).mine) return 0;
    // One statement, so that it deletes exactly the deltas that it adds.
    const folded = await tx.execute(sql`
      with taken as (
        delete from order_count_deltas
        returning process_status, assigned_to, created_day, processing_date, waiting_day, n
      ), by_place as (
        insert into order_counts (process_status, assigned_to, waiting, n)
        select process_status, assigned_to, waiting_day is not null, sum(n) from taken group by 1, 2, 3 having sum(n) <> 0
        on conflict (process_status, assigned_to, waiting) do update set n = order_counts.n + excluded.n
      ), days as (
        select 'created_at' as day_of, process_status, assigned_to, created_day as day, n from taken
        union all
        select 'processing_date', process_status, assigned_to, processing_date, n from taken
        where process_status in (${oneOf(sortedByProcessing)})
        union all
        select 'customer_wrote_at', process_status, assigned_to, waiting_day, n from taken where waiting_day is not null
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

/** After this many deltas, such as those of an import, autovacuum would update the statistics too late. */
const manyDeltas = 10_000;

/**
 * Vacuums, because every count scans the deltas. After many deltas, the planner needs new statistics to use the index.
 */
export async function tidyCounts(db: Database, folded: number): Promise<void> {
  await db.execute(sql`vacuum order_count_deltas`);
  if (folded >= manyDeltas) await db.execute(sql`analyze order_counts, order_period_counts`);
}
