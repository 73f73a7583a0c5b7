import { Send } from 'lucide-react';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { queryClient, queryKeys, toastError, toastSuccess, useAction, useCallForm } from 'shared/desk';
import { useOnline } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import styles from './SendInvoice.module.css';
import type { SentInvoice } from './SentInvoices.tsx';

/** What becomes of the newest invoice stands in place of what became of the one before, and stays until it is closed. */
const toast = { id: 'send invoice', stays: true } as const;

/** The one field. Once an invoice was sent it is empty again, for the next; what was refused stays, with the reason. */
export function InvoiceForm({ onSent }: { onSent: (sent: SentInvoice) => void }) {
  const online = useOnline();
  const form = useCallForm(invoiceCalls.send, { fields: ['orderId'], defaultValues: { orderId: '' } });
  const action = useAction(invoiceCalls.send, {
    onDone: ({ message, data }, { orderId }) => {
      toastSuccess(message, toast);
      onSent({ ...data, orderId: orderId ?? '' });
      form.reset({ orderId: '' });
      form.setFocus('orderId');
      void queryClient.invalidateQueries({ queryKey: queryKeys.order(orderId ?? '') });
    },
    toast: () => null,
    onFailed: (error, input) => {
      form.refuse(error);
      const again = { action: { label: 'Retry', run: () => void action.run(input) } };
      // A dead session has had its toast.
      if (error.httpStatus !== 401) toastError(error.message, { ...toast, ...(error.httpStatus === 0 && again) });
      return true;
    },
  });
  const submit = form.handleSubmit(({ orderId }) => (action.pending ? undefined : void action.run({ orderId })));

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <Field
        label="Order ID"
        hint="Its customer is mailed the invoice as a PDF. Sent again, it has the same number."
        inputMode="numeric"
        autoComplete="off"
        error={form.formState.errors.orderId?.message}
        {...form.register('orderId')}
      />
      <div>
        <Button
          type="submit"
          variant="contained"
          aria-busy={action.pending}
          aria-disabled={action.pending}
          disabled={!online}
          startIcon={<Send size={16} strokeWidth={1.75} aria-hidden />}
        >
          {action.pending ? 'Sending…' : 'Send Invoice'}
        </Button>
      </div>
    </form>
  );
}
