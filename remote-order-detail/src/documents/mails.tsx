/** Mails as shown: their states and kinds, the choice of a provider, the address hint, and resending. */
import { Ban, Check, CircleHelp, Clock, Mail, MailOpen, Send, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { CallInput } from 'shared/api/call';
import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields/fields';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { type MailEntry, type OrderDetails, releasedDocument } from 'shared/api/orderDetails';
import { type CallError, mailToastOptions, useCall } from 'shared/desk';
import { OutboxNote, SegmentedControl } from 'shared/kit';
import { isCustomerAddress, otherAddressError } from 'shared/rules/customerAddress';
import { isDocumentFault } from 'shared/rules/documentFaults';
import { outboxReason } from 'shared/rules/outbox';
import { useOrderAction, useOrderActions } from '../order-detail/useOrderAction.ts';

interface StateLook {
  label: string;
  icon: LucideIcon;
  tone: 'plain' | 'ok' | 'warn' | 'bad';
  advice?: string;
  nextStep?: 'Correct the address' | 'Resend';
}

const looks: Readonly<Record<MailEntry['state'], StateLook>> = {
  queued: { label: 'Queued', icon: Clock, tone: 'plain' },
  cancelled: { label: 'Cancelled', icon: Ban, tone: 'plain' },
  sent: { label: 'Sent', icon: Send, tone: 'ok' },
  delivered: { label: 'Delivered', icon: Check, tone: 'ok' },
  opened: {
    label: 'Opened',
    icon: MailOpen,
    tone: 'ok',
    advice: 'Reported by the recipient’s mail app; not always reliable.',
  },
  complained: { label: 'Marked as spam', icon: TriangleAlert, tone: 'bad' },
  failed: { label: 'Failed', icon: X, tone: 'bad', nextStep: 'Correct the address' },
  bounced: { label: 'Bounced', icon: X, tone: 'bad', nextStep: 'Correct the address' },
  unknown: { label: 'Unknown', icon: CircleHelp, tone: 'warn', advice: 'Check before you resend.', nextStep: 'Resend' },
};

const outbox: StateLook = { label: 'In the outbox', icon: Mail, tone: 'plain' };

/** A mail's state as shown, with its reason or advice, and its next step (rule 12.9). */
export function mailDisplay({ kind, state, reason }: Pick<MailEntry, 'kind' | 'state' | 'reason'>) {
  const isInOutbox = reason === outboxReason;
  const { label, icon, tone, advice, nextStep } = state === 'sent' && isInOutbox ? outbox : looks[state];
  return {
    label,
    icon,
    tone,
    // Some reasons contain the advice already.
    why: [!isInOutbox && reason, advice && !reason?.includes(advice) && advice].filter(Boolean).join(' '),
    // If the document is at fault, another address does not help.
    nextStep: (!isDocumentFault(reason) && nextStep) || (kind === 'invoice' && state !== 'queued' && 'Resend'),
  };
}

export const mailKindLabels: Readonly<Record<MailEntry['kind'], string>> = {
  approval: 'Approval, with document',
  refund: 'Refund',
  invoice: 'Invoice',
  question: 'Question',
  reply: 'Reply',
};

const providers = mailProviders.map((provider) => ({ value: provider, label: provider }));

interface ProviderChoiceProps {
  label: string;
  value: MailServiceProvider;
  onChange: (provider: MailServiceProvider) => void;
}

export const ProviderChoice = (choice: ProviderChoiceProps) => <SegmentedControl options={providers} {...choice} />;

export function ProviderNote({ provider }: { provider: MailServiceProvider }) {
  const { data } = useCall(documentCalls.mailProviders, {});
  return <OutboxNote providers={data?.data} provider={provider} />;
}

/** A warning if the customer did not give this address. */
export const otherAddressHint = (
  typed: string | undefined,
  { email, contact_email_address }: Pick<OrderDetails, 'email' | 'contact_email_address'>,
): string | undefined =>
  typed?.includes('@') && !isCustomerAddress(typed, [email, contact_email_address])
    ? `${otherAddressError}. The customer gave ${contact_email_address ?? email}.`
    : undefined;

type MailKind = MailEntry['kind'];

export const isResendable = (kind: MailKind) => kind === 'approval' || kind === 'invoice';

/** Why an order's mail cannot be resent (rules 12.7, 12.9); null if it can. The API checks everything else. */
export function resendRefusal(
  { uploadDoc, process_status }: Pick<OrderDetails, 'uploadDoc' | 'process_status'>,
  kind: MailKind = 'approval',
): string | null {
  if (!isResendable(kind)) return 'Only an email with a document can be sent again.';
  if (process_status === 'Deleted') return 'This order is deleted. Restore it first.';
  if (kind === 'invoice') return null;
  return releasedDocument(uploadDoc) === undefined ? 'This order has no document to send. Upload one first.' : null;
}

/**
 * Resends an order's newest document or invoice (rule 12.22); the toast can cancel the queued email. During the
 * cooldown, `run` does nothing and returns null.
 */
export function useResend(kind: MailKind, onFailed?: (error: CallError) => void) {
  const { orderId, mailCooldown } = useOrderActions();
  const isInvoice = kind === 'invoice';
  const { run, pending } = useOrderAction(isInvoice ? invoiceCalls.send : documentCalls.resend, {
    failureText: () => `The ${isInvoice ? 'invoice' : 'document'} was not sent again`,
    onFailed,
    toast: ({ data }) => mailToastOptions({ ...data, orderId }),
  });
  return {
    pending,
    run: async (input: CallInput<typeof documentCalls.resend>) => {
      if (mailCooldown.isActive()) return null;
      const answer = await run(input);
      if (answer) mailCooldown.start();
      return answer;
    },
  };
}
