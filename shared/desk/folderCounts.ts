/** The folder counts in the menu: read on every route change and after every action. */
import { useQuery } from '@tanstack/react-query';
import { orderCalls } from '../api/orderCalls.ts';
import { queryClient } from './calls/queryClient.ts';
import { queryOptions } from './calls/queryOptions.ts';
import { useSession } from './session/session.ts';

const optionsFor = (userName: string | undefined) => ({
  ...queryOptions(orderCalls.folderCounts, { userName }),
  meta: { place: 'folder-counts' },
});

/** Null until they are known: a count that is unknown leaves its place empty. `error`: why the newest could not be loaded. */
export function useFolderCounts() {
  const userName = useSession(({ user }) => user?.name);
  const { data, error } = useQuery(
    // They change when this desk says so.
    { ...optionsFor(userName), enabled: userName !== undefined, staleTime: Infinity },
    queryClient,
  );
  return { counts: data?.data ?? null, error };
}

/** Reads the counts as they are now. Never rejects: a toast tells what failed, and the last known ones stay. */
export const readFolderCounts = (): Promise<void> =>
  queryClient.prefetchQuery(optionsFor(useSession.getState().user?.name));

/** Reads them after a change: an answer that is on its way may be from before it. */
export async function refreshFolderCounts(): Promise<void> {
  await queryClient.cancelQueries(optionsFor(useSession.getState().user?.name));
  await readFolderCounts();
}
