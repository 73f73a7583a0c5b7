import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import { folders, type FolderName } from 'shared/rules/folders';
import type { Database } from '../../db/database.ts';
import { readPrepared } from '../../db/readPrepared.ts';
import { countedPeriods } from './countQueries.ts';
import { answeredColumns, inFolder, orderPlace, readColumns, type ReadRow, toRow } from './listSql.ts';

/** What a list holds: a folder as a member sees it; of Future Order also one month alone, 1 = January. */
export type ListScope = ScopeOf<number>;
/** The same, or one whose values a statement is only told when it runs. */
type AnyScope = ScopeOf<number | Placeholder>;

interface ScopeOf<Value> {
  folder: FolderName;
  memberId: Value;
  month: Value | null;
}

/** Where a row stands in its folder's order, as the database writes it. */
export interface RowKey {
  at: string;
  orderId: string;
}

/** Each size is a statement of its own, kept by each connection: other limits read the next of these and are cut. */
const sizes = [10, 25, 50, 100, 500, 1000] as const;

/**
 * One page of a folder in the folder's order, and how many orders the folder holds, both of one moment. However deep
 * the page lies, at most half a day's index entries are walked: the counts tell the day that it begins in.
 */
export async function listPage(db: Database, scope: ListScope, { offset, limit }: { offset: number; limit: number }) {
  const size = sizes.find((size) => size >= limit) ?? 1000;
  const query = statement(scope, offset === 0 ? firstPage : deepPage, size);
  const read = await readPrepared<ReadRow & { total: number; at: string | null }>(db, query, { ...scope, offset });
  return {
    total: read[0]!.total,
    rows: read[0]!.at === null ? [] : read.slice(0, limit).map(toRow),
    last: keyOf(read.at(-1)!),
  };
}

/** The rows behind a key: a long list is read piece by piece. */
export async function listAfter(db: Database, scope: ListScope, after: RowKey) {
  const read = await readPrepared<ReadRow & { at: string }>(db, statement(scope, nextPiece, 1000), {
    ...scope,
    ...after,
  });
  return { rows: read.map(toRow), last: read.length === 1000 ? keyOf(read.at(-1)!) : null };
}

const statements = new Map<string, SQL>();

/** The statement for lists of one kind, put together once: which list it is for, it is told when it runs. */
function statement({ folder, month }: ListScope, make: (scope: AnyScope, size: number) => SQL, size: number): SQL {
  const kind = [make.name, folder, month === null ? 'whole' : 'month', size].join();
  const known = statements.get(kind);
  if (known) return known;
  const open = { folder, memberId: sql.placeholder('memberId'), month: month && sql.placeholder('month') };
  const made = make(open, size);
  statements.set(kind, made);
  return made;
}

const keyOf = ({ at, order_id }: { at: string | null; order_id: string }): RowKey | null =>
  at === null ? null : { at, orderId: order_id };

/** Which orders a list holds, as a condition on `orders`. */
export function inScope({ folder, memberId, month }: AnyScope): SQL {
  const place = inFolder(folder, memberId, orderPlace);
  return month === null ? place : sql`${place} and extract(month from processing_date) = ${month}`;
}

/** A folder's order in the words that SQL needs, forwards and backwards. */
export function orderOf({ folder }: Pick<AnyScope, 'folder'>) {
  const { by, direction } = folders[folder].sort;
  const descending = direction === 'desc';
  const key = sql.raw(by);
  const other = descending ? 'asc' : 'desc';
  return {
    key,
    ordered: sql.raw(`${by} ${direction}, order_id ${direction}`),
    /** The same of rows of `page`: beside its text in the answer, which bears the key's name too. */
    pageOrdered: sql.raw(`page.${by} ${direction}, page.order_id ${direction}`),
    /** The same of rows that have their key as `at`. */
    keyOrdered: sql.raw(`at ${direction}, order_id ${direction}`),
    reversed: sql.raw(`${by} ${other}, order_id ${other}`),
    periods: sql.raw(`starts ${direction}`),
    from: sql.raw(descending ? '<=' : '>='),
    behind: sql.raw(descending ? '<' : '>'),
    /** The rows from a `day`'s beginning on, in the folder's order, and the rows from its end backwards. */
    near: sql.raw(descending ? `${by} < (select closes from day)` : `${by} >= (select opens from day)`),
    far: sql.raw(descending ? `${by} >= (select opens from day)` : `${by} < (select closes from day)`),
    bound: (day: SQL) => (by === 'created_at' ? sql`(${day})::timestamp at time zone 'UTC'` : sql`(${day})::date`),
  };
}

const ofMonth = ({ month }: AnyScope) => (month === null ? sql`` : sql`where extract(month from starts) = ${month}`);

function firstPage(scope: AnyScope, size: number): SQL {
  const { ordered } = orderOf(scope);
  return answer(
    scope,
    sql`
    months as materialized (select n from ${countedPeriods(scope.folder, scope.memberId, 'month')} ${ofMonth(scope)}),
    page as materialized (
      select ${readColumns} from orders where ${inScope(scope)} order by ${ordered} limit ${sql.raw(String(size))}
    )`,
  );
}

/**
 * Months, then the days of the one month, tell on which day the page begins and how many of the day's rows stand before
 * it. From the nearer end of that day, its index entries alone lead to the first row; from there the page is read.
 */
function deepPage(scope: AnyScope, size: number): SQL {
  const { folder, memberId } = scope;
  const offset = sql.placeholder('offset');
  const { key, ordered, reversed, periods, from, near, far, bound } = orderOf(scope);
  const ofTheMonth = {
    from: sql`(select starts from month)`,
    to: sql`(select (starts + interval '1 month')::date from month)`,
  };
  return answer(
    scope,
    sql`
    months as materialized (
      select starts, sum(n) as n from ${countedPeriods(folder, memberId, 'month')} ${ofMonth(scope)} group by starts
    ),
    month as materialized (
      select starts, ${offset}::bigint - (through - n) as before
      from (select starts, n, sum(n) over (order by ${periods}) as through from months) as running
      where through > ${offset}::bigint order by ${periods} limit 1
    ),
    days as materialized (
      select starts, sum(n) as n from ${countedPeriods(folder, memberId, 'day', ofTheMonth)} group by starts
    ),
    day as materialized (
      select n, (select before from month) - (through - n) as before,
        ${bound(sql`starts`)} as opens, ${bound(sql`starts + 1`)} as closes
      from (select starts, n, sum(n) over (order by ${periods}) as through from days) as running
      where through > (select before from month) order by ${periods} limit 1
    ),
    first_row as materialized (
      (select ${key} as at, order_id from orders
        where ${inScope(scope)} and (select before * 2 <= n from day) and ${near}
        order by ${ordered} offset (select before from day) limit 1)
      union all
      (select ${key}, order_id from orders
        where ${inScope(scope)} and (select before * 2 > n from day) and ${far}
        order by ${reversed} offset (select n - 1 - before from day) limit 1)
    ),
    page as materialized (
      select ${readColumns} from orders
      where ${inScope(scope)} and (${key}, order_id) ${from} ((select at from first_row), (select order_id from first_row))
      order by ${ordered} limit ${sql.raw(String(size))}
    )`,
  );
}

function nextPiece(scope: AnyScope, size: number): SQL {
  const { key, behind, ordered, pageOrdered } = orderOf(scope);
  return sql`select ${answeredColumns(sql`page`)}, page.${key}::text as at
    from (
      select ${readColumns} from orders
      where ${inScope(scope)} and (${key}, order_id) ${behind} (${sql.placeholder('at')}, ${sql.placeholder('orderId')})
      order by ${ordered} limit ${sql.raw(String(size))}
    ) as page left join members as assignee on assignee.id = page.assigned_to order by ${pageOrdered}`;
}

/** The statement's end: the total stands on every row, and on one empty row when the page has none. */
function answer(scope: AnyScope, parts: SQL): SQL {
  const { key, pageOrdered } = orderOf(scope);
  return sql`with ${parts}
    select (select coalesce(sum(n), 0)::int from months) as total, ${answeredColumns(sql`page`)}, page.${key}::text as at
    from (values (1)) as one (row)
    left join page on true
    left join members as assignee on assignee.id = page.assigned_to
    order by ${pageOrdered}`;
}
