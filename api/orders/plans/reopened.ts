import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { OrderPlace } from '../changes/changeQueries.ts';
import type { LockedOrder } from '../changes/lockQueries.ts';

/** Whether a change makes an order open again, which turns up in its assignee's My Orders then. */
export const reopens = (from: OrderStatus, to: OrderStatus) => !orderStatus[from].open && orderStatus[to].open;

/** What else changes when an order gets this status: who has left the team meanwhile does not get it back to work on. */
export function withoutWhoLeft(
  { status, assigneeHasLeft }: Pick<LockedOrder, 'status' | 'assigneeHasLeft'>,
  to: OrderStatus,
): Partial<OrderPlace> {
  return assigneeHasLeft && reopens(status, to) ? { assignedTo: null, assignedAt: null } : {};
}
