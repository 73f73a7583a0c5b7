import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { OrderRow } from 'shared/api/orderRow';
import { queryClient, queryKeys, useShortcuts } from 'shared/desk';
import { decodeOrderId } from 'shared/format/orderIdCode';
import { FailedState } from 'shared/kit';
import { OrderNotFound } from './OrderNotFound.tsx';
import { OrderPage } from './OrderPage.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { useOrder } from './useOrder.ts';
import { useWayBack } from './useWayBack.ts';

/** /admin/view-order/:orderId: one order. The address carries its id encoded (rules 19.6). */
export function OrderDetailScreen() {
  const { orderId: code = '' } = useParams();
  const orderId = decodeOrderId(code);
  return orderId ? <LoadedOrder key={orderId} orderId={orderId} /> : <OrderNotFound typed={code} />;
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const { data: answer, error, dataUpdatedAt, isFetching, refetch } = useOrder(orderId);
  const retry = useCallback(() => void refetch(), [refetch]);
  const back = useWayBack(orderId, answer?.data);
  const navigate = useNavigate();
  // Also while it loads, since a key is pressed as soon as something of the order is seen.
  useShortcuts({ u: () => void navigate(back.path, { state: { left: orderId } }) });

  if (answer) {
    return <OrderPage order={answer.data} seenAt={dataUpdatedAt} refreshFailed={error !== null} onReload={retry} />;
  }
  if (error?.httpStatus === 404) return <OrderNotFound typed={orderId} />;
  if (error) {
    return (
      <FailedState title={`Order ${orderId} could not be loaded`} error={error} onRetry={retry} retrying={isFetching} />
    );
  }
  return <OrderSkeleton orderId={orderId} row={queryClient.getQueryData<OrderRow>(queryKeys.orderRow(orderId))} />;
}
