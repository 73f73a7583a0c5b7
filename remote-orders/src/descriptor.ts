import { folderCalls } from 'shared/api/folderCalls';
import { currentVersions } from 'shared/remote/currentVersions';
import type { FirstCall, RemoteDescriptor } from 'shared/remote/remoteDescriptor';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import { defaultRowsPerPage } from 'shared/rules/listPagination';

/** The same call that `useOrderList` makes. */
const listCall = (folder: FolderName): FirstCall => ({
  path: folderCalls.list.path,
  input: {
    orderName: { is: folder },
    page: { query: 'page', otherwise: 1 },
    limit: { query: 'rows', otherwise: defaultRowsPerPage },
    delay: { is: 1 },
    userName: { member: 'name' },
  },
});

const monthsCall: FirstCall = { path: folderCalls.futureMonths.path, input: {} };

export const descriptor: RemoteDescriptor = {
  area: 'staff',
  builtFor: currentVersions,
  routes: folderNames.map((folder) => {
    const { path, title, link, group, needs, count } = folders[folder];
    const urgent = folder === 'priorityOrder' || undefined;
    const menu = { group, text: link, icon: folder, count, urgent };
    return { path, title, needs, menu, firstCall: folder === 'futureOrder' ? monthsCall : listCall(folder) };
  }),
  away: {
    missing: 'Order lists are',
    unaffected: 'an order you have open, settings and summaries are not affected',
  },
};
