/** The four remotes: whose routes are whose. The shell finds a route's owner here, the build writes it to the registry. */
import { folderNames, folders } from '../rules/folders.ts';

export const remoteNames = ['remote-orders', 'remote-order-detail', 'remote-admin-settings', 'remote-customer'] as const;

export type RemoteName = (typeof remoteNames)[number];

export interface RemoteRoutes {
  /** What is missing when it does not load, as a sentence begins: "Order lists are". */
  whatIs: string;
  /** Route patterns, from the root. */
  routes: readonly string[];
}

export const remotes: Readonly<Record<RemoteName, RemoteRoutes>> = {
  'remote-orders': { whatIs: 'Order lists are', routes: folderNames.map((folder) => folders[folder].path) },
  'remote-order-detail': { whatIs: 'Order pages are', routes: ['/admin/view-order/:orderId'] },
  'remote-admin-settings': {
    whatIs: 'Settings and summaries are',
    routes: [
      '/admin/country-order-list',
      '/admin/processed-order',
      '/admin/send-invoice',
      '/admin/manage-team',
      '/admin/manage-team/:teamMemberId',
      '/admin/gateway-setting',
      '/admin/change-password',
    ],
  },
  // Everything that is not the staff's; App.tsx asks it last.
  'remote-customer': { whatIs: 'Order tracking is', routes: ['/*'] },
};
