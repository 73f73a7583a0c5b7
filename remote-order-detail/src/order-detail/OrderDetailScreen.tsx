import { SearchX } from 'lucide-react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { OrderRow } from 'shared/api/orderRow';
import { orderRowKey, queryClient, useSession, useShortcuts } from 'shared/desk';
import { decodeOrderId } from 'shared/format/orderIdCode';
import { BidiName, EmptyState, FailedState, StatusPill } from 'shared/kit';
import { Button, useDelayed, useScreenHeading } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import { may } from 'shared/rules/permissions';
import styles from './OrderDetailScreen.module.css';
import head from './OrderHead.module.css';
import { OrderPage } from './OrderPage.tsx';
import { BackLink, OrderStepper, readListUrl, useBackLink } from './OrderStepper.tsx';
import { useOrder } from './useOrder.ts';

/** /admin/view-order/:orderId, with the encoded order id (rule 19.6). */
export function OrderDetailScreen() {
  const { orderId: code = '' } = useParams();
  const orderId = decodeOrderId(code);
  const memberId = useSession(({ user }) => user?.id);
  // The key resets the page for another member: typed text is private.
  return orderId ? <LoadedOrder key={`${memberId} ${orderId}`} orderId={orderId} /> : <OrderNotFound />;
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const { data: answer, error, dataUpdatedAt, isFetching, refetch } = useOrder(orderId);
  const retry = () => void refetch();
  const back = useBackLink(orderId, answer?.data);
  const navigate = useNavigate();
  // Also works while the order is loading.
  useShortcuts({ u: () => void navigate(back.path, { state: { left: orderId } }) });

  if (answer) {
    return <OrderPage order={answer.data} seenAt={dataUpdatedAt} refreshFailed={error !== null} onReload={retry} />;
  }
  if (error?.httpStatus === 404) return <OrderNotFound orderId={orderId} />;
  if (error) {
    return (
      <>
        <BackLink orderId={orderId} />
        <FailedState
          fullScreen
          title={`Order ${orderId} could not be loaded`}
          error={error}
          onRetry={retry}
          retrying={isFetching}
        />
      </>
    );
  }
  return <OrderSkeleton orderId={orderId} />;
}

/** Shown while the order loads: the page's header, without the parts that need the order. */
function OrderSkeleton({ orderId }: { orderId: string }) {
  const row = queryClient.getQueryData<OrderRow>(orderRowKey(orderId));
  const heading = useScreenHeading();
  const due = useDelayed(true);
  return (
    <div aria-busy="true">
      <div className={head.head}>
        <div className={head.line}>
          <BackLink orderId={orderId} />
          <h1 ref={heading} tabIndex={-1} className={head.title}>
            {orderId} {row && <BidiName name={row.full_name} />} <span className="visually-hidden">is loading</span>
          </h1>
          <OrderStepper orderId={orderId} />
        </div>
        <div className={head.buttons} />
        <div className={head.meta}>
          {row && <StatusPill status={row.process_status} />}
          {due && <span className={`skeleton ${styles.line}`} />}
        </div>
        <div className={head.tabs} />
      </div>
      {due && (
        <div className={styles.stack} data-testid="skeleton">
          {[1, 12, 8].map((bars) => (
            <div key={bars} className={styles.card}>
              {Array.from({ length: bars }, (_, index) => (
                <span key={index} className={`skeleton ${styles.line}`} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** `orderId` is undefined if the URL contains no order id. */
function OrderNotFound({ orderId }: { orderId?: string }) {
  const from = readListUrl(useLocation().state);
  const readsAll = useSession(({ role }) => may(role, folders.allOrder.needs));
  const { path, link } = folders[readsAll ? 'allOrder' : 'newOrder'];
  return (
    <EmptyState
      fullScreen
      icon={<SearchX size={24} strokeWidth={1.75} aria-hidden />}
      title="Order not found"
      action={
        <Button variant="contained" component={Link} to={from ?? path}>
          {from ? 'Back to the list' : `Search ${link}`}
        </Button>
      }
    >
      {orderId ? (
        <>
          There is no order <b className={styles.missing}>{orderId}</b>. Check the address, or search for the order.
        </>
      ) : (
        'This address has no order ID. Check the address, or search for the order.'
      )}
    </EmptyState>
  );
}
