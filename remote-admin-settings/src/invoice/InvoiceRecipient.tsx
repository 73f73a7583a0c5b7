import { useEffect, useState } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import { queryKeys, useCall } from 'shared/desk';
import { BidiName, StatusLabel } from 'shared/kit';
import styles from './SendInvoice.module.css';

/** The pause in typing, in milliseconds, after which the order is looked up. */
const typingPauseMs = 300;

/** Looks up the order of a typed id: after a pause in typing, or at once by `lookUp`, which never rejects. */
export function useRecipient(orderId: string) {
  const [restedOn, setRestedOn] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRestedOn(orderId), typingPauseMs);
    return () => clearTimeout(timer);
  }, [orderId]);
  const { data, refetch } = useCall(
    orderCalls.details,
    { orderId },
    {
      key: queryKeys.order(orderId),
      enabled: restedOn === orderId && /^\d{6,18}$/.test(orderId),
      keepPrevious: false,
    },
  );
  return { order: data?.data, lookUp: () => refetch({ cancelRefetch: false }) };
}

/** Names the customer of the typed order before its invoice is sent. */
export function InvoiceRecipient({ order }: Pick<ReturnType<typeof useRecipient>, 'order'>) {
  return (
    <div role="status" aria-label="Invoice to">
      {order && (
        <dl className={styles.recipient}>
          <dt>Customer</dt>
          <dd>
            <BidiName name={order.full_name} />
          </dd>
          <dt>Email</dt>
          <dd>
            <bdi>{order.contact_email_address ?? order.email}</bdi>
          </dd>
          <dt>Amount</dt>
          <dd>{order.amount && order.currency ? `${order.currency} ${order.amount}` : 'Not recorded'}</dd>
          <dt>Status</dt>
          <dd>
            <StatusLabel status={order.process_status} />
          </dd>
        </dl>
      )}
    </div>
  );
}
