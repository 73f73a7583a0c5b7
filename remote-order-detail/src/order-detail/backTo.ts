import type { OrderDetails } from 'shared/api/orderDetails';
import { folderNames, folders } from 'shared/rules/folders';
import { may, type Role } from 'shared/rules/permissions';

type Placed = Pick<OrderDetails, 'process_status' | 'assign_to' | 'assigned_to_me'>;

/** The list that a person came from, as the link to the order kept it in the history entry. */
export function listCameFrom(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin') ? from : null;
}

/** The list that holds this order, for who came by an address: my own first, then its folder, else all orders. */
export function folderOf(order: Placed, role: Role | null): { path: string; title: string } | null {
  const name = folderNames.find((folder) => {
    const { statuses, assignee, needs } = folders[folder];
    const fits = assignee === 'me' ? order.assigned_to_me : assignee === 'anybody' || order.assign_to === null;
    return fits && statuses.includes(order.process_status) && may(role, needs);
  });
  return name ? folders[name] : null;
}
