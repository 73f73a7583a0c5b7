/**
 * The orders of a list around the one that was opened from it, as the list stood then: what J and K go along (rules 8.21).
 * The list puts it into the history entry of the order's page, and more of it is asked for at its ends.
 */
export interface ListTrail {
  orderIds: readonly string[];
  /** How many orders the list had before the first of them. */
  offset: number;
  /** Those of them that had left the list when one went on from them. */
  left: readonly string[];
  /** The pages, of `trailPage` orders each, in which more of the list is looked for: before it, and after it. */
  first: number;
  last: number;
}

export const trailPage = 50;
const before = 10;
const after = 40;

interface Opened {
  /** Its place among the list's rows. */
  at: number;
  /** How many orders the list has before its first row. */
  offset: number;
}

/** The trail of an order that is opened from a list that shows `orderIds`. */
export function trailFrom(orderIds: readonly string[], { at, offset }: Opened): ListTrail {
  const start = Math.max(0, at - before);
  const page = Math.floor((offset + start) / trailPage) + 1;
  return { orderIds: orderIds.slice(start, at + after + 1), offset: offset + start, left: [], first: page, last: page };
}

/** A list from its top, of which nothing is known yet. */
export const unknownTrail: ListTrail = { orderIds: [], offset: 0, left: [], first: 1, last: 1 };

/** The trail that a history entry carries; null: none, or one of another version of the list. */
export function trailIn(state: unknown): ListTrail | null {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? (state.trail as ListTrail) : null;
  const isKnown = Array.isArray(trail?.orderIds) && Array.isArray(trail.left) && Number.isSafeInteger(trail.offset);
  return isKnown ? trail : null;
}

/**
 * The trail with what follows on a page of the list as it is now; null when nothing new does. Orders that have left the
 * list let others move up, so what follows may stand on the page that was asked for before.
 */
export function withFollowing(trail: ListTrail, rows: readonly string[], page: number): ListTrail | null {
  const known = new Set(trail.orderIds);
  const following = rows.slice(rows.findLastIndex((id) => known.has(id)) + 1);
  return following.length > 0 ? { ...trail, orderIds: [...trail.orderIds, ...following], last: page } : null;
}

/** The trail with what precedes it on a page of the list as it is now; null when nothing does. */
export function withPreceding(trail: ListTrail, rows: readonly string[], page: number): ListTrail | null {
  const known = new Set(trail.orderIds);
  const at = rows.findIndex((id) => known.has(id));
  if (at < 0 && page === trail.first) return null;
  const preceding = at < 0 ? rows : rows.slice(0, at);
  if (preceding.length === 0) return null;
  return {
    ...trail,
    orderIds: [...preceding, ...trail.orderIds],
    offset: (page - 1) * trailPage,
    first: page,
  };
}

/** The trail when one goes on from an order that is in the list still, or has left it. */
export function goneOnFrom(trail: ListTrail, orderId: string, hasLeft: boolean): ListTrail {
  const others = trail.left.filter((id) => id !== orderId);
  return { ...trail, left: hasLeft ? [...others, orderId] : others };
}

/**
 * How many orders the list has before this one, without those of the trail that have left it; null: the trail does not
 * hold it.
 */
export function placeInList({ orderIds, offset, left }: ListTrail, orderId: string): number | null {
  const at = orderIds.indexOf(orderId);
  return at < 0 ? null : offset + orderIds.slice(0, at).filter((id) => !left.includes(id)).length;
}

/** The order that one comes back from to its list by the order page's own way back; null: by no such way. */
export function orderLeftIn(state: unknown): string | null {
  const orderId = typeof state === 'object' && state !== null && 'left' in state ? state.left : null;
  return typeof orderId === 'string' ? orderId : null;
}
