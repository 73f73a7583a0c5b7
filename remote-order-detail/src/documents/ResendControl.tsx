import { Send } from 'lucide-react';
import { useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { type MailEntry, type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import type { CallError } from 'shared/desk';
import { Tooltip } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import { useOrderActions, useOrderAction } from '../order-detail/useOrderAction.ts';
import { ProviderChoice, mailChoice } from './mailForm.tsx';
import styles from './ResendControl.module.css';
import type { UploadForm } from './useUpload.ts';

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

interface Resend {
  orderId: string;
  email: string;
  mailServiceProvider: MailServiceProvider;
}

/** A mail that is sent again: by which call, and what is told when it was not. */
const resends = {
  approval: { call: documentCalls.resend, notDone: 'The document was not sent again' },
  invoice: { call: invoiceCalls.send, notDone: 'The invoice was not sent again' },
} as const;

/**
 * Mails the newest document of an order again, or its invoice; the toast offers Undo for as long as the mail waits. For 800 ms after it,
 * wherever on the page it was pressed, `run` does nothing and answers null (rules 12.22).
 */
export function useResend(orderId: string, kind: ResentKind, onFailed?: (error: CallError) => void) {
  const { resendRest } = useOrderActions();
  const { call, notDone } = resends[kind];
  const { run, pending } = useOrderAction(call, {
    notDone: () => notDone,
    onFailed,
    toast: ({ data }) => mailChoice(orderId, data),
  });
  return {
    pending,
    run: async (input: Resend) => {
      if (resendRest.isResting()) return null;
      const answer = await run(input);
      if (answer) resendRest.begin();
      return answer;
    },
  };
}

/** Why a mail of an order cannot be sent again (rules 12.7, 12.9); null: it can. Of a refund it is not asked at all, the API says the rest. */
export function resendRefusal(
  { uploadDoc, process_status }: Pick<OrderDetails, 'uploadDoc' | 'process_status'>,
  kind: MailEntry['kind'] = 'approval',
): string | null {
  if (kind === 'refund') return 'Only an e-mail with a document can be sent again.';
  if (process_status === 'Deleted') return 'This order is deleted. Restore it first.';
  if (kind === 'invoice') return null;
  return releasedDocument(uploadDoc) === undefined ? 'This order has no document to send. Upload one first.' : null;
}

/** Mails that can be sent again: with the newest document, or the invoice. */
export type ResentKind = Exclude<MailEntry['kind'], 'refund'>;

/** An address that is corrected: a new one each time that somebody asks for it. */
export interface Correction {
  recipient: string;
  kind: ResentKind;
}

/** What is open about an order's mail: one of them to be read, and one to be sent again to another address. */
export function useEmails() {
  const [viewed, setViewed] = useState<{ mailId: number | null } | null>(null);
  const [correction, setCorrection] = useState<Correction | null>(null);
  return {
    viewed,
    /** Shows a mail; null: the newest, or the one that would be sent. */
    view: (mailId: number | null) => setViewed({ mailId }),
    endView: () => setViewed(null),
    correction,
    correct: (recipient: string, kind: ResentKind = 'approval') => {
      setViewed(null);
      setCorrection({ recipient, kind });
    },
    endCorrection: () => setCorrection(null),
  };
}
export type Emails = ReturnType<typeof useEmails>;
