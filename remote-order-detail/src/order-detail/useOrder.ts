import { useEffect } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { queryClient, queryOptions, refreshFolderCounts, useCall } from 'shared/desk';

/** A queued mail is asked about so often, in milliseconds; only while the page is seen. */
const whileQueued = 2_000;
/** Links to documents carry rights that end after minutes: an order that stays open gets new ones. */
const grantsLast = 8 * 60_000;

/** One order whole. It is read again while a mail of it is queued, and when somebody comes back to it after a while. */
export function useOrder(orderId: string) {
  const queued = knownOrder(orderId)?.mailHistory.some(({ state }) => state === 'queued');
  const order = useCall(
    orderCalls.details,
    { orderId },
    { keepPrevious: false, isReadAhead: true, refetchInterval: queued ? whileQueued : grantsLast },
  );

  const { dataUpdatedAt, refetch } = order;
  useEffect(() => {
    const cameBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - dataUpdatedAt > grantsLast) void refetch();
    };
    document.addEventListener('visibilitychange', cameBack);
    return () => document.removeEventListener('visibilitychange', cameBack);
  }, [dataUpdatedAt, refetch]);

  return order;
}

/** An order as it was read last; undefined: it was not, or long ago. */
export const knownOrder = (orderId: string): OrderDetails | undefined =>
  queryClient.getQueryData(queryOptions(orderCalls.details, { orderId }).queryKey)?.data;

/** Reads the open order and the folder counts again after a change. Resolves when the order is here. */
export async function refreshOrder(): Promise<void> {
  void refreshFolderCounts();
  await queryClient.invalidateQueries({ queryKey: ['order'] });
}
