import { Ban, Check, CircleHelp, Clock, Inbox, MailOpen, Send, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { MailEntry } from 'shared/api/orderDetails';
import { isDocumentFault } from 'shared/rules/documentFaults';
import { outboxReason } from 'shared/rules/outbox';

interface MailStateDisplay {
  label: string;
  icon: LucideIcon;
  tone: 'plain' | 'ok' | 'warn' | 'bad';
  advice?: string;
  nextStep?: 'Correct the address' | 'Resend' | undefined;
}

const looks: Readonly<Record<MailEntry['state'], MailStateDisplay>> = {
  queued: { label: 'Queued', icon: Clock, tone: 'plain' },
  cancelled: { label: 'Cancelled', icon: Ban, tone: 'plain' },
  sent: { label: 'Sent', icon: Send, tone: 'ok' },
  delivered: { label: 'Delivered', icon: Check, tone: 'ok' },
  opened: {
    label: 'Opened',
    icon: MailOpen,
    tone: 'ok',
    advice: 'As reported by the mail program; not always reliable.',
  },
  complained: { label: 'Complained', icon: TriangleAlert, tone: 'bad', advice: 'Reported as spam.' },
  failed: { label: 'Failed', icon: X, tone: 'bad', nextStep: 'Correct the address' },
  bounced: { label: 'Bounced', icon: X, tone: 'bad', nextStep: 'Correct the address' },
  unknown: { label: 'Unknown', icon: CircleHelp, tone: 'warn', advice: 'Check before you resend.', nextStep: 'Resend' },
};

const outbox: MailStateDisplay = { label: 'In the outbox', icon: Inbox, tone: 'plain' };

/** The state's label and colour. A "sent" mail that is only in the outbox says so (rules 12.2). */
export function mailStateDisplay({ state, reason }: Pick<MailEntry, 'state' | 'reason'>): MailStateDisplay {
  if (state === 'sent' && reason === outboxReason) return outbox;
  // The document is at fault, so another address would not help.
  return isDocumentFault(reason) ? { ...looks[state], nextStep: undefined } : looks[state];
}

/** The next step for a mail. Invoices can be resent from here unless they are queued. */
export const mailNextStep = (mail: Pick<MailEntry, 'kind' | 'state' | 'reason'>): MailStateDisplay['nextStep'] =>
  mailStateDisplay(mail).nextStep ?? (mail.kind === 'invoice' && mail.state !== 'queued' ? 'Resend' : undefined);

export function mailReason({ state, reason }: Pick<MailEntry, 'state' | 'reason'>): string {
  const { advice } = looks[state];
  const why = reason === outboxReason ? null : reason;
  // Omit advice that the reason contains already.
  return [why, advice && why?.includes(advice) ? null : advice].filter(Boolean).join(' ');
}

export const mailKindLabels: Readonly<Record<MailEntry['kind'], string>> = {
  approval: 'Approval, with document',
  refund: 'Refund',
  invoice: 'Invoice',
  question: 'Question',
  reply: 'Reply',
};
