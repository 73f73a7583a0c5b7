import { orderCalls } from 'shared/api/orderCalls';
import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';

export const descriptor: RemoteDescriptor = {
  area: 'staff',
  builtFor: currentVersions,
  routes: [
    {
      path: '/admin/view-order/:orderId',
      title: 'Order',
      needs: 'order.read',
      firstCall: { path: orderCalls.details.path, input: { orderId: { orderOf: 'orderId' } } },
      readAhead: true,
    },
  ],
  away: {
    missing: 'Order pages are',
    unaffected: 'order lists, settings and summaries are not affected',
  },
};
