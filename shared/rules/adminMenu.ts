/** The admin sidebar: its groups, links and who sees them (rules 6.4, 2.3). */
import { folders, type FolderName } from './folders.ts';
import { may, type Action, type Role } from './permissions.ts';

export interface MenuLink {
  path: string;
  text: string;
  needs: Action;
  /** The folder whose count stands beside the link. */
  folder?: FolderName;
}

const folderLink = (folder: FolderName): MenuLink => ({
  path: folders[folder].path,
  text: folders[folder].link,
  needs: folders[folder].needs,
  folder,
});

export const menuGroups: readonly { title: string; links: readonly MenuLink[] }[] = [
  {
    title: 'Work',
    links: [
      { path: '/admin', text: 'Dashboard', needs: 'dashboard.open' },
      folderLink('myOrder'),
      folderLink('newOrder'),
      folderLink('priorityOrder'),
      folderLink('pendingOrder'),
      folderLink('completedOrder'),
    ],
  },
  {
    title: 'Waiting and calls',
    links: [
      folderLink('awaitingOrder'),
      folderLink('awaitingGovt'),
      folderLink('contactCustomer'),
      folderLink('customerCalled'),
    ],
  },
  {
    title: 'All orders',
    links: [
      folderLink('allOrder'),
      folderLink('futureOrder'),
      folderLink('deletedOrder'),
      folderLink('refundOrder'),
      folderLink('chargeBack'),
    ],
  },
  {
    title: 'Reports and settings',
    links: [
      { path: '/admin/country-order-list', text: 'Country Order List', needs: 'summary.countries' },
      { path: '/admin/processed-order', text: 'Order Processed', needs: 'summary.processedBy' },
      { path: '/admin/send-invoice', text: 'Manage Invoices', needs: 'invoice.send' },
      { path: '/admin/manage-team', text: 'Manage Team', needs: 'team.read' },
      { path: '/admin/gateway-setting', text: 'Gateway Setting', needs: 'gateway.read' },
      { path: '/admin/change-password', text: 'Change Password', needs: 'password.change' },
    ],
  },
];

/** The dashboard's five tiles, in their order. */
export const dashboardTiles: readonly FolderName[] = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
];

/** The menu as `role` sees it; a group without links is left out. */
export function menuFor(role: Role) {
  return menuGroups
    .map((group) => ({ ...group, links: group.links.filter((link) => may(role, link.needs)) }))
    .filter((group) => group.links.length > 0);
}

/** The right that a screen's address needs; null: no such screen. An order's page needs `order.read`. */
export function rightForPath(pathname: string): Action | null {
  const path = pathname.replace(/\/+$/, '') || '/';
  if (path.startsWith('/admin/view-order/')) return 'order.read';
  const links = menuGroups.flatMap((group) => group.links);
  return (
    links.find((link) => link.path === path)?.needs ??
    links.find((link) => link.path !== '/admin' && path.startsWith(`${link.path}/`))?.needs ??
    null
  );
}
