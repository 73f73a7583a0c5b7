import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { Controller, useCallForm } from 'shared/desk';
import { Button, Field, useOnline } from 'shared/kit/base';
import type { Correction } from './EmailHistory.tsx';
import { otherAddressHint, ProviderChoice, useResend } from './mails.tsx';
import styles from './ResendForm.module.css';

interface ResendFormProps {
  order: OrderDetails;
  correction: Correction;
  onSent: (address: string) => void;
  onClose: () => void;
}

/**
 * Corrects an email's address and resends it. Selects the address unless another field is focused; Esc closes the form.
 */
export function ResendForm({ order, correction, onSent, onClose }: ResendFormProps) {
  const online = useOnline();
  const orderId = order.order_id;
  const form = useCallForm(documentCalls.resend, {
    fields: ['email', 'mailServiceProvider'],
    defaultValues: { email: correction.recipient, mailServiceProvider: 'AWS' },
  });
  const resend = useResend(correction.kind, form.setServerErrors);
  const { setFocus } = form;
  useEffect(() => {
    // This chunk may load late, so do not take the focus from another field.
    if (!document.activeElement?.matches('input, textarea')) setFocus('email', { shouldSelect: true });
  }, [correction, setFocus]);

  const send = form.handleSubmit(async (filled) => {
    if (!resend.pending && (await resend.run({ orderId, ...filled }))) onSent(filled.email);
  });

  return (
    <form
      className={styles.form}
      aria-label="Send again"
      noValidate
      onSubmit={send}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Field
        className={styles.address}
        label="Send to"
        type="email"
        autoComplete="off"
        hint={otherAddressHint(form.watch('email'), order)}
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <div className={styles.beside}>
        <Controller
          control={form.control}
          name="mailServiceProvider"
          render={({ field }) => <ProviderChoice label="Send with" value={field.value} onChange={field.onChange} />}
        />
        <Button
          type="submit"
          variant="outlined"
          aria-busy={resend.pending}
          disabled={!online}
          startIcon={<Send size={16} strokeWidth={1.75} aria-hidden />}
        >
          {resend.pending ? 'Sending…' : 'Resend'}
        </Button>
        <Button variant="text" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
