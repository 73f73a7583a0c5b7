/**
 * The orders around the one that was opened from a list, for J and K (rule 8.21). Kept in the history entry of the
 * order's page.
 */
export interface ListTrail {
  orderIds: readonly string[];
  /** The number of orders in the list before `orderIds`. */
  offset: number;
  /** Orders that do not count as part of the list: they have left it, or "Next order" added them to the trail. */
  left: readonly string[];
  /**
   * Set for disputes sorted by urgency. J and K then do not go beyond `orderIds`, because further orders would come from
   * the folder, which is sorted by date.
   */
  isWhole?: true;
}

/** The maximum number of orders kept on each side of the opened one. */
const trailRadius = 50;

/** The trail around `orderIds[at]`; `offset` is the number of orders in the list before `orderIds`. */
export function createTrail(orderIds: readonly string[], { at, offset }: { at: number; offset: number }): ListTrail {
  const start = Math.max(0, at - trailRadius);
  return { orderIds: orderIds.slice(start, at + trailRadius + 1), offset: offset + start, left: [] };
}

/** Adds an order opened by "Next order" after `from`, or first if `from` is null. Does nothing if the trail has it. */
export function addNextOrder(trail: ListTrail, from: string | null, next: string): ListTrail {
  const { orderIds, left } = trail;
  if (orderIds.includes(next)) return trail;
  const at = from === null ? 0 : orderIds.indexOf(from) + 1;
  return { ...trail, orderIds: orderIds.toSpliced(at, 0, next), left: [...left, next] };
}

/** The trail in a history entry's state; null if missing or invalid. */
export function readTrail(state: unknown): ListTrail | null {
  const trail = (state as { trail?: ListTrail } | null)?.trail;
  const isKnown = Array.isArray(trail?.orderIds) && Array.isArray(trail.left) && Number.isSafeInteger(trail.offset);
  return isKnown ? trail : null;
}

/** How many orders precede this one in the list now; null if it is not in the trail. */
export function placeInList({ orderIds, offset, left }: ListTrail, orderId: string): number | null {
  const at = orderIds.indexOf(orderId);
  return at < 0 ? null : offset + orderIds.slice(0, at).filter((id) => !left.includes(id)).length;
}

/** The order from whose page the member came back to this list; null if there was none. */
export function readLeftOrder(state: unknown): string | null {
  const orderId = (state as { left?: unknown } | null)?.left;
  return typeof orderId === 'string' ? orderId : null;
}
