import { sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { folderCalls } from 'shared/api/folderCalls';
import { months, type Month } from 'shared/format/dates';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import type { Action } from 'shared/rules/permissions';
import type { Database } from '../../db/database.ts';
import { prepareRead } from '../../db/prepareRead.ts';
import type { Member } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import { StreamedList } from '../../http/serve.ts';
import { countedPeriods } from './folderCounts.ts';
import { answeredColumns, inFolder, folderColumns, readColumns, type ReadRow, toRow } from './listSql.ts';

/** A page of a folder, or the whole folder. A page past the end is empty. */
export async function listOrders(
  db: Database,
  { orderName, page, limit, month }: ParsedInput<typeof folderCalls.list>,
  member: Member,
) {
  const scope = listScope(orderName, month, member);
  const message = folders[scope.folder].title;
  if (limit !== 'all') {
    const { rows, total } = await listPage(db, scope, { offset: (page - 1) * limit, limit });
    return { message, data: rows, total };
  }
  const first = await listPage(db, scope, { offset: 0, limit: 1000 });
  if (page > 1) return { message, data: [], total: first.total };
  if (first.total <= first.rows.length) return { message, data: first.rows, total: first.total };
  return { message, data: new StreamedList(piecesFrom(db, scope, first)) };
}

async function* piecesFrom(db: Database, scope: ListScope, first: Awaited<ReturnType<typeof listPage>>) {
  let { rows, last } = first;
  yield rows;
  while (last) {
    ({ rows, last } = await listAfter(db, scope, last));
    yield rows;
  }
}

/** Throws 404 for an unknown folder, and 400 for a month in any folder but Future Order. */
export function listScope(folderName: string, month: Month | undefined, member: Pick<Member, 'id'>): ListScope {
  if (!isFolder(folderName)) throw new HttpError(404, 'Folder not found.');
  if (month !== undefined && folderName !== 'futureOrder') {
    const text = 'Only Future Order has months';
    throw new HttpError(400, text, { errors: { month: text } });
  }
  return { folder: folderName, memberId: member.id, month: month === undefined ? null : months.indexOf(month) + 1 };
}

export const rightForFolder = (folderName: unknown): Action | null =>
  isFolder(folderName) ? folders[folderName].needs : null;

const isFolder = (name: unknown): name is FolderName => (folderNames as readonly unknown[]).includes(name);

/** A list of orders. Month 1 is January. */
export type ListScope = ScopeOf<number>;
type AnyScope = ScopeOf<number | Placeholder>;

interface ScopeOf<Value> {
  folder: FolderName;
  memberId: Value;
  month: Value | null;
}

interface RowKey {
  at: string;
  orderId: string;
}

/** Limits that have a prepared statement. Any other limit uses the next larger one. */
const sizes = [10, 25, 50, 100, 500, 1000] as const;

/** Skips at most one day's index entries to find a page, because the counts locate the day. */
export async function listPage(db: Database, scope: ListScope, { offset, limit }: { offset: number; limit: number }) {
  const size = sizes.find((size) => size >= limit) ?? 1000;
  const readPage = preparedRead(scope, offset === 0 ? firstPage : deepPage, size);
  const read = await readPage(db, { ...scope, offset });
  return {
    total: read[0]!.total,
    rows: read[0]!.at === null ? [] : read.slice(0, limit).map(toRow),
    last: keyOf(read.at(-1)!),
  };
}

export async function listAfter(db: Database, scope: ListScope, after: RowKey) {
  const read = await preparedRead(scope, nextPiece, 1000)(db, { ...scope, ...after });
  return { rows: read.map(toRow), last: read.length === 1000 ? keyOf(read.at(-1)!) : null };
}

/** `total` is only in pages, and `at` is null in the row of an empty page. */
type PageRow = ReadRow & { total: number; at: string | null };

const preparedReads = new Map<string, ReturnType<typeof prepareRead<PageRow>>>();

/** Prepares one read per kind of list. Everything else is a parameter. */
function preparedRead({ folder, month }: ListScope, make: (scope: AnyScope, size: number) => SQL, size: number) {
  const kind = [make.name, folder, month === null ? 'whole' : 'month', size].join();
  const known = preparedReads.get(kind);
  if (known) return known;
  const open = { folder, memberId: sql.placeholder('memberId'), month: month && sql.placeholder('month') };
  const read = prepareRead<PageRow>(make(open, size));
  preparedReads.set(kind, read);
  return read;
}

const keyOf = ({ at, order_id }: { at: string | null; order_id: string }): RowKey | null =>
  at === null ? null : { at, orderId: order_id };

export function inScope({ folder, memberId, month }: AnyScope): SQL {
  const place = inFolder(folder, memberId, folderColumns);
  return month === null ? place : sql`${place} and extract(month from processing_date) = ${month}`;
}

export function orderOf({ folder }: Pick<AnyScope, 'folder'>) {
  const { by, direction } = folders[folder].sort;
  const descending = direction === 'desc';
  const key = sql.raw(by);
  return {
    key,
    ordered: sql.raw(`${by} ${direction}, order_id ${direction}`),
    pageOrdered: sql.raw(`page.${by} ${direction}, page.order_id ${direction}`),
    /** Sorts rows whose key is in `at`. */
    keyOrdered: sql.raw(`at ${direction}, order_id ${direction}`),
    periods: sql.raw(`starts ${direction}`),
    from: sql.raw(descending ? '<=' : '>='),
    behind: sql.raw(descending ? '<' : '>'),
    /** Where a day begins in the folder's sort order. In descending order, this is the end of the day. */
    edge: sql.raw(
      `(${descending ? 'starts + 1' : 'starts'})${by === 'processing_date' ? '::date' : `::timestamp at time zone 'UTC'`}`,
    ),
    fromEdge: sql.raw(`${by} ${descending ? '<' : '>='} (select edge from day)`),
  };
}

export const ofMonth = ({ month }: AnyScope) =>
  month === null ? sql`` : sql`where extract(month from starts) = ${month}`;

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

/** Locates month and day by the counts. From the start of that day, an index-only scan finds the first row. */
function deepPage(scope: AnyScope, size: number): SQL {
  const { folder, memberId } = scope;
  const offset = sql.placeholder('offset');
  const { key, ordered, periods, from, edge, fromEdge } = orderOf(scope);
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
      select (select before from month) - (through - n) as before, ${edge} as edge
      from (select starts, n, sum(n) over (order by ${periods}) as through from days) as running
      where through > (select before from month) order by ${periods} limit 1
    ),
    first_row as materialized (
      select ${key} as at, order_id from orders where ${inScope(scope)} and ${fromEdge}
      order by ${ordered} offset (select before from day) limit 1
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

/** Adds the total to each row, or to one empty row if the page has no rows. */
function answer(scope: AnyScope, parts: SQL): SQL {
  const { key, pageOrdered } = orderOf(scope);
  return sql`with ${parts}
    select (select coalesce(sum(n), 0)::int from months) as total, ${answeredColumns(sql`page`)}, page.${key}::text as at
    from (values (1)) as one (row)
    left join page on true
    left join members as assignee on assignee.id = page.assigned_to
    order by ${pageOrdered}`;
}
