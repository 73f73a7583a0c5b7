import { currentVersions } from 'shared/remote/currentVersions';
import type { RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';

const groupOf: Readonly<Record<FolderName, string>> = {
  myOrder: 'Work',
  newOrder: 'Work',
  priorityOrder: 'Work',
  pendingOrder: 'Work',
  completedOrder: 'Work',
  awaitingOrder: 'Waiting and calls',
  awaitingGovt: 'Waiting and calls',
  contactCustomer: 'Waiting and calls',
  customerCalled: 'Waiting and calls',
  allOrder: 'All orders',
  futureOrder: 'All orders',
  deletedOrder: 'All orders',
  refundOrder: 'All orders',
  chargeBack: 'All orders',
};

/** A route and a menu entry for each folder. */
export const descriptor: RemoteDescriptor = {
  area: 'staff',
  builtFor: currentVersions,
  routes: folderNames.map((folder) => {
    const { path, title, link, needs, count } = folders[folder];
    const urgent = folder === 'priorityOrder' || undefined;
    return { path, title, needs, menu: { group: groupOf[folder], text: link, icon: folder, count, urgent } };
  }),
  away: {
    missing: 'Order lists are',
    unaffected: 'an order you have open, settings and summaries are not affected',
  },
};
