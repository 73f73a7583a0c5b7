/**
 * The orders of a list around the one that was opened from it, as the list stood then: what J and K go along (rules 8.21).
 * It lies in the history entry of the order's page.
 */
export interface ListTrail {
  orderIds: readonly string[];
  /** How many orders the list had before the first of them. */
  offset: number;
  /** Those of them that had left the list when one went on from them. */
  left: readonly string[];
}

/** A list may show thousands: the trail begins with so many on each side of the opened order. */
const around = 50;

/** The trail of the order at this index of the rows, with so many orders of the list before the first row. */
export function trailFrom(orderIds: readonly string[], { at, offset }: { at: number; offset: number }): ListTrail {
  const start = Math.max(0, at - around);
  return { orderIds: orderIds.slice(start, at + around + 1), offset: offset + start, left: [] };
}

/** The trail in the state of a history entry; null: none, or one that another version has left there. */
export function trailIn(state: unknown): ListTrail | null {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? (state.trail as ListTrail) : null;
  const isKnown = Array.isArray(trail?.orderIds) && Array.isArray(trail.left) && Number.isSafeInteger(trail.offset);
  return isKnown ? trail : null;
}

/** How many orders the list has before this one, without those that have left it; null: the trail does not hold it. */
export function placeInList({ orderIds, offset, left }: ListTrail, orderId: string): number | null {
  const at = orderIds.indexOf(orderId);
  return at < 0 ? null : offset + orderIds.slice(0, at).filter((id) => !left.includes(id)).length;
}

/** The order that one comes back from to its list by the order page's own way back; null: by no such way. */
export function orderLeftIn(state: unknown): string | null {
  const orderId = typeof state === 'object' && state !== null && 'left' in state ? state.left : null;
  return typeof orderId === 'string' ? orderId : null;
}
