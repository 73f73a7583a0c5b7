import type { OrderDetails } from 'shared/api/orderDetails';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import { placeOf, searchOf } from 'shared/rules/listPlace';
import { may, type Role } from 'shared/rules/permissions';

type Placed = Pick<OrderDetails, 'process_status' | 'assign_to' | 'assigned_to_me'>;

/** The list that a person came from, as the link to the order kept it in the history entry. */
export function listCameFrom(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin') ? from : null;
}

/** The address of a list, at the page of the order that has `before` others before it there. */
export function pageWith(list: string, before: number): string {
  const { pathname, searchParams } = new URL(list, 'http://desk');
  const { limit } = placeOf(searchParams);
  const page = limit === 'all' ? 1 : Math.floor(before / limit) + 1;
  const search = searchOf({ page, limit }, searchParams).toString();
  return search ? `${pathname}?${search}` : pathname;
}

/** Whether an order is in a folder, as far as it says itself. */
export function isIn(folder: FolderName, order: Placed): boolean {
  const { statuses, assignee } = folders[folder];
  const fits = assignee === 'me' ? order.assigned_to_me : assignee === 'anybody' || order.assign_to === null;
  return fits && statuses.includes(order.process_status);
}

/** The list that holds this order, for who came by an address: my own first, then its folder, else all orders. */
export function folderOf(order: Placed, role: Role | null): { path: string; title: string } | null {
  const name = folderNames.find((folder) => isIn(folder, order) && may(role, folders[folder].needs));
  return name ? folders[name] : null;
}
