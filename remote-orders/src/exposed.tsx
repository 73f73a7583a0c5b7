import { StaffTheme } from 'shared/kit/base';
import { folderNames, folders } from 'shared/rules/folders';
import { contractVersion, type RemoteContract } from 'shared/remote/remoteContract';

const orderList = async () => (await import('./order-list/OrderListScreen.tsx')).OrderListScreen;
const futureOrders = async () => (await import('./future-orders/FutureOrdersScreen.tsx')).FutureOrdersScreen;

/** Thirteen folders, one screen; future orders have one of their own. */
export const exposed: RemoteContract = {
  contract: contractVersion,
  Frame: StaffTheme,
  routes: [
    ...folderNames
      .filter((folder) => folder !== 'futureOrder')
      .map((folder) => ({ path: folders[folder].path.replace('/admin/', ''), load: orderList, props: { folder } })),
    { path: 'future-order', load: futureOrders },
  ],
};
