import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { queryClient, queryOptions, refetch, refreshFolderCounts, useCall } from 'shared/desk';

/** The polling interval in milliseconds while an email is queued. Polls only while the page is visible. */
const queuedPollMs = 2_000;
/** The maximum age of a loaded order, in milliseconds. Short, because its document links expire (rule 11.9). */
const maxOrderAgeMs = 8 * 60_000;

/** Reads one order. Polls it while an email is queued, and refetches it when its document links get old. */
export function useOrder(orderId: string) {
  const queued = cachedOrder(orderId)?.mailHistory.some(({ state }) => state === 'queued');
  return useCall(
    orderCalls.details,
    { orderId },
    {
      keepPrevious: false,
      isPrefetched: true,
      refetchInterval: queued ? queuedPollMs : maxOrderAgeMs,
      // The interval pauses while the page is hidden.
      refetchOnWindowFocus: (query) => query.isStaleByTime(maxOrderAgeMs),
    },
  );
}

export const cachedOrder = (orderId: string): OrderDetails | undefined =>
  queryClient.getQueryData(queryOptions(orderCalls.details, { orderId }).queryKey)?.data;

/** Refetches the open order and the folder counts, but waits only for the order. */
export async function refreshOrder(): Promise<void> {
  void refreshFolderCounts();
  await refetch({ queryKey: ['order'] });
}
