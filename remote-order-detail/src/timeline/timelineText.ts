import type { TimelineEntry, TimelineKind } from 'shared/api/remarkCalls';
import { inOutbox } from 'shared/rules/outbox';
import { orderStatus, type OrderStatus } from 'shared/rules/orderStatus';

type Told = Pick<TimelineEntry, 'from' | 'to'>;

const label = (status: string | null) => orderStatus[status as OrderStatus]?.label ?? status ?? '';
const moved = ({ from, to }: Told) => `Moved from ${label(from)} to ${label(to)}`;
const because = (reason: string | null) => (reason ? `: ${reason}` : '');

/** Packs count what is the customer's, and nobody may take the office's own downloads for that. */
function downloaded(origin: string | null): string {
  if (origin === 'staff') return 'Downloaded on the staff’s site';
  return origin === 'public' ? 'Downloaded by the customer' : 'Downloaded';
}

function wrote(origin: string | null): string {
  if (origin === 'staff') return 'Written on the customer’s page, on the staff’s site';
  return origin === 'public' ? 'The customer wrote' : 'Written on the customer’s page';
}

const words: Readonly<Record<TimelineKind, (told: Told) => string>> = {
  received: () => 'Order received',
  payment: () => 'Paid',
  assign: ({ to }) => `Assigned to ${to ?? ''}`,
  release: () => 'Moved to its original folder',
  move: moved,
  promote: moved,
  delete: () => 'Deleted',
  restore: ({ to }) => `Restored to ${label(to)}`,
  refund: () => 'Refunded',
  remark: ({ to }) => `Commented: ${to ?? ''}`,
  upload: ({ to }) => `Uploaded ${to ?? 'a document'}`,
  mail: () => 'Took back an e-mail',
  details: ({ to }) => `Transaction details entered: ${to ?? ''}`,
  withdraw: ({ from, to }) => `Withdrew ${from ?? 'a document'}${because(to)}`,
  undo: () => 'Took back what was done',
  ask: ({ to }) => `Asked the customer: ${to ?? ''}`,
  customer: ({ to, from }) => `${wrote(from)}: ${to ?? ''}`,
  settle: () => 'Dealt with what the customer wrote',
  queued: ({ from, to }) => `E-mail to ${to ?? ''} queued${from ? `. ${from}` : ''}`,
  sent: ({ to, from }) => `E-mail to ${to ?? ''} ${from === inOutbox ? 'written to the outbox' : 'sent'}`,
  failed: ({ to, from }) => `E-mail to ${to ?? ''} failed${because(from)}`,
  unknown: ({ to, from }) => `E-mail to ${to ?? ''}: nobody knows whether it went${because(from)}`,
  delivered: ({ to }) => `E-mail to ${to ?? ''} delivered`,
  opened: ({ to }) => `E-mail to ${to ?? ''} opened, as far as that can be known`,
  bounced: ({ to, from }) => `E-mail to ${to ?? ''} came back${because(from)}`,
  complained: ({ to }) => `E-mail to ${to ?? ''} reported as spam`,
  pack: ({ to, from }) => `Defence Pack ${to ?? ''} made, SHA-256 ${from ?? ''}`,
  download: ({ to, from }) => `${downloaded(from)}${to ? `: ${to.split('-').filter(Boolean).join(', ')}` : ''}`,
};

/** What happened, as a person reads it in the timeline (rules 9.23). */
export const timelineText = ({ kind, from, to }: TimelineEntry): string => words[kind]({ from, to });
