import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CallData } from 'shared/api/call';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { queryClient, useAction, useCall, useCallForm, useUndo, useSecondsLeft, useWatch } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, Card, StatusLabel } from 'shared/kit';
import { Button, Field, Screen } from 'shared/kit/base';
import { OfflineReason, SubmitButton } from '../settingsParts.tsx';
import styles from './SendInvoice.module.css';

/** Mails an order its invoice, one after the other; what was sent since the screen was opened stands below (rules 15.9). */
export function SendInvoiceScreen() {
  const [sent, setSent] = useState<readonly SentInvoice[]>([]);
  // The same mail again, while it waits, is the same line.
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
 * The one field. Pressing the button before the customer is named looks the customer up first (rules 15.9). The field is
 * emptied for the next order once the invoice was sent, and kept with the reason if it was refused.
 */
function InvoiceForm({ onSent }: { onSent: (sent: SentInvoice) => void }) {
  const form = useCallForm(invoiceCalls.send, {
    fields: [],
    own: { invoiceOrderId: invoiceCalls.send.input.entries.orderId },
    namedByApi: { invoiceOrderId: 'orderId' },
    mode: 'onTouched',
    defaultValues: empty,
  });
  // The next order may have been typed meanwhile.
  const stillHolds = (orderId: string) => form.getValues('invoiceOrderId')?.trim() === orderId;
  const action = useAction(invoiceCalls.send, {
    place: toastPlace,
    onDone: ({ data }, { orderId = '' }) => {
      onSent({ ...data, orderId });
      if (stillHolds(orderId)) {
        form.reset(empty);
        form.setFocus('invoiceOrderId');
      }
      void queryClient.invalidateQueries({ queryKey: ['order'] });
    },
    onFailed: (error, { orderId = '' }) => {
      if (stillHolds(orderId)) form.refuse(error);
    },
  });
  const typed = useWatch({ control: form.control, name: 'invoiceOrderId' }) ?? '';
  const recipient = useRecipient(typed.trim());
  const submit = form.handleSubmit(async ({ invoiceOrderId: orderId }) => {
    if (action.pending) return;
    // An order that cannot be looked up is refused by the call itself, in its words.
    if (!recipient.order) await recipient.lookUp();
    void action.run({ orderId });
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <Field
        label="Order ID"
        hint="Its customer is mailed the invoice as a PDF. Sent again, it has the same number."
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
        <OfflineReason>The order id stays here.</OfflineReason>
      </div>
    </form>
  );
}

/** The pause in typing, in milliseconds, after which the order is looked up. */
const typingPauseMs = 300;

/** Looks up the order of a typed id: after a pause in typing, or at once by `lookUp`, which never rejects. */
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

/** Names the customer of the typed order before its invoice is sent. */
function InvoiceRecipient({ order }: Pick<ReturnType<typeof useRecipient>, 'order'>) {
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

/** What becomes of the newest invoice stands in place of what became of the one before. */
export const toastPlace = 'send invoice';

/** An invoice that was asked for here. */
type SentInvoice = CallData<typeof invoiceCalls.send> & { orderId: string };

/** What was sent since the screen was opened, newest first; each can be taken back for as long as it waits. */
export function SentInvoices({ sent }: { sent: readonly SentInvoice[] }) {
  return (
    <Card title="Just now" padded={false}>
      <ul className={styles.list}>
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
  const takenBack = useUndo(({ mailsTakenBack }) => mailsTakenBack.includes(mailId)) || undone;
  const order = useRef<HTMLAnchorElement>(null);
  const cancel = useAction(mailCalls.cancel, {
    place: toastPlace,
    onDone: () => {
      setUndone(true);
      // The button leaves with the wait.
      order.current?.focus();
      void queryClient.invalidateQueries({ queryKey: ['order'] });
    },
    toast: () => null,
  });
  const waits = !takenBack && seconds > 0;
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
        {takenBack ? 'Taken back' : waits ? <span aria-hidden>goes in {seconds} s</span> : 'On its way'}
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
