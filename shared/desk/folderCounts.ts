/** The folder counts in the menu: read on every route change and after every action. */
import { useQuery } from '@tanstack/react-query';
import { folderCalls } from '../api/folderCalls.ts';
import { queryClient } from './calls/queryClient.ts';
import { queryOptions } from './calls/useCall.ts';
import { useSession } from './session/session.ts';

const optionsFor = (userName: string | undefined) => ({
  ...queryOptions(folderCalls.folderCounts, { userName }),
  meta: { toastId: 'folder-counts' },
});

/** `counts` is null until loaded; `error` is null if the last read succeeded. */
export function useFolderCounts() {
  const userName = useSession(({ user }) => user?.name);
  const { data, error } = useQuery(
    // Do not refetch on mount: `readFolderCounts` and `refreshFolderCounts` fetch the counts again.
    { ...optionsFor(userName), enabled: userName !== undefined, staleTime: Infinity },
    queryClient,
  );
  return { counts: data?.data ?? null, error };
}

/** Reads the counts. Never rejects: if the read fails, a toast shows the error and the last counts stay. */
export const readFolderCounts = (): Promise<void> =>
  queryClient.prefetchQuery(optionsFor(useSession.getState().user?.name));

/** Reads the counts again after a change. Cancels a read in flight, because its answer may predate the change. */
export async function refreshFolderCounts(): Promise<void> {
  await queryClient.cancelQueries(optionsFor(useSession.getState().user?.name));
  await readFolderCounts();
}
