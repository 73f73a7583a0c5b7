/** The folder counts beside the links: asked for on every route change and after every action. A federated singleton. */
import { create } from 'zustand';
import { orderCalls, type FolderCounts } from '../api/orderCalls.ts';
import { send } from './session/send.ts';

interface FolderCountsState {
  /** Null until they are known: a count that is unknown leaves its place empty. */
  counts: FolderCounts | null;
}

export const useFolderCounts = create<FolderCountsState>(() => ({ counts: null }));

let newest: AbortController | undefined;

/** Fetches the counts anew; an older answer never overwrites a newer one. The last known ones stay when it fails. */
export async function refreshFolderCounts(): Promise<void> {
  newest?.abort();
  const mine = (newest = new AbortController());
  try {
    const { data } = await send(orderCalls.folderCounts, {}, { signal: mine.signal });
    if (mine === newest) useFolderCounts.setState({ counts: data });
  } catch {
    // Nobody asked for this call by hand; the next route change asks again.
  }
}

/** Forgets them: the next person signed in must not see the last one's. */
export function clearFolderCounts() {
  newest?.abort();
  useFolderCounts.setState({ counts: null });
}
