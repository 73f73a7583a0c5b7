/** The folder counts beside the links: asked for on every route change and after every action. A federated singleton. */
import { create } from 'zustand';
import { orderCalls, type FolderCounts } from '../api/orderCalls.ts';
import { CallError } from '../api/send.ts';
import { send } from './session/send.ts';
import { useSession } from './session/session.ts';
import { dismissToast } from './toasts/toastPlaces.ts';
import { toastError } from './toasts/toasts.ts';

interface FolderCountsState {
  /** Null until they are known: a count that is unknown leaves its place empty. */
  counts: FolderCounts | null;
  /** Why the newest ones could not be loaded; null once they are. */
  error: string | null;
}

export const useFolderCounts = create<FolderCountsState>(() => ({ counts: null, error: null }));

let newest: AbortController | undefined;

/** Fetches the counts anew; an older answer never overwrites a newer one. The last known ones stay when it fails. */
export async function refreshFolderCounts(): Promise<void> {
  newest?.abort();
  const mine = (newest = new AbortController());
  try {
    const userName = useSession.getState().user?.name;
    const { data } = await send(orderCalls.folderCounts, { userName }, { signal: mine.signal });
    if (mine !== newest) return;
    if (useFolderCounts.getState().error !== null) dismissToast('folder-counts');
    useFolderCounts.setState({ counts: data, error: null });
  } catch (error) {
    if (mine.signal.aborted || !(error instanceof CallError)) return;
    useFolderCounts.setState({ error: error.message });
    // A dead session has had its toast, and offline has a line in the layout.
    if (error.httpStatus !== 401 && navigator.onLine) toastError(error.message, { id: 'folder-counts' });
  }
}

/** Forgets them: the next person signed in must not see the last one's. */
export function clearFolderCounts() {
  newest?.abort();
  useFolderCounts.setState({ counts: null, error: null });
}
