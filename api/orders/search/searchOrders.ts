import type { ParsedInput } from 'shared/api/call';
import type { folderCalls } from 'shared/api/folderCalls';
import { findFolderName, type FolderName, folders, isInFolder } from 'shared/rules/folders';
import type { OrderRow } from 'shared/api/orderRow';
import type { Database } from '../../db/database.ts';
import type { Member } from '../../http/session.ts';
import { listScope, listPage, type ListScope } from '../lists/listOrders.ts';
import {
  lookUpInIndex,
  prepareSearch,
  scanInParallel,
  scanInListOrder,
  type Range,
  isShort,
  lookupOf,
  searchedText,
  type Lookup,
} from './searchQueries.ts';

/** Hits are counted up to this number. */
const counted = 1_000;
/** Orders of a folder to scan before using an index. */
const firstWalk = 10_000;
/** More for texts of one or two letters, because their index returns more false hits. */
const firstShortWalk = 30_000;

/**
 * Whether to scan the whole list: it is small, most index hits would be in other folders, or it is medium-sized and no
 * index covers the text.
 */
const isWalkedWhole = (
  { total, ofAll, unhandled }: { total: number; ofAll: number; unhandled: boolean },
  lookup: Lookup | null,
) =>
  // The search indexes lack unhandled messages, but orders with those have a separate small index.
  unhandled || total <= 15_000 || (lookup ? total <= 100_000 && total * 4 <= ofAll : total <= 4 * firstShortWalk);

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

/** The other folders with hits that the member may open. */
async function findElsewhere(db: Database, { folder }: ListScope, text: string, member: Member) {
  const range = { start: 0, end: hitsElsewhere };
  const inAll = async (name: FolderName) => (await find(db, listScope(name, undefined, member), text, range)).rows;
  const rows = [...(await inAll('allOrder')), ...(await inAll('deletedOrder'))]
    .map((row) => ({ ...row, assigned_to_me: row.assign_to === member.name }))
    .filter((row) => !isInFolder(folder, row));
  const byFolder = Map.groupBy(rows, (row) => findFolderName(row, member.role));
  return [...byFolder].flatMap(([folderName, held]) =>
    folderName === null ? [] : [{ folderName, total: held.length, order_id: held[0]!.order_id }],
  );
}

/**
 * Takes three steps, because the planner would misjudge one query. First scans the start of the folder, which suffices
 * for common texts and small folders. Then looks the text up in the indexes, or scans everything if no index covers it.
 * If there are too many hits to sort, finally scans the list until the page is full.
 */
async function find(
  db: Database,
  scope: ListScope,
  text: string,
  range: Range,
): Promise<{ hits: number; rows: OrderRow[] }> {
  const { term, ...counts } = await prepareSearch(db, scope, text);
  const max = Math.max(counted + 1, range.end);
  const lookup = lookupOf(term);
  const { unhandled } = folders[scope.folder];
  const whole = isWalkedWhole({ ...counts, unhandled }, lookup);
  const walk = whole ? everything : isShort(term) ? firstShortWalk : firstWalk;
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
