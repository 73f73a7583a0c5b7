import { StaffTheme } from 'shared/kit/base';
import { folderNames, folders } from 'shared/rules/folders';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';
import { OrderListScreen } from './order-list/OrderListScreen.tsx';

const orderList = async () => OrderListScreen;
const futureOrders = async () => (await import('./future-orders/FutureOrdersScreen.tsx')).FutureOrdersScreen;
const chargeBack = async () => (await import('./charge-back/ChargeBackScreen.tsx')).ChargeBackScreen;

/**
 * Future Order and Charge Back have their own screens, which load when opened. All other folders open the list screen,
 * which is in the entry chunk, because one script loads faster than two.
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
