import { pluralize } from 'shared/format/count';
import { packDay, packMinute, packTime } from 'shared/format/dates';
import { defencePackHistories, defencePackNames } from 'shared/rules/defencePacks';
import { toTimestamp } from './deliveryRecords.ts';
import { accessExhibit, comparisonExhibit } from './exhibits/accessExhibit.ts';
import { earlierOrdersExhibit } from './exhibits/earlierOrders.ts';
import { mailExhibit } from './exhibits/mailExhibit.ts';
import { contactsExhibit, copyExhibit, documentExhibit, orderExhibit } from './exhibits/orderExhibit.ts';
import { findingsIn, isOfCustomer, type Findings } from './packRecords.ts';
import { packSummary, packTitle } from './packSummary.ts';
import {
  accessText,
  afterDisputeText,
  amountText,
  clipToWidth,
  locationText,
  mailNames,
  maskPassport,
  maskPassports,
  orNotRecorded,
  providerNames,
  recordedLaterText,
  textWidth,
  withdrawnText,
  type ExhibitContent,
  type ExhibitKey,
  type RowLimit,
} from './packText.ts';
import type { PackSources, PackToMake } from './readSources.ts';

/**
 * The exact text of a pack. Its PDF is rendered only from this and the document. `rowShare`, at most 1, scales how many
 * rows exhibits list in full. `hasFile`: whether the document's stored file still matches its record.
 */
export function packContent(unmasked: PackToMake, { rowShare = 1, hasFile = false } = {}) {
  const { passport_number, familyMember = [] } = unmasked.order.declaration;
  const passports = [passport_number, ...familyMember.map((one) => one.family_passport_number)];
  const sources = withMasks(unmasked, passports);
  const { defencePackType, order, at, by, lastHash } = sources;
  const found = findingsIn(sources);
  const rowLimit = (max: number) => Math.max(2, Math.floor(max * rowShare));
  const exhibits = exhibitsOf(sources, found, { rowLimit, hasFile });
  const letters = new Map(exhibits.map(([key], index) => [key, letterAt(index)]));
  const { rows, folded } = packTimeline(sources, found);
  const content = {
    orderId: order.orderId,
    /** When the pack was made, in UTC. */
    day: [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
    kind: `Dispute response · Defence Pack ${defencePackType}: ${defencePackNames[defencePackType]}`,
    title: packTitle(defencePackType, found),
    facts: disputeFacts(sources, found),
    summary: packSummary(sources, found, (key) => letters.get(key) ?? ''),
    timelineTitle: `Timeline with the ${defencePackHistories[defencePackType]}, all times UTC`,
    timeline: rows.map(({ exhibit, ...row }) => ({ ...row, exhibit: letters.get(exhibit) ?? null })),
    folded,
    exhibits: exhibits.map(([, exhibit], index) => ({ letter: letterAt(index), ...exhibit })),
    foot: {
      pack: `Order ${order.orderId} · Defence Pack ${defencePackType}`,
      made: `Made ${packMinute(at)} by ${clipToWidth(by, 30)}, from append-only records`,
      hash: `Last hash of the history: ${lastHash ?? 'none'}`,
    },
  };
  return maskPassports(content, passports);
}

/**
 * Masks passport numbers before texts are cut, because a cut number would not be found. `packContent` masks the result
 * again, because combined texts may contain a number.
 */
function withMasks(unmasked: PackToMake, passports: Parameters<typeof maskPassports>[1]): PackToMake {
  const { declaration, orderId, ...order } = unmasked.order;
  return {
    ...unmasked,
    order: { ...maskPassports(order, passports), declaration, orderId },
    records: maskPassports(unmasked.records, passports),
  };
}

const letterAt = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

function exhibitsOf(
  sources: PackToMake,
  found: Findings,
  { rowLimit, hasFile }: { rowLimit: RowLimit; hasFile: boolean },
): [ExhibitKey, ExhibitContent][] {
  const { records, defencePackType, documentPages } = sources;
  const copy = found.document && copyExhibit({ hasFile, isLeftOut: documentPages === 'none' });
  const ofPack: [ExhibitKey, ExhibitContent | null][] =
    defencePackType === 1
      ? [
          ['mails', mailExhibit(sources, rowLimit)],
          ['document', documentExhibit(records, rowLimit)],
          ['contacts', contactsExhibit(records, rowLimit)],
        ]
      : [
          ['compared', comparisonExhibit(sources, found, rowLimit)],
          ['accesses', accessExhibit(sources, rowLimit)],
          ['document', documentExhibit(records, rowLimit)],
          ['earlier', earlierOrdersExhibit(sources, rowLimit)],
        ];
  const all: typeof ofPack = [['order', orderExhibit(sources, found)], ...ofPack, ['copy', copy]];
  return all.filter((one): one is [ExhibitKey, ExhibitContent] => one[1] !== null);
}

function disputeFacts(sources: PackSources, found: Findings) {
  const { delivered, deliveredLate, completed, paidAt, disputedAt } = found;
  const { order, defencePackType } = sources;
  const reached: readonly [string, string | null | undefined] =
    defencePackType === 1
      ? ['Delivered', delivered ? packMinute(delivered.at) : deliveredLate && 'reported after the dispute']
      : ['Downloaded', completed[0]?.file?.completedAt && packMinute(completed[0].file.completedAt)];
  const facts: (readonly [label: string, said: string | null | undefined])[] = [
    ['Merchant', order.merchantName && clipToWidth(order.merchantName, 38)],
    ['Transaction ID', order.transactionId && clipToWidth(order.transactionId, 38)],
    ['Amount', amountText(order)],
    ['Paid', paidAt && packMinute(paidAt)],
    ['Customer email', clipToWidth(order.email, 38)],
    ['Traveller', clipToWidth(order.fullName, 76)],
    ['Passport', order.declaration.passport_number && maskPassport(order.declaration.passport_number)],
    reached,
    ['Ordered', packMinute(order.createdAt)],
    ...(disputedAt ? [['Disputed', packDay(disputedAt)] as [string, string]] : []),
  ];
  return facts.map(([label, value]) => ({ label, said: orNotRecorded(value) }));
}

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

function packTimeline(sources: PackSources, found: Findings) {
  const ofPack =
    sources.defencePackType === 1 ? [...mailRows(sources, found), ...contactRows(sources)] : accessRows(sources, found);
  const all = [...orderRows(sources, found), ...ofPack];
  const chosen = new Set<Weighed>();
  let left = maxLines;
  for (const row of all.toSorted((one, other) => other.weight - one.weight || (one.at < other.at ? -1 : 1))) {
    const lines = Math.ceil(textWidth(row.what) / lettersOfLine);
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
