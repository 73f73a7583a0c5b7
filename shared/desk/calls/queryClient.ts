/** The one cache of server state, shared by shell and remotes. */
import { QueryClient, type Query, type QueryKey } from '@tanstack/react-query';
import { forgetEarly } from '../../api/earlyAnswers.ts';
import { CallError } from '../../api/send.ts';
import { isOrderKey } from './queryKeys.ts';

export const queryClient = new QueryClient({
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
  },
});

// Work on many orders, and Undo, change things long after they were asked to: whoever says so says it here.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'invalidate') forgetEarly();
});

/** So many answers about orders are kept that are no longer on screen: a shift would leave hundreds behind. */
const mostUnseen = 60;

queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'added' && isOrderKey(event.query.queryKey)) forgetOldOrders(event.query);
});

function forgetOldOrders(added: Query) {
  const cache = queryClient.getQueryCache();
  const unseen = cache.findAll({
    predicate: (query) => query !== added && isOrderKey(query.queryKey),
    type: 'inactive',
    fetchStatus: 'idle',
  });
  if (unseen.length <= mostUnseen) return;
  const newestFirst = unseen.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of newestFirst.slice(mostUnseen)) cache.remove(query);
}

/**
 * After a change: what was read, or is being read, of orders that are not on screen may be from before it. Whoever opens one
 * asks anew; with what was read ahead their next change would be refused as one of a stale version.
 */
export function distrustOrders(): void {
  const unseen = {
    predicate: ({ queryKey }: { queryKey: QueryKey }) => isOrderKey(queryKey),
    type: 'inactive',
  } as const;
  void queryClient.cancelQueries(unseen);
  void queryClient.invalidateQueries({ ...unseen, refetchType: 'none' });
}
