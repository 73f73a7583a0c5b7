import { useLocation } from 'react-router-dom';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { placeInList, trailIn } from 'shared/rules/listTrail';
import { folderOf, listCameFrom, pageWith } from './backTo.ts';
import { listAt } from './stepping/listAt.ts';

/**
 * Where "back" leads: the list that one came from, at the page where this order stands now, else the folder that holds the
 * order, else the dashboard.
 */
export function useWayBack(order: OrderDetails): { path: string; title: string } {
  const role = useSession(({ role: own }) => own);
  const list = useWayBackToList(order.order_id);
  if (list === null) return folderOf(order, role) ?? { path: '/admin', title: 'Dashboard' };
  return { path: list, title: 'the list' };
}

/** The list that one came from, or null; known before the order has loaded. */
export function useWayBackToList(orderId: string): string | null {
  const { state } = useLocation();
  const from = listCameFrom(state);
  return from === null ? null : listAtOrder(from, state, orderId);
}

/** Who has gone on along the list may be pages away from where they left it, and what they moved has left it. */
function listAtOrder(from: string, state: unknown, orderId: string): string {
  const trail = trailIn(state);
  const before = listAt(from) && trail && placeInList(trail, orderId);
  return before === null ? from : pageWith(from, before);
}
