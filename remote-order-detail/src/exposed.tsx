import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { StaffTheme } from 'shared/kit/theme/StaffTheme';

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
