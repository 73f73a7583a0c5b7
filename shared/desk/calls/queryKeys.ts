/**
 * Every key of the one cache of server state. A key begins with what it is about: a folder, or `order`. By that a route
 * change clears the lists that were left, and an Undo finds what to read anew.
 */
import type { QueryKey } from '@tanstack/react-query';
import { folderNames, type FolderName } from '../../rules/folders.ts';

/** What tells one page of a folder from another. */
interface ListPageAsked {
  month?: string;
  term: string;
  limit: number | 'all';
  page: number;
}

export const queryKeys = {
  /** Whatever is known of a folder. */
  folder: (folder: FolderName) => [folder],
  /** All its pages. */
  lists: (folder: FolderName) => [folder, 'list'],
  list: (folder: FolderName, { month = 'all', term, limit, page }: ListPageAsked) => [
    folder,
    'list',
    month,
    term,
    limit,
    page,
  ],
  /** How many future orders each month holds. */
  months: () => ['futureOrder', 'months'],
  /** The newest of one's own unfinished orders, on the dashboard. */
  continue: () => ['myOrder', 'continue'],
  order: (orderId: string) => ['order', orderId],
  /** The row of a list from which an order is opened: shown until the order is here. */
  orderRow: (orderId: string) => ['order', orderId, 'row'],
  /** What happened to an order. It is read anew with the order. */
  timeline: (orderId: string) => ['order', orderId, 'timeline'],
  /** One's own snippets and the team's. */
  snippets: () => ['order', 'snippets'],
  /** A mail of an order as its customer reads it; null: the newest, or the one that would be sent. */
  emailContent: (orderId: string, mailId: number | null) => ['order', orderId, 'email', mailId],
  /** Which evidence the defence packs of an order have. It is read anew with the order, as the next one. */
  packReadiness: (orderId: string) => ['order', orderId, 'evidence'],
  /** Page 1 of a defence pack. */
  packLetter: (orderId: string, defencePackType: 1 | 2) => ['order', orderId, 'evidence', defencePackType],
  /** The orders in Charge Back by the days that are left, and a page of them. */
  allDisputes: () => ['chargeBack', 'disputes'],
  disputes: (page: number) => ['chargeBack', 'disputes', page],
  /** The members of the team; the keys of the next two begin with this one. */
  team: () => ['team'],
  teamMember: (id: string) => ['team', id],
  /** The roles of the team. */
  teamRoles: () => ['team', 'roles'],
  /** A summary of a range of days; empty: no end on that side. */
  summary: (name: 'countries' | 'processedBy', { fromDate, toDate }: { fromDate: string; toDate: string }) => [
    'summary',
    name,
    fromDate,
    toDate,
  ],
  /** Which providers can send mail. */
  mailProviders: () => ['order', 'mailProviders'],
  /** The payment gateways, and the history of which was active. */
  gateways: () => ['gateways'],
  /** Who is signed in, with their e-mail. */
  userInfo: () => ['userInfo'],
} as const satisfies Record<string, (...about: never[]) => QueryKey>;

/** The folder that a key is about; null when it is about none. */
export const folderOfKey = ([about]: QueryKey): FolderName | null => folderNames.find((name) => name === about) ?? null;

/** Whether a key is about an order, whichever. */
export const isOrderKey = ([about]: QueryKey): boolean => about === 'order';
