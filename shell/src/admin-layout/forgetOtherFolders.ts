import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import { queryClient } from 'shared/desk/calls/queryClient';

/**
 * Clears the order lists of a route that was left, and cancels what they still ask for (rules 5.7).
 * Query keys of lists start with their folder.
 */
export function forgetOtherFolders(pathname: string) {
  const here = pathname.replace(/\/+$/, '');
  const left = {
    predicate: ({ queryKey: [folder] }: { queryKey: readonly unknown[] }) =>
      isFolder(folder) && !isShownAt(here, folder),
  };
  void queryClient.cancelQueries(left);
  queryClient.removeQueries(left);
}

const isFolder = (key: unknown): key is FolderName => folderNames.includes(key as FolderName);

/** The dashboard shows the first of one's own orders. */
const isShownAt = (path: string, folder: FolderName) =>
  path === '/admin' ? folder === 'myOrder' : path.startsWith(folders[folder].path);
