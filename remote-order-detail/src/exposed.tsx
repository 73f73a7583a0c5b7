import { StaffTheme } from 'shared/kit/base';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { OrderDetailScreen } from './order-detail/OrderDetailScreen.tsx';

/** The only screen is part of the entry chunk. */
export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [{ path: 'view-order/:orderId', load: async () => OrderDetailScreen }],
};
