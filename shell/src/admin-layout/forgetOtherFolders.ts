import { folderOfKey, queryClient } from 'shared/desk';
import { folders, type FolderName } from 'shared/rules/folders';

/**
 * Clears the order lists of a route that was left, and cancels what they still ask for (rules 5.7).
 */
export function forgetOtherFolders(pathname: string) {
  const here = pathname.replace(/\/+$/, '');
  const left = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => {
      const folder = folderOfKey(queryKey);
      return folder !== null && !isShownAt(here, folder);
    },
  };
  void queryClient.cancelQueries(left);
  queryClient.removeQueries(left);
}

/** The dashboard shows the first of one's own orders. */
const isShownAt = (path: string, folder: FolderName) =>
  path === '/admin' ? folder === 'myOrder' : path.startsWith(folders[folder].path);
