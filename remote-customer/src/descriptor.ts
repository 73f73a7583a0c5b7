import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';

/** Includes the catch-all route for pages that do not exist. */
export const descriptor: RemoteDescriptor = {
  area: 'public',
  builtFor: currentVersions,
  routes: [
    { path: '/track-order', title: 'Track your order' },
    { path: '/track-order/:orderId', title: 'Track your order' },
    { path: '/get-new-order-details/:orderId', title: 'Your order' },
    { path: '/*', title: 'This page' },
  ],
  away: {
    missing: 'Order tracking is',
    unaffected: 'your order is not affected',
  },
};
