import { emptyRefundDetails, type RefundDetails } from 'shared/api/refundDetails';
import { isCustomerAddress } from 'shared/rules/customerAddress';
import type { DefencePackType } from 'shared/rules/defencePacks';
import { isAttached } from 'shared/rules/mailAttachment';
import { type Device, deviceOf } from '../customers/customerDevice.ts';
import { happenedAt, type LedgerEntry, type LedgerKind } from '../ledger/LedgerEntry.ts';
import {
  type DatedEntry,
  type MailRecord,
  type RecordedEvent,
  type Timestamp,
  buildAccessRecords,
  buildMailRecords,
  isCancelled,
  isInTime,
  sortByTime,
  toTimestamp,
} from './deliveryRecords.ts';

export type PackRecords = ReturnType<typeof packRecords>;

export type DocumentRecord = PackRecords['documents'][number];

/** Except in `recordedLate`, an `at` is when an event happened, not when it was recorded. */
export function packRecords(entries: readonly LedgerEntry[]) {
  const begun = entries.find(({ kind }) => kind === 'begun');
  const timed = entries.map((entry) => ({
    ...entry,
    at: toTimestamp(happenedAt(entry)),
    recordedAt: begun && entry.seq <= begun.seq ? null : toTimestamp(entry.at),
  }));
  const { disputedAt, disputeRecordedAt } = disputeIn(timed);
  const dated = timed.map((entry) => {
    const isLate = disputedAt && entry.at < disputedAt && !isInTime(entry, { disputedAt, disputeRecordedAt });
    return { ...entry, lateAt: isLate ? entry.recordedAt : null };
  });
  const of = <Kind extends LedgerKind>(kind: Kind) =>
    dated.filter((entry) => entry.kind === kind) as unknown as DatedEntry<Kind>[];
  const [placed] = of('placed');
  const [paid] = of('paid');
  const statusChanges = effectiveStatusChanges(of('changed'));
  const withdrawals = new Map(of('withdrawn').map(({ at, facts }) => [facts.documentId, at]));
  const getWithdrawnAt = (documentId: number | null) => withdrawals.get(documentId ?? 0) ?? null;
  const mails = buildMailRecords(of, getWithdrawnAt);
  const accesses = buildAccessRecords(of, getWithdrawnAt);
  const ofCustomers = accesses.filter(({ origin }) => origin !== 'staff');
  return {
    /** Null if the order is older than its chain. */
    placed: placed ? { ...placed.facts, at: placed.at, recordedAt: placed.recordedAt } : null,
    payment: paymentIn(placed, paid),
    mails: mails.filter((mail) => !isCancelled(mail)),
    cancelled: mails.filter(isCancelled).length,
    documents: sortByTime(
      of('document').map(({ facts: { by = null, ...file }, at, lateAt }) => {
        return { ...file, at, by, lateAt, withdrawnAt: getWithdrawnAt(file.documentId) };
      }),
    ),
    /** Accesses on the customer site, and those whose site was not recorded. */
    accesses: ofCustomers.filter(({ lateAt }) => lateAt === null),
    /**
     * Accesses from before the dispute that were recorded after it. A pack states only their number, because they prove
     * nothing.
     */
    late: ofCustomers.filter(({ lateAt }) => lateAt !== null),
    /** Accesses on the staff site. A pack states only their number, because they are not the customer's. */
    ofStaff: accesses.filter(({ origin }) => origin === 'staff'),
    contacts: sortByTime(
      of('remark')
        .filter(({ facts }) => facts.telephone || facts.whatsapp)
        .map(({ at, lateAt, facts: { by = null, text, telephone, whatsapp } }) => {
          return { at, lateAt, by, text, telephone, whatsapp };
        }),
    ),
    /** The customer's messages, without those recorded late. `origin` is null if it was not recorded. */
    written: of('changed')
      .filter(({ facts, lateAt }) => facts.what === 'customer' && lateAt === null)
      .map(({ at, facts: { origin = null } }) => ({ at, origin })),
    refund: refundIn(statusChanges, of('corrected')),
    /** When a refund was first requested by a remark or a move to Refunds that was not undone. */
    refundAskedAt: refundAskedIn(statusChanges, of('remark')),
    /** When the current dispute began, or null if the order is not in Charge Back. */
    disputedAt,
    /** When the start of the dispute was recorded. Also null if the dispute is older than the chain. */
    disputeRecordedAt,
    made: Object.fromEntries(
      entries.flatMap(({ kind, at, facts }) =>
        kind === 'packMade' ? [[facts.pack, { at, by: facts.by ?? 'Arrival Desk' }]] : [],
      ),
    ) as Partial<Record<DefencePackType, { at: Timestamp; by: string }>>,
    entries: entries.at(-1)?.seq ?? 0,
    begunAt: begun ? toTimestamp(begun.at) : null,
    /** Entries recorded after the events they describe. `at` is when the last of them was recorded. */
    recordedLate: findLateEntries(dated),
  };
}

/** Kinds whose time comes from the intake or a mail provider, so it is normal that they are recorded later. */
const externallyTimestampedKinds: readonly LedgerKind[] = ['placed', 'paid', 'mailEvent'];

function findLateEntries(entries: readonly DatedEntry<LedgerKind>[]) {
  const late = entries.flatMap(({ kind, at, recordedAt }) =>
    recordedAt && at < recordedAt && !externallyTimestampedKinds.includes(kind) ? [recordedAt] : [],
  );
  const last = late.at(-1);
  return last ? { count: late.length, at: last } : null;
}

function paymentIn(placed?: DatedEntry<'placed'>, paid?: DatedEntry<'paid'>) {
  const paidAt = placed?.facts.paidAt ? toTimestamp(placed.facts.paidAt) : paid?.at;
  const entry = placed?.facts.paidAt ? placed : paid;
  if (!entry || !paidAt) return null;
  const { amount = null, currency = null } = entry.facts;
  return { at: paidAt, recordedAt: entry.recordedAt, amount, currency };
}

type Changed = Pick<DatedEntry<'changed'>, 'seq' | 'at' | 'recordedAt' | 'facts'>;

/** Status changes that are not undone. An Undo reverts the newest change that is still in effect. */
function effectiveStatusChanges<Entry extends Changed>(changes: readonly Entry[]): Entry[] {
  const standing: Entry[] = [];
  for (const entry of changes) {
    if (entry.facts.field !== 'process_status') continue;
    if (entry.facts.what === 'undo') standing.pop();
    else standing.push(entry);
  }
  return standing;
}

function refundIn(statusChanges: readonly Changed[], corrections: DatedEntry<'corrected'>[]) {
  const refund = statusChanges.find(({ facts }) => facts.what === 'refund');
  if (!refund) return null;
  const entered = corrections.findLast(({ seq, facts }) => seq <= refund.seq && facts.changes['refund']);
  const details = entered?.facts.changes['refund']?.to;
  return { at: refund.at, ...emptyRefundDetails, ...(details && (JSON.parse(details) as RefundDetails)) };
}

function refundAskedIn(statusChanges: readonly Changed[], remarks: DatedEntry<'remark'>[]): Timestamp | null {
  const asked = [
    ...statusChanges.filter(({ facts }) => facts.to === 'Refunds'),
    ...remarks.filter(({ facts }) => facts.refund),
  ];
  return asked.map(({ at }) => at).sort()[0] ?? null;
}

/**
 * When the current dispute began and when that was recorded. Both are null if the order has left Charge Back. Restoring
 * a deleted order begins no new dispute.
 */
function disputeIn(timed: readonly (LedgerEntry & RecordedEvent)[]) {
  const statusChanges = effectiveStatusChanges(timed.filter((entry) => entry.kind === 'changed'));
  const placed = timed.find((entry) => entry.kind === 'placed');
  const last = statusChanges.at(-1);
  const moved = statusChanges.findLast(({ facts }) => facts.what === 'move' && facts.to === 'ChargeBack');
  const dispute = moved ?? (placed?.facts.status === 'ChargeBack' ? placed : last);
  const hasLeft = last && last.facts.to !== 'ChargeBack';
  return hasLeft || !dispute
    ? { disputedAt: null, disputeRecordedAt: null }
    : { disputedAt: dispute.at, disputeRecordedAt: dispute.recordedAt };
}

/** The order's values in the ledger. Null if the order is older than its chain. */
export const recordedFacts = ({ placed, payment }: Pick<PackRecords, 'placed' | 'payment'>) =>
  placed && {
    email: placed.email,
    contactEmailAddress: placed.contactEmail ?? null,
    createdAt: new Date(placed.at),
    landingDomain: placed.landingDomain ?? null,
    amount: payment?.amount ?? placed.amount ?? null,
    currency: payment?.currency ?? placed.currency ?? null,
    paidAt: payment && new Date(payment.at),
    ip: placed.ip ?? null,
    userAgent: placed.userAgent ?? null,
  };

type RecordedFacts = NonNullable<ReturnType<typeof recordedFacts>>;

export type Findings = ReturnType<typeof findingsIn>;

/** Conclusions from the records. Title, sentences, timeline and readiness agree, because all use these findings. */
export function findingsIn({ order, records }: { order: RecordedFacts; records: PackRecords }) {
  const { mails, documents, disputedAt } = records;
  const accesses = records.accesses.filter(({ file }) => !file?.withdrawnAt);
  const sent = mails.filter(
    (mail) => mail.template === 'approval' && mail.sent && !mail.sent.outbox && !mail.sent.lateAt && !mail.withdrawnAt,
  );
  const reported = (wanted: MailRecord['events'][number]['event']) =>
    sent.flatMap((mail) => {
      const { events } = mail;
      return events.flatMap(({ event, ...told }) => (event === wanted ? [{ mail, ...told }] : []));
    });
  const bounced = reported('bounced');
  const delivered = reported('delivered').filter(({ mail }) => bounced.every((one) => one.mail !== mail));
  const opened = reported('opened');
  const inTime = delivered.filter((one) => isInTime(one, records));
  const openedInTime = opened.filter((one) => isInTime(one, records));
  const device = order.userAgent ? known(deviceOf(order.userAgent)) : null;
  const downloads = accesses.filter(({ file }) => file);
  return {
    /** Document emails that a provider accepted, unless the document was withdrawn or the acceptance recorded late. */
    sent,
    delivered: earliest(inTime),
    /** The first delivery reported only after the dispute, if none was reported before it. */
    deliveredLate: inTime.length > 0 ? null : earliest(delivered),
    /** The first bounce. A mail that bounced does not count as delivered. */
    bounced: earliest(bounced),
    /** Whether the document was too large to attach, and so only linked. */
    isLinked: ({ documentId }: MailRecord) =>
      documents.some((document) => document.documentId === documentId && !isAttached(document.size)),
    /** The first open that was reported before the dispute, or null. */
    openedAt: earliest(openedInTime)?.at ?? null,
    /** Whether any open was reported after the dispute. */
    openedLate: opened.length > openedInTime.length,
    /** Views, and downloads of documents that were never withdrawn. */
    accesses,
    downloads,
    completed: downloads.filter(({ file }) => file?.completedAt),
    views: accesses.filter(({ how }) => how !== 'download'),
    document: currentDocument(records),
    device,
    sameIp: order.ip ? accesses.filter(({ ip }) => ip === order.ip).length : 0,
    sameDevice: device ? accesses.filter((access) => isSameDevice(access, device)).length : 0,
    paidAt: order.paidAt ? toTimestamp(order.paidAt) : (records.payment?.at ?? null),
    disputedAt,
  };
}

const earliest = <Dated extends { at: string }>(told: Dated[]): Dated | null =>
  told.toSorted((one, other) => (one.at < other.at ? -1 : 1))[0] ?? null;

const known = (device: Device) => (device.os === 'Unknown' && device.browser.startsWith('Unknown') ? null : device);

/** Compares browser, device and system without their versions, because updates change the versions. */
export const isSameDevice = (one: Device, other: Device) =>
  one.browser === other.browser && withoutVersion(one.os) === withoutVersion(other.os);

const withoutVersion = (os: string) => os.replace(/ [\d.]+( or \d+)?$/, '');

export const isOfCustomer = (
  recipient: string,
  { email, contactEmailAddress }: Pick<RecordedFacts, 'email' | 'contactEmailAddress'>,
) => isCustomerAddress(recipient, [email, contactEmailAddress]);

export const currentDocument = ({ documents }: Pick<PackRecords, 'documents'>): DocumentRecord | null =>
  documents.findLast(({ withdrawnAt }) => withdrawnAt === null) ?? null;

export const isBefore = (at: string | null | undefined, disputedAt: string | null) =>
  Boolean(at && disputedAt && at < disputedAt);
