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
import { otherAddressHint, ProviderChoice } from './mailForm.tsx';
import styles from './ResendControl.module.css';
import type { UploadForm } from './useUpload.ts';

interface ResendControlProps {
  order: OrderDetails;
  form: UploadForm;
  /** The upload form's address is not valid, or none of the order's. */
  onCheckAddress: (typed: string) => void;
}

/** Resends the newest document to the upload form's address, which the upload form may hide, or asks to check it. */
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
      {/* Above: below it are the newest mail's state and its Undo. */}
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
 * Resends an order's newest document or its invoice; the toast can cancel the queued email. Further calls within 800 ms
 * do nothing and return null (rules 12.22).
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

/** Why a mail of an order cannot be sent again (rules 12.7, 12.9); null: it can. The API says the rest. */
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

/** A new object for each request to correct an address. */
export interface Correction {
  recipient: string;
  kind: ResentKind;
}

/** The open parts of the email section: the email being read and the one being resent. */
export function useEmails() {
  const [viewed, setViewed] = useState<{ mailId: number | null } | null>(null);
  const [correction, setCorrection] = useState<Correction | null>(null);
  return {
    viewed,
    /** Null: the newest, or a preview of the next. */
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
