import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CallData } from 'shared/api/call';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { queryClient, useAction, useCall, useCallForm, useUndo, useSecondsLeft, useWatch } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, Card, StatusLabel } from 'shared/kit';
import { Button, Field, Screen } from 'shared/kit/base';
import { OfflineHint, SubmitButton } from '../settingsParts.tsx';
import styles from './SendInvoice.module.css';

/** Emails invoices one by one, and lists those sent during this visit (rule 15.9). */
export function SendInvoiceScreen() {
  const [sent, setSent] = useState<readonly SentInvoice[]>([]);
  // Resending an invoice while its email is queued returns the same `mailId`, so replace its line.
  const add = (one: SentInvoice) => setSent((all) => [one, ...all.filter(({ mailId }) => mailId !== one.mailId)]);
  return (
    <Screen title="Send Invoice">
      <div className={styles.column}>
        <Card label="Invoice">
          <InvoiceForm onSent={add} />
        </Card>
        {sent.length > 0 && <SentInvoices sent={sent} />}
      </div>
    </Screen>
  );
}

const empty = { invoiceOrderId: '' };

/**
 * A form with one field. If the customer is not shown yet, the first press only shows the customer (rule 15.9). After
 * sending, the field is emptied for the next order. After a refusal, it keeps its text and shows the reason.
 */
function InvoiceForm({ onSent }: { onSent: (sent: SentInvoice) => void }) {
  const form = useCallForm(invoiceCalls.send, {
    fields: [],
    own: { invoiceOrderId: invoiceCalls.send.input.entries.orderId },
    apiNames: { invoiceOrderId: 'orderId' },
    mode: 'onTouched',
    defaultValues: empty,
  });
  // The field may already contain the next id.
  const stillHolds = (orderId: string) => form.getValues('invoiceOrderId')?.trim() === orderId;
  const action = useAction(invoiceCalls.send, {
    toastId,
    onDone: ({ data }, { orderId = '' }) => {
      onSent({ ...data, orderId });
      if (stillHolds(orderId)) {
        form.reset(empty);
        form.setFocus('invoiceOrderId');
      }
      void queryClient.invalidateQueries({ queryKey: ['order'] });
    },
    onFailed: (error, { orderId = '' }) => {
      if (stillHolds(orderId)) form.setServerErrors(error);
    },
  });
  const typed = useWatch({ control: form.control, name: 'invoiceOrderId' }) ?? '';
  const recipient = useRecipient(typed.trim());
  const submit = form.handleSubmit(async ({ invoiceOrderId: orderId }) => {
    if (action.pending) return;
    if (!recipient.order) {
      const { error } = await recipient.lookUp();
      if (!error) return;
      // Send the call even if the order is unknown, because the refusal explains the error.
      if (error.httpStatus !== 404) return form.setError('invoiceOrderId', { message: error.message });
    }
    void action.run({ orderId });
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <Field
        label="Order ID"
        hint="Emails the customer a PDF invoice. Resending keeps the number."
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.invoiceOrderId?.message}
        {...form.register('invoiceOrderId')}
      />
      <InvoiceRecipient order={recipient.order} />
      <div className={styles.send}>
        <SubmitButton
          pending={action.pending || form.formState.isSubmitting}
          startIcon={<Send size={16} strokeWidth={1.75} aria-hidden />}
        >
          {action.pending ? 'Sending…' : 'Send Invoice'}
        </SubmitButton>
        <OfflineHint>The order ID is kept.</OfflineHint>
      </div>
    </form>
  );
}

/** The pause in typing after which the lookup starts, in milliseconds. */
const typingPauseMs = 300;

/** Looks up the typed order after a pause. `lookUp` does so at once, and never rejects. */
function useRecipient(orderId: string) {
  const [restedOn, setRestedOn] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRestedOn(orderId), typingPauseMs);
    return () => clearTimeout(timer);
  }, [orderId]);
  const { data, refetch } = useCall(
    orderCalls.details,
    { orderId },
    {
      enabled: restedOn === orderId && /^\d{6,18}$/.test(orderId),
      keepPrevious: false,
    },
  );
  return { order: data?.data, lookUp: () => refetch({ cancelRefetch: false }) };
}

function InvoiceRecipient({ order }: Pick<ReturnType<typeof useRecipient>, 'order'>) {
  return (
    <div role="status" aria-label="Invoice recipient">
      {order && (
        <>
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
          <p className={styles.check}>Check the customer, then press Send Invoice.</p>
        </>
      )}
    </div>
  );
}

/** All invoices share this toast id, so that a new toast replaces the previous one. */
export const toastId = 'send invoice';

type SentInvoice = CallData<typeof invoiceCalls.send> & { orderId: string };

export function SentInvoices({ sent }: { sent: readonly SentInvoice[] }) {
  return (
    <Card title="Recent invoices" padded={false}>
      <ul>
        {sent.map((one) => (
          <SentLine key={one.mailId} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function SentLine({ number, customer, orderId, recipient, mailId, dueAt }: SentInvoice) {
  const seconds = useSecondsLeft(dueAt);
  const [undone, setUndone] = useState(false);
  const cancelled = useUndo(({ cancelledMails }) => cancelledMails.includes(mailId)) || undone;
  const order = useRef<HTMLAnchorElement>(null);
  const cancel = useAction(mailCalls.cancel, {
    toastId,
    onDone: () => {
      setUndone(true);
      // Move the focus, because the button unmounts.
      order.current?.focus();
      void queryClient.invalidateQueries({ queryKey: ['order'] });
    },
    toast: () => null,
  });
  const waits = !cancelled && seconds > 0;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <b>Invoice {number}</b> for order{' '}
        <Link ref={order} to={orderPath(orderId)}>
          {orderId}
        </Link>
        <span className={styles.to}>
          to <BidiName name={customer} />, <bdi>{recipient}</bdi>
        </span>
      </span>
      <span className={styles.state} role="status">
        {cancelled ? 'Cancelled' : waits ? <span aria-hidden>Sending in {seconds} s</span> : 'On its way'}
      </span>
      {waits && (
        <Button
          variant="text"
          size="tiny"
          aria-label={`Undo invoice ${number}`}
          aria-disabled={cancel.pending}
          onClick={() => void cancel.run({ mailId })}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
