import { useEffect } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { queryClient, queryOptions, refetch, refreshFolderCounts, useCall } from 'shared/desk';

/** In milliseconds, and only while the page is visible. */
const queuedPollMs = 2_000;
/** In milliseconds. Links to documents expire after minutes. */
const grantTtlMs = 8 * 60_000;

/** Reads one order. Refetches it while an email is queued, and after a longer absence. */
export function useOrder(orderId: string) {
  const queued = cachedOrder(orderId)?.mailHistory.some(({ state }) => state === 'queued');
  const order = useCall(
    orderCalls.details,
    { orderId },
    { keepPrevious: false, isPrefetched: true, refetchInterval: queued ? queuedPollMs : grantTtlMs },
  );

  const { dataUpdatedAt, refetch } = order;
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - dataUpdatedAt > grantTtlMs) void refetch();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [dataUpdatedAt, refetch]);

  return order;
}

export const cachedOrder = (orderId: string): OrderDetails | undefined =>
  queryClient.getQueryData(queryOptions(orderCalls.details, { orderId }).queryKey)?.data;

/** Refetches the open order and the folder counts. Resolves with the order. */
export async function refreshOrder(): Promise<void> {
  void refreshFolderCounts();
  await refetch({ queryKey: ['order'] });
}
