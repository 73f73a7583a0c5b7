import { Ban, Check, CircleHelp, Clock, Mail, MailOpen, Send, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { MailEntry } from 'shared/api/orderDetails';
import { isDocumentFault } from 'shared/rules/documentFaults';
import { outboxReason } from 'shared/rules/outbox';

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
