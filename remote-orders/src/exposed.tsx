import { StaffTheme } from 'shared/kit/base';
import { folderNames, folders } from 'shared/rules/folders';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { FutureOrdersScreen } from './future-orders/FutureOrdersScreen.tsx';
import { OrderListScreen } from './order-list/OrderListScreen.tsx';

const orderList = async () => OrderListScreen;
const chargeBack = async () => (await import('./charge-back/ChargeBackScreen.tsx')).ChargeBackScreen;

/**
 * Thirteen folders, one screen; future orders have one of their own, whose months are lists again. Both are in the first
 * script: there is little else to come for, and one script arrives before two. What Charge Back has over its list comes
 * when somebody goes there.
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
    { path: 'future-order', load: async () => FutureOrdersScreen },
  ],
};
