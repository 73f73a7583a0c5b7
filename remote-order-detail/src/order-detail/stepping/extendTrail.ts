import { orderCalls } from 'shared/api/orderCalls';
import { send, useSession } from 'shared/desk';
import { trailPage, withFollowing, withPreceding, type ListTrail } from 'shared/rules/listTrail';
import type { ListedAt } from './listAt.ts';

export type Direction = 'next' | 'previous';

/** So many pages are looked through for what follows: those over which a trail may lie, and one more. */
const pagesAhead = 3;

/**
 * Asks the list for what comes after the end of the trail, or before its beginning. Null: nothing does.
 *
 * @throws CallError
 */
export async function extendTrail(list: ListedAt, trail: ListTrail, direction: Direction): Promise<ListTrail | null> {
  const pages =
    direction === 'next'
      ? Array.from({ length: pagesAhead }, (_, index) => trail.last + index)
      : [trail.first, trail.first - 1].filter((page) => page > 0);
  const extended = direction === 'next' ? withFollowing : withPreceding;
  for (const page of pages) {
    const rows = await askPage(list, page);
    const more = extended(trail, rows, page);
    if (more) return more;
    if (direction === 'next' && rows.length < trailPage) return null;
  }
  return null;
}

async function askPage({ folder, month, term }: ListedAt, page: number): Promise<string[]> {
  const { data } = term
    ? await send(orderCalls.search, {
        folderName: folder,
        searchVal: term,
        month,
        start: (page - 1) * trailPage,
        end: page * trailPage,
      })
    : await send(orderCalls.list, {
        orderName: folder,
        month,
        page,
        limit: trailPage,
        delay: 1,
        userName: useSession.getState().user?.name,
      });
  return data.map((row) => row.order_id);
}
