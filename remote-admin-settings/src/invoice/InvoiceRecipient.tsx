import { useEffect, useState } from 'react';
import { orderCalls } from 'shared/api/orderCalls';
import { queryKeys, useCall } from 'shared/desk';
import { BidiName, StatusLabel } from 'shared/kit';
import styles from './SendInvoice.module.css';

/** An order is looked up so many milliseconds after the last key. */
const restMs = 300;

/** Names the customer of the order that is typed, before its invoice is sent. */
export function InvoiceRecipient({ typed }: { typed: string }) {
  const [orderId, setOrderId] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setOrderId(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isId = /^\d{6,18}$/.test(orderId);
  const { data } = useCall(
    orderCalls.details,
    { orderId },
    { key: queryKeys.order(orderId), enabled: isId, keepPrevious: false },
  );
  const order = data?.data;
  const isShown = order && orderId === typed.trim();
  return (
    <div role="status" aria-label="Invoice to">
      {isShown && (
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
