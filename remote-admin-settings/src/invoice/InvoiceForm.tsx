import { Send } from 'lucide-react';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { queryClient, queryKeys, useAction, useCallForm, useWatch } from 'shared/desk';
import { Field } from 'shared/kit/base';
import { judgedOnLeaving } from '../judgedOnLeaving.ts';
import { OfflineReason } from '../OfflineReason.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import styles from './SendInvoice.module.css';
import { InvoiceRecipient, useRecipient } from './InvoiceRecipient.tsx';
import { toastPlace, type SentInvoice } from './SentInvoices.tsx';

const empty = { invoiceOrderId: '' };

/**
 * The one field. Pressing the button before the customer is named looks the customer up first (rules 15.9). The field is
 * emptied for the next order once the invoice was sent, and kept with the reason if it was refused.
 */
export function InvoiceForm({ onSent }: { onSent: (sent: SentInvoice) => void }) {
  const form = useCallForm(invoiceCalls.send, {
    fields: [],
    own: { invoiceOrderId: invoiceCalls.send.input.entries.orderId },
    namedByApi: { invoiceOrderId: 'orderId' },
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
      void queryClient.invalidateQueries({ queryKey: queryKeys.order(orderId) });
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
        {...form.register('invoiceOrderId', judgedOnLeaving(form, 'invoiceOrderId'))}
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
