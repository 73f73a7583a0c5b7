/** The one cache of server state, shared by shell and remotes. */
import { QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query';
import { CallError } from '../../api/send.ts';
import { dismissToast, toastError } from '../toasts/toasts.ts';
import { mutationCache } from './mutationCache.ts';

/** Prefetched answers are fresh for this time, in ms, and dropped after it when no screen has used them. */
export const aheadMs = 20_000;

/** A query that no screen tells of has a toast in the place that its `meta` names, until it succeeds. */
const queryCache = new QueryCache({
  onSuccess: (_answer, { meta }) => {
    if (meta?.place) dismissToast(String(meta.place));
  },
  onError: (error, { meta }) => {
    // A dead session has had its toast, and offline has a line in the layout.
    const isTold = error instanceof CallError && error.httpStatus === 401;
    if (meta?.place && !isTold && navigator.onLine) toastError(error.message, { id: String(meta.place) });
  },
});

export const queryClient = new QueryClient({
  queryCache,
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 0,
      refetchOnWindowFocus: false,
      // Without a network it is asked all the same: a call that fails is told and can be tried again, one that waits in
      // silence is neither. Once there is one again, what is on screen is read anew.
      networkMode: 'always',
      refetchOnReconnect: true,
      // What the API refused it would refuse again; what never arrived is worth one more try, where there is a network.
      retry: (failures, error) =>
        failures < 1 && error instanceof CallError && error.httpStatus === 0 && navigator.onLine,
    },
    // Sent data, such as files and passwords, is not kept.
    mutations: { networkMode: 'always', gcTime: 1_000 },
  },
});

/**
 * After a change: answers that no screen shows may be from before it, so they count as stale. An order with an old version
 * would have its next change refused.
 */
export function distrustUnseen(): void {
  void queryClient.cancelQueries({ type: 'inactive' });
  void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
}

/** Refetches the queries on screen. A first fetch in flight starts again, too: `invalidateQueries` alone would keep it. */
export async function readAnew(filters: QueryFilters = {}): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}
