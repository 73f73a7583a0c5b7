import { packTime } from 'shared/format/dates';
import { money } from 'shared/format/money';
import { isOfCustomer, type Findings } from './findings.ts';
import {
  afterDisputeText,
  clipToWidth,
  counted,
  laterText,
  momentText,
  placeText,
  providerNames,
  widthOf,
  withdrawnText,
} from './packText.ts';
import type { ExhibitKey } from './packContent.ts';
import type { AccessRecord, MailRecord } from './deliveryRecords.ts';
import type { PackSources } from './packSources.ts';

export interface TimelineRow {
  /** UTC: '02 Oct 2026 03:14:07'. */
  when: string;
  what: string;
  recordedBy: string;
  /** Where it stands in full; null: in none. */
  exhibit: ExhibitKey | null;
}

/** A row, and how much it matters where there is not room for all: the more, the sooner it stands there. */
type Weighed = Omit<TimelineRow, 'when'> & { at: string; weight: number };

/** Lines of text that page 1 has for it. */
const mostLines = 12;
/** Ordinary letters of a line. */
const lettersOfLine = 44;

/** The one timeline of page 1: as many rows as it has room for, those that matter most, in the order of time. */
export function packTimeline(sources: PackSources, found: Findings): { rows: TimelineRow[]; folded: string | null } {
  const ofPack =
    sources.defencePackType === 1 ? [...mailRows(sources, found), ...contactRows(sources)] : accessRows(sources, found);
  const all = [...orderRows(sources, found), ...ofPack];
  const chosen = new Set<Weighed>();
  let left = mostLines;
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
    folded: more > 0 ? `${counted(more, 'more event stands', 'more events stand')} in the exhibits.` : null,
  };
}

const linesOf = ({ what }: Weighed) => Math.ceil(widthOf(what) / lettersOfLine);

function orderRows({ order, records }: PackSources, { paidAt, disputedAt }: Findings): Weighed[] {
  const sum = order.amount !== null && order.currency !== null ? ` ${money(order.amount, order.currency)}` : '';
  const rows: (Weighed | null)[] = [
    { at: momentText(order.createdAt), what: 'Order placed', recordedBy: 'Order form', exhibit: 'order', weight: 9 },
    paidAt ? { at: paidAt, what: `Paid${sum}`, recordedBy: 'Payment provider', exhibit: 'order', weight: 9 } : null,
    disputedAt
      ? {
          at: disputedAt,
          what: 'Disputed: moved to Charge Back',
          recordedBy: 'Arrival Desk',
          exhibit: 'order',
          weight: 9,
        }
      : null,
    records.refund
      ? { at: records.refund.at, what: 'Refunded', recordedBy: 'Arrival Desk', exhibit: 'order', weight: 9 }
      : null,
    ...records.documents.map(({ at, lateAt, withdrawnAt }, index): Weighed => ({
      ...{
        at,
        what: `Document ${withdrawnAt ? 'stored' : 'finished'}, SHA-256 recorded${afterDisputeText(lateAt)}${withdrawnText(withdrawnAt)}`,
        recordedBy: 'Arrival Desk',
        exhibit: 'document',
      },
      weight: index === records.documents.length - 1 ? 8 : 4,
    })),
  ];
  return rows.filter((row) => row !== null);
}

const reported = (event: keyof typeof reports, isCustomers: boolean) =>
  event === 'delivered' && !isCustomers ? 'delivered to its recipient’s mail server' : reports[event];

const reports = {
  delivered: 'delivered to the customer’s mail server',
  opened: 'opened, which is indicative only',
  bounced: 'came back',
  complained: 'was reported as spam',
} as const;

const ended = {
  failed: 'was not sent',
  unknown: 'may have been sent: no answer of its provider is recorded',
  cancelled: 'was taken back before it went',
} as const;

/** The e-mail history: every e-mail, also one that never left, and what became of it. */
function mailRows({ order, records }: PackSources, { sent, delivered }: Findings): Weighed[] {
  return records.mails.flatMap((mail): Weighed[] => {
    const isFirst = mail === sent[0];
    const isDelivered = mail === delivered?.mail;
    const provider = providerNames[mail.provider];
    const to = `to ${clipToWidth(mail.recipient, 40)}`;
    const row = (at: string, what: string, recordedBy: string, weight: number): Weighed => ({
      ...{ at, what: `“${mailName(mail)}” ${what}`, recordedBy, exhibit: 'mails', weight },
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
        : mail.askedAt && row(mail.askedAt, `asked for, ${to}${afterDisputeText(mail.askedLateAt)}`, 'Arrival Desk', 6);
    const events = mail.events.map((one): Weighed => {
      const what = `${reported(one.event, isOfCustomer(mail.recipient, order))}${laterText(one, 'report')}`;
      return row(one.at, what, provider, one.event === 'opened' ? 2 : isDelivered && one.event === 'delivered' ? 8 : 4);
    });
    return fate ? [fate, ...events] : events;
  });
}

/** What each template is called. */
export const mailNames = {
  approval: 'Your declaration is ready',
  refund: 'Your refund',
  invoice: 'Your invoice',
} as const satisfies Record<MailRecord['template'], string>;

const mailName = ({ template }: MailRecord) => mailNames[template];

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
    what: `${accessText(access)}, from ${clipToWidth(placeText(access.ip, sources.places), 56)}`,
    ...{ recordedBy: 'Arrival Desk', exhibit: 'accesses' },
    weight: access === firstDownload ? 8 : access === lastDownload || access === firstView ? 6 : access.file ? 3 : 2,
  }));
}

/** What the customer did. */
export function accessText({ how, file }: AccessRecord): string {
  if (how === 'tracked') return 'Order tracked by its id and e-mail';
  if (how === 'opened') return 'Order’s page opened';
  const what = file?.completedAt
    ? 'Document downloaded in whole'
    : `Download begun,${file?.bytes ? ` bytes sent: at least ${Math.min(99, Math.floor((file.bytes / file.size) * 100))}% of its size,` : ''} not recorded as complete`;
  return what + (file?.withdrawnAt ? '; the document was withdrawn' : '');
}
