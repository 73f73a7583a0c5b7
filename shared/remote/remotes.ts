/** The four remotes and whose routes are whose: the shell finds a route's owner here, the build writes it to the registry. */
import { folderNames, folders } from '../rules/folders.ts';

export const remoteNames = [
  'remote-orders',
  'remote-order-detail',
  'remote-admin-settings',
  'remote-customer',
] as const;

export type RemoteName = (typeof remoteNames)[number];

/** Route patterns, from the root. */
export const remoteRoutes: Readonly<Record<RemoteName, readonly string[]>> = {
  'remote-orders': folderNames.map((folder) => folders[folder].path),
  'remote-order-detail': ['/admin/view-order/:orderId'],
  'remote-admin-settings': [
    '/admin/country-order-list',
    '/admin/processed-order',
    '/admin/send-invoice',
    '/admin/manage-team',
    '/admin/manage-team/:teamMemberId',
    '/admin/gateway-setting',
    '/admin/change-password',
  ],
  // Everything that is not the staff's: the shell asks it last.
  'remote-customer': ['/*'],
};
