import { StaffTheme } from 'shared/kit/base';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { OrderDetailScreen } from './order-detail/OrderDetailScreen.tsx';

/** One screen, which is in the first script: there is nothing else to come for. */
export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [{ path: 'view-order/:orderId', load: async () => OrderDetailScreen }],
};
