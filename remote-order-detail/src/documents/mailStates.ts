import { Ban, Check, CircleHelp, Clock, Inbox, MailOpen, Send, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { MailEntry } from 'shared/api/orderDetails';
import { isDocumentFault } from 'shared/rules/documentFaults';
import { inOutbox } from 'shared/rules/outbox';

/** How a mail's state reads in Email History: word, icon, colour, and what to do about it. */
interface MailStateLook {
  label: string;
  icon: LucideIcon;
  tone: 'plain' | 'ok' | 'warn' | 'bad';
  advice?: string;
  /** The way on: another address, or the same once more. */
  way?: 'Correct the address' | 'Resend' | undefined;
}

const looks: Readonly<Record<MailEntry['state'], MailStateLook>> = {
  queued: { label: 'Queued', icon: Clock, tone: 'plain' },
  cancelled: { label: 'Taken back', icon: Ban, tone: 'plain' },
  sent: { label: 'Sent', icon: Send, tone: 'ok' },
  delivered: { label: 'Delivered', icon: Check, tone: 'ok' },
  opened: { label: 'Opened', icon: MailOpen, tone: 'ok', advice: 'Indicative: as its mail program says.' },
  complained: { label: 'Complained', icon: TriangleAlert, tone: 'bad', advice: 'Reported as spam.' },
  failed: { label: 'Failed', icon: X, tone: 'bad', way: 'Correct the address' },
  bounced: { label: 'Bounced', icon: X, tone: 'bad', way: 'Correct the address' },
  unknown: { label: 'Unknown', icon: CircleHelp, tone: 'warn', advice: 'Check before you resend.', way: 'Resend' },
};

const outbox: MailStateLook = { label: 'In the outbox', icon: Inbox, tone: 'plain' };

/** How a mail reads that is in a state for a reason: "sent" is not said of one that only lies in the outbox (rules 12.2). */
export function mailLook({ state, reason }: Pick<MailEntry, 'state' | 'reason'>): MailStateLook {
  if (state === 'sent' && reason === inOutbox) return outbox;
  // Another address would not help.
  return isDocumentFault(reason) ? { ...looks[state], way: undefined } : looks[state];
}

/** The way on from a mail: an invoice can be sent again whatever became of it, since its own screen has no such place. */
export const mailWay = (mail: Pick<MailEntry, 'kind' | 'state' | 'reason'>): MailStateLook['way'] =>
  mailLook(mail).way ?? (mail.kind === 'invoice' && mail.state !== 'queued' ? 'Resend' : undefined);

/** Why a mail is in its state and what is to be made of that; empty where its word says all. */
export function mailWhy({ state, reason }: Pick<MailEntry, 'state' | 'reason'>): string {
  const { advice } = looks[state];
  const why = reason === inOutbox ? null : reason;
  // The API says of some unknown ones what stands here of all.
  return [why, advice && why?.includes(advice) ? null : advice].filter(Boolean).join(' ');
}

export const mailKindLabels: Readonly<Record<MailEntry['kind'], string>> = {
  approval: 'Approval, with document',
  refund: 'Refund',
  invoice: 'Invoice',
};
