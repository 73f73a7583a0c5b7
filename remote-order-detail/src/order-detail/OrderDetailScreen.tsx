import { SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { OrderRow } from 'shared/api/orderRow';
import { orderRowKey, queryClient, useSession, useShortcuts } from 'shared/desk';
import { decodeOrderId } from 'shared/format/orderIdCode';
import { BidiName, EmptyState, FailedState, StatusPill } from 'shared/kit';
import { Button, useAfter, useScreenHeading } from 'shared/kit/base';
import styles from './OrderDetailScreen.module.css';
import { OrderPage } from './OrderPage.tsx';
import { useOrder } from './useOrder.ts';
import { useWayBack } from './wayBack.ts';

/** /admin/view-order/:orderId: one order. The address carries its id encoded (rules 19.6). */
export function OrderDetailScreen() {
  const { orderId: code = '' } = useParams();
  const orderId = decodeOrderId(code);
  const memberId = useSession(({ user }) => user?.id);
  // Another member who signs in begins with a page of their own: what was typed into this one is somebody else's.
  return orderId ? <LoadedOrder key={`${memberId} ${orderId}`} orderId={orderId} /> : <OrderNotFound typed={code} />;
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
  return <OrderSkeleton orderId={orderId} row={queryClient.getQueryData<OrderRow>(orderRowKey(orderId))} />;
}

interface OrderSkeletonProps {
  orderId: string;
  /** What the list that one came from shows of it. */
  row?: OrderRow;
}

/** An order while it loads: at once who it is about, as the list knew it, and after 150 ms bars in place of its cards. */
function OrderSkeleton({ orderId, row }: OrderSkeletonProps) {
  const heading = useScreenHeading();
  const due = useAfter(true);
  return (
    <div aria-busy="true">
      <div className={styles.head}>
        <div className={styles.who}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {orderId} {row && <BidiName name={row.full_name} />} <span className={styles.said}>is loading</span>
          </h1>
          {row && <StatusPill status={row.process_status} />}
        </div>
        {due && <span className={styles.line} />}
      </div>
      {due && (
        <div className={styles.stack} data-testid="skeleton">
          {[10, 12, 8].map((bars) => (
            <div key={bars} className={styles.card}>
              {Array.from({ length: bars }, (_, index) => (
                <span key={index} className={styles.line} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** An address that names no order, with what was typed. */
function OrderNotFound({ typed }: { typed: string }) {
  return (
    <EmptyState
      wholeScreen
      icon={<SearchX size={24} strokeWidth={1.75} aria-hidden />}
      title="Order not found"
      action={
        <Button variant="contained" component={Link} to="/admin">
          Go to Dashboard
        </Button>
      }
    >
      There is no order <bdi className={styles.typed}>{typed}</bdi>. Check the address, or look for it in a list.
    </EmptyState>
  );
}
