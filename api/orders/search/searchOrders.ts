import { sql, type SQL } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { folderCalls } from 'shared/api/folderCalls';
import { findFolderName, folders, isInFolder } from 'shared/rules/folders';
import type { Database } from '../../db/database.ts';
import type { Member } from '../../http/session.ts';
import { countedFacts, countedPeriods } from '../lists/folderCounts.ts';
import { inScope, listPage, listScope, type ListScope, ofMonth, orderOf } from '../lists/listOrders.ts';
import { answeredColumns, readColumns, type ReadRow, toRow } from '../lists/listSql.ts';

/** Hits are counted up to this number. */
const counted = 1_000;
/** How many orders of a list to scan, in its order, before the search switches to an index. */
const scanLimit = 10_000;
/** Higher for texts of one or two letters, because their index returns more false hits. */
const shortTermScanLimit = 30_000;

/**
 * Whether to scan the whole list, because it is small or most index hits would be in other folders. If no index covers
 * the text, a medium-sized list is scanned too.
 */
const isWalkedWhole = (
  { total, ofAll, unhandled }: { total: number; ofAll: number; unhandled: boolean },
  lookup: Lookup | null,
) =>
  // The search indexes do not cover unhandled messages, but a small separate index does.
  unhandled || total <= 15_000 || (lookup ? total <= 100_000 && total * 4 <= ofAll : total <= 4 * shortTermScanLimit);

export async function searchOrders(
  db: Database,
  { folderName, searchVal, month, start, end }: ParsedInput<typeof folderCalls.search>,
  member: Member,
) {
  const scope = listScope(folderName, month, member);
  const message = folders[scope.folder].title;
  const range = { start, end: end === 'all' ? Math.max(start, counted) : end };
  const text = searchedText(searchVal);
  if (text === '') {
    const { rows, total } = await listPage(db, scope, { offset: start, limit: range.end - start });
    return { message, data: rows, total, more: false };
  }
  const { hits, rows } = await find(db, scope, text, range);
  const elsewhere = hits < fewHits && start === 0 ? await findElsewhere(db, scope, text, member) : undefined;
  return { message, data: rows, total: Math.min(hits, counted), more: hits > counted, elsewhere };
}

const fewHits = 5;
/** How many of the newest hits to examine in `allOrder`, and again in `deletedOrder`. */
const hitsElsewhere = 50;

/** Other folders with hits, if the member may open them. */
async function findElsewhere(db: Database, { folder }: ListScope, text: string, member: Member) {
  const range = { start: 0, end: hitsElsewhere };
  const rows = [];
  for (const name of ['allOrder', 'deletedOrder'] as const) {
    if (name !== folder) rows.push(...(await find(db, listScope(name, undefined, member), text, range)).rows);
  }
  const outside = rows
    .map((row) => ({ ...row, assigned_to_me: row.assign_to === member.name }))
    .filter((row) => !isInFolder(folder, row));
  const byFolder = Map.groupBy(outside, (row) => findFolderName(row, member.role));
  return [...byFolder].flatMap(([folderName, folderHits]) =>
    folderName === null ? [] : [{ folderName, total: folderHits.length, order_id: folderHits[0]!.order_id }],
  );
}

/**
 * Takes three steps, because the planner would misjudge a single query. First scans the start of the folder, which
 * suffices for common texts and small folders. Then looks the text up in the indexes, or scans everything if no index
 * covers it. If there are too many hits to sort, finally scans the list until the page is full.
 */
async function find(db: Database, scope: ListScope, text: string, range: Range) {
  const { term, ...counts } = await prepareSearch(db, scope, text);
  const max = Math.max(counted + 1, range.end);
  const lookup = lookupOf(term);
  const { unhandled } = folders[scope.folder];
  const whole = isWalkedWhole({ ...counts, unhandled }, lookup);
  const walk = whole ? everything : isShort(term) ? shortTermScanLimit : scanLimit;
  const walked = await scanInListOrder(db, scope, term, { ...range, max, walk });
  if (whole || walked.hits >= max) return walked;

  const limits = { ...range, max };
  const found = await (lookup
    ? lookUpInIndex(db, scope, term, lookup, limits)
    : scanInParallel(db, scope, term, limits));
  if (found.hits < max) return found;
  if (walked.hits >= range.end) return { hits: max, rows: walked.rows };
  const { rows } = await scanInListOrder(db, scope, term, { ...range, max: range.end, walk: everything });
  return { hits: max, rows };
}

const everything = 1_000_000_000;

/** Positions among the hits. `end` is exclusive. */
interface Range {
  start: number;
  end: number;
}

export async function prepareSearch(db: Database, scope: ListScope, text: string) {
  const { folder, memberId } = scope;
  const { rows } = await db.execute<{ term: string; total: number; ofAll: number }>(
    sql`select lower(${text}::text) as term,
      (select coalesce(sum(n), 0)::int from ${countedPeriods(folder, memberId, 'month')} ${ofMonth(scope)}) as total,
      (select coalesce(sum(n), 0)::int from ${countedFacts}) as "ofAll"`,
  );
  return rows[0]!;
}

/** Scans the index up to `walk` orders or `max` hits, and only then reads the rows of the hits. */
export function scanInListOrder(
  db: Database,
  scope: ListScope,
  term: string,
  limits: Range & { walk: number; max: number },
) {
  const { key, ordered } = orderOf(scope);
  return readHits(
    db,
    scope,
    sql`
    select at, order_id from (
      select ${key} as at, order_id, search_document from orders
      where ${inScope(scope)} order by ${ordered} limit ${limits.walk}::bigint
    ) as walked
    where ${holds(term)} limit ${limits.max}::bigint`,
    limits,
  );
}

/** Both conditions are equivalent, but `like` is faster for one or two letters and slower for more. */
const holds = (term: string) =>
  isShort(term) ? sql`search_document like ${`%${escapeLike(term)}%`}` : sql`strpos(search_document, ${term}) > 0`;

export function lookUpInIndex(
  db: Database,
  scope: ListScope,
  term: string,
  { patterns, letters }: Lookup,
  limits: Range & { max: number },
) {
  const { statuses, assignee } = folders[scope.folder];
  const assignees = { anybody: null, nobody: 0, me: scope.memberId };
  const { key } = orderOf(scope);
  return readHits(
    db,
    scope,
    sql`
    select ${key} as at, order_id from search_candidates(${term}, ${textArray(patterns)}, ${letters && textArray(letters)},
      ${textArray(statuses)}, ${assignees[assignee]}::int, ${scope.month}::int, ${limits.max}::int)`,
    limits,
  );
}

/** Scans all search documents of the list in parallel, for texts that no index covers. */
export function scanInParallel(db: Database, scope: ListScope, term: string, limits: Range & { max: number }) {
  const { key } = orderOf(scope);
  return db.transaction(async (tx) => {
    // Favours a parallel scan: the planner expects early hits because of the limit, and underestimates wide rows.
    await tx.execute(sql`select set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true),
      set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
    return readHits(
      tx,
      scope,
      sql`select ${key} as at, order_id from orders where ${inScope(scope)} and ${holds(term)} limit ${limits.max}::bigint`,
      limits,
    );
  });
}

const textArray = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`;

async function readHits(db: Database, scope: ListScope, hits: SQL, { start, end }: Range) {
  const { pageOrdered, keyOrdered } = orderOf(scope);
  const { rows } = await db.execute<ReadRow & { hits: number; order_id: string | null }>(
    sql`with hits as materialized (${hits}),
      page as materialized (
        select ${readColumns} from orders where order_id = any (array(
          select order_id from hits order by ${keyOrdered} offset ${start}::bigint limit ${end - start}::bigint
        ))
      )
      select (select count(*)::int from hits) as hits, ${answeredColumns(sql`page`)}
      from (values (1)) as one (row)
      left join page on true
      left join members as assignee on assignee.id = page.assigned_to
      order by ${pageOrdered}`,
  );
  return { hits: rows[0]!.hits, rows: rows[0]!.order_id === null ? [] : rows.map(toRow) };
}

/** The order ids of a whole list, or of its search hits ("Select all N"). */
export function idsOf({ searchVal, ...scope }: ListScope & { searchVal: string }): SQL {
  const text = searchedText(searchVal);
  const holdsIt = text === '' ? sql`` : sql`and search_document like lower(${`%${escapeLike(text)}%`}::text)`;
  return sql`select order_id from orders where ${inScope(scope)} ${holdsIt}`;
}

/** How the indexes find a text: by any of `patterns`, or by all `letters`, which are rare letters or one pair. */
interface Lookup {
  patterns: string[];
  letters: string[] | null;
}

/** Letters in nearly every search document; `search_letters` in the migrations indexes all others. */
const common = 'abcdefghijklmnopqrstuvwxyz0123456789 .@+';
const wordLetter = /^[a-z0-9]$/;
/** Separates the fields of a search document. */
const fieldEnd = '\x1f';
const isShort = (term: string) => [...term].length < 3;
const holdsTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** Removes blanks from a possible telephone number, so that '+64 21 000' finds '+6421000'. */
export function searchedText(searchVal: string): string {
  const text = searchVal.replace(/\p{Cc}/gu, '');
  return /^[+\d\s]*$/.test(text) ? text.replace(/\s/g, '') : text;
}

/** Null if no index covers `term`, which must be in lower case. */
export function lookupOf(term: string): Lookup | null {
  const letters = [...term];
  const rare = [...new Set(letters.filter((letter) => !common.includes(letter)))];
  if (!isShort(term) && holdsTrigram.test(term)) return { patterns: [`%${escapeLike(term)}%`], letters: null };
  if (rare.length > 0) return { patterns: [], letters: rare };
  if (letters.length !== 2 || !wordLetter.test(letters[1]!)) return null;
  // A letter after a symbol begins a word, and so has a trigram.
  return wordLetter.test(letters[0]!) ? pairLookup(term) : { patterns: [`%${escapeLike(term)}%`], letters: null };
}

/**
 * A pair of letters has no trigram, but forms one with each possible neighbour. `search_letters` indexes pairs that
 * stand between two rare letters.
 */
function pairLookup(pair: string): Lookup {
  const neighbours = [...common, fieldEnd];
  const patterns = neighbours.flatMap((letter) => [`%${letter}${pair}%`, `%${pair}${letter}%`]);
  return { patterns: [...patterns, `${pair}%`, `%${pair}`], letters: [pair] };
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
