import { pluralize } from 'shared/format/count';
import { packTime } from 'shared/format/dates';
import { isOfCustomer, type Findings } from './findings.ts';
import {
  afterDisputeText,
  clipToWidth,
  recordedLaterText,
  locationText,
  providerNames,
  textWidth,
  withdrawnText,
  amountText,
  type ExhibitKey,
} from './packText.ts';
import { type AccessRecord, type MailRecord, toTimestamp } from './deliveryRecords.ts';
import type { PackSources } from './packRecords.ts';

/** If there are too many rows, those with the highest weight are kept. */
interface Weighed {
  at: string;
  what: string;
  recordedBy: string;
  exhibit: ExhibitKey;
  weight: number;
}

const maxLines = 12;
const lettersOfLine = 44;

export function packTimeline(sources: PackSources, found: Findings) {
  const ofPack =
    sources.defencePackType === 1 ? [...mailRows(sources, found), ...contactRows(sources)] : accessRows(sources, found);
  const all = [...orderRows(sources, found), ...ofPack];
  const chosen = new Set<Weighed>();
  let left = maxLines;
  for (const row of all.toSorted((one, other) => other.weight - one.weight || (one.at < other.at ? -1 : 1))) {
    const lines = linesOf(row);
    if (lines > left) break;
    left -= lines;
    chosen.add(row);
  }
  const rows = all.filter((row) => chosen.has(row)).toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const more = all.length - rows.length;
  return {
    rows: rows.map(({ at, what, recordedBy, exhibit }) => ({ when: packTime(at), what, recordedBy, exhibit })),
    folded: more > 0 ? `${pluralize(more, 'more event is', 'more events are')} in the exhibits.` : null,
  };
}

const linesOf = ({ what }: Weighed) => Math.ceil(textWidth(what) / lettersOfLine);

function orderRows({ order, records }: PackSources, { paidAt, disputedAt }: Findings): Weighed[] {
  const sum = amountText(order);
  const row = (at: string | null | undefined, what: string, recordedBy = 'Arrival Desk'): Weighed[] =>
    at ? [{ at, what, recordedBy, exhibit: 'order', weight: 9 }] : [];
  return [
    ...row(toTimestamp(order.createdAt), 'Order placed', 'Order form'),
    ...row(paidAt, sum ? `Paid ${sum}` : 'Paid', 'Payment provider'),
    ...row(disputedAt, 'Disputed: moved to Charge Back'),
    ...row(records.refund?.at, 'Refunded'),
    ...records.documents.map(({ at, lateAt, withdrawnAt }, index): Weighed => ({
      at,
      what: `Document ${withdrawnAt ? 'stored' : 'finished'}, SHA-256 recorded${afterDisputeText(lateAt)}${withdrawnText(withdrawnAt)}`,
      recordedBy: 'Arrival Desk',
      exhibit: 'document',
      weight: index === records.documents.length - 1 ? 8 : 4,
    })),
  ];
}

const reported = (event: keyof typeof reports, isCustomers: boolean) =>
  event === 'delivered' && !isCustomers ? 'delivered to the recipient’s mail server' : reports[event];

const reports = {
  delivered: 'delivered to the customer’s mail server',
  opened: 'opened (indicative only)',
  bounced: 'bounced',
  complained: 'was reported as spam',
} as const;

const ended = {
  failed: 'was not sent',
  unknown: 'may have been sent: no response from the provider is recorded',
  cancelled: 'was cancelled before sending',
} as const;

function mailRows({ order, records }: PackSources, { sent, delivered }: Findings): Weighed[] {
  return records.mails.flatMap((mail): Weighed[] => {
    const isFirst = mail === sent[0];
    const isDelivered = mail === delivered?.mail;
    const provider = providerNames[mail.provider];
    const to = `to ${clipToWidth(mail.recipient, 40)}`;
    const row = (at: string, what: string, recordedBy: string, weight: number): Weighed => ({
      ...{ at, what: `“${mailNames[mail.template]}” ${what}`, recordedBy, exhibit: 'mails', weight },
    });
    const withdrawn = mail.withdrawnAt ? '; its document was withdrawn' : '';
    const fate = mail.sent
      ? row(
          mail.sent.at,
          `${mail.sent.outbox ? 'written to the outbox' : `accepted by ${provider}`}, ${to}${afterDisputeText(mail.sent.lateAt)}${withdrawn}`,
          mail.sent.outbox ? 'Arrival Desk' : provider,
          isFirst || isDelivered ? 7 : 6,
        )
      : mail.ended
        ? row(mail.ended.at, `${to} ${ended[mail.ended.state]}`, 'Arrival Desk', 6)
        : mail.askedAt && row(mail.askedAt, `requested, ${to}${afterDisputeText(mail.askedLateAt)}`, 'Arrival Desk', 6);
    const events = mail.events.map((one): Weighed => {
      const what = `${reported(one.event, isOfCustomer(mail.recipient, order))}${recordedLaterText(one, 'report')}`;
      return row(one.at, what, provider, one.event === 'opened' ? 2 : isDelivered && one.event === 'delivered' ? 8 : 4);
    });
    return fate ? [fate, ...events] : events;
  });
}

export const mailNames = {
  approval: 'Your declaration is ready',
  refund: 'Your refund',
  invoice: 'Your invoice',
  question: 'We have a question',
  reply: 'New message',
} as const satisfies Record<MailRecord['template'], string>;

function contactRows({ records }: PackSources): Weighed[] {
  return records.contacts.map(({ at, lateAt, text, telephone }) => ({
    at,
    what: `${telephone ? 'Telephone call' : 'WhatsApp'}: ${clipToWidth(text, 64)}${afterDisputeText(lateAt)}`,
    ...{ recordedBy: 'Staff remark', exhibit: 'contacts', weight: 5 },
  }));
}

function accessRows(sources: PackSources, { views, completed }: Findings): Weighed[] {
  const firstView = views[0];
  const firstDownload = completed[0];
  const lastDownload = completed.at(-1);
  return sources.records.accesses.map((access) => ({
    at: access.at,
    what: `${accessText(access)}, from ${clipToWidth(locationText(access.ip, sources.places), 56)}`,
    ...{ recordedBy: 'Arrival Desk', exhibit: 'accesses' },
    weight: access === firstDownload ? 8 : access === lastDownload || access === firstView ? 6 : access.file ? 3 : 2,
  }));
}

export function accessText({ how, file }: AccessRecord): string {
  if (how === 'tracked') return 'Order tracked by ID and email';
  if (how === 'opened') return 'Order page opened';
  const what = file?.completedAt
    ? 'Full document downloaded'
    : `Download started${file?.bytes ? ` (bytes sent: at least ${Math.min(99, Math.floor((file.bytes / file.size) * 100))}% of the file’s size)` : ''}, not recorded as complete`;
  return what + (file?.withdrawnAt ? '; the document was withdrawn' : '');
}
