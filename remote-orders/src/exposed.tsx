import { StaffTheme } from 'shared/kit/base';
import { folderNames, folders } from 'shared/rules/folders';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { OrderListScreen } from './order-list/OrderListScreen.tsx';

const orderList = async () => OrderListScreen;
const futureOrders = async () => (await import('./future-orders/FutureOrdersScreen.tsx')).FutureOrdersScreen;
const chargeBack = async () => (await import('./charge-back/ChargeBackScreen.tsx')).ChargeBackScreen;

/**
 * Thirteen folders, one screen, which is in the first script: one script arrives before two. Future orders have one of
 * their own, whose months are lists again; it comes when somebody goes there, as does what Charge Back has over its list.
 */
export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [
    ...folderNames
      .filter((folder) => folder !== 'futureOrder')
      .map((folder) => ({
        path: folders[folder].path.replace('/admin/', ''),
        ...(folder === 'chargeBack' ? { load: chargeBack } : { load: orderList, props: { folder } }),
      })),
    { path: 'future-order', load: futureOrders },
  ],
};
