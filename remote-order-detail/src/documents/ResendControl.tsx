import { Send } from 'lucide-react';
import { useState } from 'react';
import type { MailServiceProvider } from 'shared/api/fields';
import { Tooltip, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { ProviderChoice } from './ProviderChoice.tsx';
import styles from './ResendControl.module.css';
import { useResend } from './useResend.ts';
import type { UploadForm } from './useUploadForm.ts';

interface ResendControlProps {
  orderId: string;
  form: UploadForm;
  /** The upload form holds no address to send to, but this. */
  onNoAddress: (typed: string) => void;
}

/** Mails the newest document again, to the address that stands in the upload form; asks for one where that is none. */
export function ResendControl({ orderId, form, onNoAddress }: ResendControlProps) {
  const [provider, setProvider] = useState<MailServiceProvider>('AWS');
  const online = useOnline();
  const resend = useResend(orderId, 'approval', form.refuse);

  const send = async () => {
    if (resend.pending) return;
    const email = form.getValues('email') ?? '';
    // The upload form may be folded: the address is asked for here.
    if (!(await form.trigger('email'))) return onNoAddress(email);
    await resend.run({ orderId, email, mailServiceProvider: provider });
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
