import { useLocation } from 'react-router-dom';
import type { Answer } from 'shared/api/call';
import type { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { queryClient, queryKeys, useSession } from 'shared/desk';
import type { FolderName } from 'shared/rules/folders';
import { placeInList, trailIn } from 'shared/rules/listTrail';
import { folderOf, isIn, listCameFrom, pageWith } from './backTo.ts';
import { listAt } from './stepping/listAt.ts';

/**
 * Where "back" leads: the list that one came from, at the page where this order stands now, else the folder that holds the
 * order, else the dashboard.
 */
export function useWayBack(order: OrderDetails): { path: string; title: string } {
  const { state } = useLocation();
  const role = useSession(({ role: own }) => own);
  const from = listCameFrom(state);
  if (from === null) return folderOf(order, role) ?? { path: '/admin', title: 'Dashboard' };
  return { path: listAtOrder(from, state, order.order_id), title: 'the list' };
}

/** Who has gone on along the list may be pages away from where they left it, and what they moved has left it. */
function listAtOrder(from: string, state: unknown, orderId: string): string {
  const list = listAt(from);
  const trail = trailIn(state);
  const before = list && trail && placeInList(trail, orderId, (id) => hasLeft(list.folder, id));
  return before === null ? from : pageWith(from, before);
}

/** As far as this page knows: an order that it has not read is where it was. */
function hasLeft(folder: FolderName, orderId: string): boolean {
  const order = queryClient.getQueryData<Answer<typeof orderCalls.details>>(queryKeys.order(orderId))?.data;
  return order !== undefined && !isIn(folder, order);
}
