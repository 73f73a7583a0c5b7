import type { ParsedInput } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import { folders } from 'shared/rules/folders';
import type { OrderRow } from 'shared/api/orderRow';
import type { Database } from '../../db/database.ts';
import type { Member } from '../../http/authorise.ts';
import { listScope } from '../lists/listOrders.ts';
import { listPage, type ListScope } from '../lists/pageQueries.ts';
import { lookUpHits, prepareSearch, scanForHits, walkForHits, type Range } from './searchQueries.ts';
import { isShort, lookupOf, searchedText, type Lookup } from './searchTerm.ts';

/** Hits are counted so far, and no further: nobody reads beyond, and the answer comes at once. */
const counted = 1_000;
/** So many orders are walked in any folder before an index is asked: a text that many orders hold is found here. */
const firstWalk = 10_000;
/** For one or two letters so many: what their lookup finds is less exact. */
const firstShortWalk = 30_000;

/**
 * Whether a folder is walked whole rather than looked up: when it is small, or when most hits of the indexes would lie in
 * other folders, each of which has to be looked at. What no index knows would be looked for in all of it after a first
 * walk: in a middling folder one walk through it costs less.
 */
const isWalkedWhole = ({ total, ofAll }: { total: number; ofAll: number }, lookup: Lookup | null) =>
  total <= 15_000 || (lookup ? total <= 100_000 && total * 4 <= ofAll : total <= 4 * firstShortWalk);

/** The rows of a folder that hold a text, in the folder's order. An empty text is the folder itself, counted to its end. */
export async function searchOrders(
  db: Database,
  { folderName, searchVal, month, start, end }: ParsedInput<typeof orderCalls.search>,
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
  return { message, data: rows, total: Math.min(hits, counted), more: hits > counted };
}

/**
 * Three steps, none of which leaves to the planner what it cannot know. The beginning of the folder is walked: enough
 * for common texts and small folders. Then the indexes say whether the rest are few, and which, or a look at all where no
 * index knows the text. If they are many, and the page was not full yet, the walk goes on.
 */
async function find(
  db: Database,
  scope: ListScope,
  text: string,
  range: Range,
): Promise<{ hits: number; rows: OrderRow[] }> {
  const { term, ...counts } = await prepareSearch(db, scope, text);
  const most = Math.max(counted + 1, range.end);
  const lookup = lookupOf(term);
  const whole = isWalkedWhole(counts, lookup);
  const walk = whole ? everything : isShort(term) ? firstShortWalk : firstWalk;
  const walked = await walkForHits(db, scope, term, { ...range, most, walk });
  if (whole || walked.hits >= most) return walked;

  const limits = { ...range, most };
  const found = await (lookup ? lookUpHits(db, scope, term, lookup, limits) : scanForHits(db, scope, term, limits));
  if (found.hits < most) return found;
  if (walked.hits >= range.end) return { hits: most, rows: walked.rows };
  const { rows } = await walkForHits(db, scope, term, { ...range, most: range.end, walk: everything });
  return { hits: most, rows };
}

const everything = 1_000_000_000;
