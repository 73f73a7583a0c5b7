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
export function useWayBack(orderId: string, order?: OrderDetails): { path: string; title: string } {
  const { state } = useLocation();
  const role = useSession(({ role: own }) => own);
  const from = listCameFrom(state);
  if (from === null) return (order && folderOf(order, role)) ?? { path: '/admin', title: 'Dashboard' };
  return { path: listAtOrder(from, state, orderId), title: 'the list' };
}

/** Who has gone on along the list may be pages away from where they left it, and what they moved has left it. */
function listAtOrder(from: string, state: unknown, orderId: string): string {
  const trail = trailIn(state);
  const before = listAt(from) && trail && placeInList(trail, orderId);
  return before === null ? from : pageWith(from, before);
}
