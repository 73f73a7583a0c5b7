import { gatewayCalls } from 'shared/api/gatewayCalls';
import { currentVersions } from 'shared/remote/currentVersions';
import type { DescribedRoute, RemoteDescriptor } from 'shared/remote/remoteDescriptor';

const entry = (text: string, icon: NonNullable<DescribedRoute['menu']>['icon']) => ({
  menu: { group: 'Reports and settings', text, icon },
});

export const descriptor = {
  area: 'staff',
  builtFor: currentVersions,
  routes: [
    {
      path: '/admin/country-order-list',
      title: 'Country Order Details',
      needs: 'summary.countries',
      ...entry('Country Order List', 'globe'),
    },
    {
      path: '/admin/processed-order',
      title: 'Processed By',
      needs: 'summary.processedBy',
      ...entry('Order Processed', 'chart-no-axes-column'),
    },
    {
      path: '/admin/send-invoice',
      title: 'Send Invoice',
      needs: 'invoice.send',
      ...entry('Manage Invoices', 'receipt'),
    },
    { path: '/admin/manage-team', title: 'Manage Team', needs: 'team.read', ...entry('Manage Team', 'users') },
    { path: '/admin/manage-team/:teamMemberId', title: 'Manage Team', needs: 'team.read' },
    {
      path: '/admin/gateway-setting',
      title: 'Change Gateway',
      needs: 'gateway.read',
      firstCall: { path: gatewayCalls.gateways.path, input: {} },
      ...entry('Gateway Setting', 'credit-card'),
    },
    {
      path: '/admin/change-password',
      title: 'Update Password',
      needs: 'password.change',
      ...entry('Change Password', 'key-round'),
    },
  ],
  away: {
    missing: 'Settings and summaries are',
    unaffected: 'order lists and orders are not affected',
  },
} as const satisfies RemoteDescriptor;
