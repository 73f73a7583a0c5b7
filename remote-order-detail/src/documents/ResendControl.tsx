import { Send } from 'lucide-react';
import { useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields';
import { Tooltip, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { useOrderAction } from '../order-detail/useOrderAction.ts';
import { ProviderChoice } from './ProviderChoice.tsx';
import styles from './ResendControl.module.css';
import type { UploadForm } from './useUploadForm.ts';

/** Mails the newest document again, to the address that stands in the upload form. */
export function ResendControl({ orderId, form }: { orderId: string; form: UploadForm }) {
  const [provider, setProvider] = useState<MailServiceProvider>('AWS');
  const online = useOnline();
  const resend = useOrderAction(documentCalls.resend, {
    notDone: () => 'The document was not sent again',
    onFailed: form.refuse,
  });

  const send = async () => {
    if (resend.pending) return;
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    await resend.run({ orderId, email: form.getValues('email') ?? '', mailServiceProvider: provider });
  };

  return (
    <>
      <span className={styles.with}>
        <span className={styles.label} aria-hidden>
          Resend with
        </span>
        <ProviderChoice label="Resend with" value={provider} onChange={setProvider} />
      </span>
      <Tooltip describeChild title={online ? `The newest document, to ${form.watch('email')}` : 'You are offline'}>
        <Button
          variant="outlined"
          size="tiny"
          aria-busy={resend.pending}
          aria-disabled={resend.pending || !online}
          startIcon={<Send size={14} strokeWidth={2} aria-hidden />}
          onClick={() => online && void send()}
        >
          {resend.pending ? 'Sending…' : 'Resend'}
        </Button>
      </Tooltip>
    </>
  );
}
