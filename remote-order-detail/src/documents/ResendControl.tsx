import { Send } from 'lucide-react';
import { useState } from 'react';
import { documentCalls } from 'shared/api/documentCalls';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { type MailEntry, type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { type CallError, mailToastOptions } from 'shared/desk';
import { Tooltip } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import { useOrderActions, useOrderAction } from '../order-detail/useOrderAction.ts';
import { otherAddressHint, ProviderChoice } from './UploadFields.tsx';
import styles from './ResendControl.module.css';
import type { UploadForm } from './useUpload.ts';

interface ResendControlProps {
  order: OrderDetails;
  form: UploadForm;
  /** Called if the upload form's address is invalid or not the customer's. */
  onCheckAddress: (typed: string) => void;
}

/** Resends the newest document to the upload form's address, unless that address must be checked first. */
export function ResendControl({ order, form, onCheckAddress }: ResendControlProps) {
  const { order_id: orderId } = order;
  const [provider, setProvider] = useState<MailServiceProvider>('AWS');
  const online = useOnline();
  const resend = useResend('approval', form.setServerErrors);

  const send = async () => {
    if (resend.pending) return;
    const email = form.getValues('email') ?? '';
    if (otherAddressHint(email, order) || !(await form.trigger('email'))) return onCheckAddress(email);
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
      {/* Above the button, because the newest mail's state and its Undo are below it. */}
      <Tooltip
        describeChild
        placement="top"
        title={online ? `The newest document, to ${form.watch('email')}` : 'You are offline'}
      >
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

const resends = {
  approval: { call: documentCalls.resend, failureText: 'The document was not sent again' },
  invoice: { call: invoiceCalls.send, failureText: 'The invoice was not sent again' },
} as const;

/**
 * Resends an order's newest document or invoice; its toast can cancel the queued email. Further calls within 800 ms do
 * nothing and return null (rules 12.22).
 */
export function useResend(kind: ResentKind, onFailed?: (error: CallError) => void) {
  const { mailCooldown } = useOrderActions();
  const { call, failureText } = resends[kind];
  const { run, pending } = useOrderAction(call, {
    failureText: () => failureText,
    onFailed,
    toast: ({ data }) => mailToastOptions(data),
  });
  return {
    pending,
    run: async (input: Resend) => {
      if (mailCooldown.isActive()) return null;
      const answer = await run(input);
      if (answer) mailCooldown.start();
      return answer;
    },
  };
}

/** Why an order's mail cannot be resent (rules 12.7, 12.9); null if it can. The API checks everything else. */
export function resendRefusal(
  { uploadDoc, process_status }: Pick<OrderDetails, 'uploadDoc' | 'process_status'>,
  kind: MailEntry['kind'] = 'approval',
): string | null {
  if (!isResendable(kind)) return 'Only an email with a document can be sent again.';
  if (process_status === 'Deleted') return 'This order is deleted. Restore it first.';
  if (kind === 'invoice') return null;
  return releasedDocument(uploadDoc) === undefined ? 'This order has no document to send. Upload one first.' : null;
}

export type ResentKind = keyof typeof resends;

export const isResendable = (kind: MailEntry['kind']): kind is ResentKind => kind in resends;

/** Each request to correct an address is a new object. */
export interface Correction {
  recipient: string;
  kind: ResentKind;
}

/** The open parts of the email section: the mail being read and the mail being corrected. */
export function useEmails() {
  const [viewed, setViewed] = useState<{ mailId: number | null } | null>(null);
  const [correction, setCorrection] = useState<Correction | null>(null);
  return {
    viewed,
    /** Null shows the newest mail or, if there is none, a preview. */
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
