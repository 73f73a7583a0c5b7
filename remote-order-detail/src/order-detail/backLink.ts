import { useLocation } from 'react-router';
import { maxSearchLength } from 'shared/api/fields/listFilter';
import type { OrderDetails } from 'shared/api/orderDetails';
import { useSession } from 'shared/desk';
import { type Month, months } from 'shared/format/dates';
import { findFolder, type FolderName, folderNames, folders } from 'shared/rules/folders';
import { readListPlace, writeListPlace } from 'shared/rules/listPlace';
import { placeInList, readTrail } from 'shared/rules/listTrail';

/**
 * The back link: the list from which the order was opened, at the order's page; otherwise a folder with the order,
 * otherwise the dashboard.
 */
export function useBackLink(orderId: string, order?: OrderDetails): { path: string; title: string } {
  const { state } = useLocation();
  const role = useSession(({ role: own }) => own);
  const from = readListUrl(state);
  if (from === null) return (order && findFolder(order, role)) ?? { path: '/admin', title: 'Dashboard' };
  return { path: listAtOrder(from, state, orderId), title: 'the list' };
}

/** J and K may have moved several pages from where the list was left. */
function listAtOrder(from: string, state: unknown, orderId: string): string {
  const trail = readTrail(state);
  const before = parseListUrl(from) && trail && placeInList(trail, orderId);
  return before === null ? from : listUrlAt(from, before);
}

export function readListUrl(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/admin') ? from : null;
}

export function listUrlAt(list: string, before: number): string {
  const { pathname, searchParams } = new URL(list, 'http://desk');
  const { limit } = readListPlace(searchParams);
  const page = limit === 'all' ? 1 : Math.floor(before / limit) + 1;
  const search = writeListPlace({ page, limit }, searchParams).toString();
  return search ? `${pathname}?${search}` : pathname;
}

export interface ListUrl {
  folder: FolderName;
  /** Set only in Future Order. */
  month?: Month | undefined;
  /** Empty without a search. */
  term: string;
}

export function parseListUrl(address: string): ListUrl | null {
  const { pathname, searchParams } = new URL(address, 'http://desk');
  const folder = folderNames.find((name) => folders[name].path === pathname);
  if (!folder) return null;
  const month = folder === 'futureOrder' ? months.find((name) => name === searchParams.get('month')) : undefined;
  return { folder, month, term: (searchParams.get('q') ?? '').trim().slice(0, maxSearchLength) };
}
