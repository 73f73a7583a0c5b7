import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';

/** The customer's routes include the catch-all "not found" page. */
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
