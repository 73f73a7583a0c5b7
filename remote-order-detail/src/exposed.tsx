import { StaffTheme } from 'shared/kit/base';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';

export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [
    {
      path: 'view-order/:orderId',
      load: async () => (await import('./order-detail/OrderDetailScreen.tsx')).OrderDetailScreen,
    },
  ],
};
