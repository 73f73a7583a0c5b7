import { Check, CircleHelp, Clock, Send, X, type LucideIcon } from 'lucide-react';
import type { MailEntry } from 'shared/api/orderDetails';

/** How a mail's state reads in Email History: word, icon, colour, and what to do about it. */
interface MailStateLook {
  label: string;
  icon: LucideIcon;
  tone: 'plain' | 'ok' | 'warn' | 'bad';
  advice?: string;
  /** The way on is another address. */
  correctAddress?: true;
}

export const mailStates: Readonly<Record<MailEntry['state'], MailStateLook>> = {
  queued: { label: 'Queued', icon: Clock, tone: 'plain' },
  sent: { label: 'Sent', icon: Send, tone: 'ok' },
  delivered: { label: 'Delivered', icon: Check, tone: 'ok' },
  failed: { label: 'Failed', icon: X, tone: 'bad', correctAddress: true },
  bounced: { label: 'Bounced', icon: X, tone: 'bad', correctAddress: true },
  unknown: { label: 'Unknown', icon: CircleHelp, tone: 'warn', advice: 'Check before you resend.' },
};

export const mailKindLabels: Readonly<Record<MailEntry['kind'], string>> = {
  approval: 'Approval, with document',
  refund: 'Refund',
  invoice: 'Invoice',
};
