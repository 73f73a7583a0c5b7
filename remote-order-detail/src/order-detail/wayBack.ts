import { useLocation } from 'react-router-dom';
import { longestSearch } from 'shared/api/listFilter';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { type Month, months } from 'shared/format/dates';
import { type FolderName, folderNames, folders } from 'shared/rules/folders';
import { placeOf, searchOf } from 'shared/rules/listPlace';
import { placeInList, trailIn } from 'shared/rules/listTrail';
import { may, type Role } from 'shared/rules/permissions';

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

export interface ListedAt {
  folder: FolderName;
  /** In Future Order. */
  month?: Month | undefined;
  /** Empty: the folder as it is. */
  term: string;
}

/** The list that an address of this site shows; null: it shows none. */
export function listAt(address: string): ListedAt | null {
  const { pathname, searchParams } = new URL(address, 'http://desk');
  const folder = folderNames.find((name) => folders[name].path === pathname);
  if (!folder) return null;
  const month = folder === 'futureOrder' ? months.find((name) => name === searchParams.get('month')) : undefined;
  return { folder, month, term: (searchParams.get('q') ?? '').trim().slice(0, longestSearch) };
}
