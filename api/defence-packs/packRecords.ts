import { emptyRefundDetails, type RefundDetails } from 'shared/api/refundDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { orders } from '../db/schema/orders.ts';
import type { FactsByKind, LedgerEntry, LedgerKind } from '../ledger/LedgerEntry.ts';
import {
  type AccessRecord,
  type DocumentRecord,
  type LateRecord,
  type MailRecord,
  type Timestamp,
  type EntryOfKind,
  type RecordedEvent,
  type GetRecordedAt,
  buildAccessRecords,
  getActor,
  sortByTime,
  isInTime,
  isCancelled,
  buildMailRecords,
  entryTimestamp,
  toTimestamp,
} from './deliveryRecords.ts';

export interface RemarkRecord extends LateRecord {
  at: Timestamp;
  by: string | null;
  text: string;
  telephone: boolean;
  whatsapp: boolean;
}

export type PackOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'fullName' | 'email' | 'confirmEmail' | 'contactEmailAddress' | 'createdAt' | 'landingDomain'
> &
  Pick<typeof orders.$inferSelect, 'processingMode' | 'amount' | 'currency' | 'paidAt' | 'declaration'> &
  Pick<typeof orders.$inferSelect, 'transactionId' | 'merchantName'> & {
    status: OrderStatus;
    ip: string | null;
    userAgent: string | null;
  };

export interface PackRecords {
  /** Null if the order is older than its chain. */
  placed: (FactsByKind['placed'] & RecordedEvent) | null;
  payment: (RecordedEvent & { amount: string | null; currency: string | null }) | null;
  mails: MailRecord[];
  cancelled: number;
  documents: DocumentRecord[];
  /** Accesses on the customers' site, and those without a recorded site. */
  accesses: AccessRecord[];
  /** Accesses on the staff site. A pack only counts these, because they are not the customer's. */
  ofStaff: AccessRecord[];
  /** Accesses from before the dispute that were recorded after it. A pack only counts these: they prove nothing. */
  late: AccessRecord[];
  contacts: RemarkRecord[];
  /** The customer's messages. `origin` is null for messages from before it was recorded. */
  written: { at: Timestamp; origin: AccessOrigin | null }[];
  refund: ({ at: Timestamp } & RefundDetails) | null;
  /** When a refund was first requested by a comment or a move to Refunds that was not undone. */
  refundAskedAt: Timestamp | null;
  /** When the order was last moved to Charge Back, or null if it is not in Charge Back. */
  disputedAt: Timestamp | null;
  /** When that move was recorded, or null for a move from before the chain began. */
  disputeRecordedAt: Timestamp | null;
  made: Partial<Record<1 | 2, { at: Timestamp; by: string }>>;
  entries: number;
  begunAt: Timestamp | null;
  /** Entries recorded later than they happened. `at` is when the last was recorded. */
  recordedLate: { count: number; at: Timestamp } | null;
}

export const currentDocument = ({ documents }: Pick<PackRecords, 'documents'>): DocumentRecord | null =>
  documents.findLast(({ withdrawnAt }) => withdrawnAt === null) ?? null;

/** Times are when events happened, not when they were recorded. */
export function packRecords(entries: readonly LedgerEntry[]): PackRecords {
  const of = <Kind extends LedgerKind>(kind: Kind) =>
    entries.filter((entry) => entry.kind === kind) as EntryOfKind<Kind>[];
  const [placed] = of('placed');
  const [paid] = of('paid');
  const [begun] = of('begun');
  const statusChanges = standingIn(of('changed'));
  const dispute = disputeIn(statusChanges, placed);
  const getRecordedAt = ({ seq, at }: LedgerEntry) => (begun && seq <= begun.seq ? null : toTimestamp(at));
  const disputed = dispute && { disputedAt: entryTimestamp(dispute), disputeRecordedAt: getRecordedAt(dispute) };
  const getLateAt = (entry: LedgerEntry) => {
    const told = { at: entryTimestamp(entry), recordedAt: getRecordedAt(entry) };
    return disputed && told.at < disputed.disputedAt && !isInTime(told, disputed) ? told.recordedAt : null;
  };
  const withdrawals = new Map(of('withdrawn').map((entry) => [entry.facts.documentId, entryTimestamp(entry)]));
  const getWithdrawnAt = (documentId: number | null) => withdrawals.get(documentId ?? 0) ?? null;
  const mails = buildMailRecords(of('mailQueued'), of('mailSent'), of('mailEnded'), of('mailEvent'), {
    getRecordedAt,
    getLateAt,
  }).map((mail) => ({ ...mail, withdrawnAt: getWithdrawnAt(mail.documentId) }));
  const accesses = buildAccessRecords(
    of('viewed'),
    { started: of('downloadStarted'), parts: of('downloadPart'), completed: of('downloadCompleted') },
    { getLateAt, getWithdrawnAt },
  );
  const ofCustomers = accesses.filter(({ origin }) => origin !== 'staff');
  return {
    placed: placed ? { ...placed.facts, at: entryTimestamp(placed), recordedAt: getRecordedAt(placed) } : null,
    payment: paymentIn(placed, paid, getRecordedAt),
    mails: mails.filter((mail) => !isCancelled(mail)),
    cancelled: mails.filter(isCancelled).length,
    documents: sortByTime(
      of('document').map((entry) => ({
        ...{ ...entry.facts, at: entryTimestamp(entry), by: getActor(entry) },
        lateAt: getLateAt(entry),
        withdrawnAt: getWithdrawnAt(entry.facts.documentId),
      })),
    ),
    accesses: ofCustomers.filter(({ lateAt }) => lateAt === null),
    late: ofCustomers.filter(({ lateAt }) => lateAt !== null),
    ofStaff: accesses.filter(({ origin }) => origin === 'staff'),
    contacts: sortByTime(
      of('remark').flatMap((entry) => {
        const { text, telephone, whatsapp } = entry.facts;
        const told = { at: entryTimestamp(entry), lateAt: getLateAt(entry), by: getActor(entry) };
        return telephone || whatsapp ? [{ ...told, text, telephone, whatsapp }] : [];
      }),
    ),
    written: of('changed').flatMap((entry) => {
      const { what, origin = null } = entry.facts;
      return what === 'customer' && getLateAt(entry) === null ? [{ at: entryTimestamp(entry), origin }] : [];
    }),
    refund: refundIn(statusChanges, of('corrected')),
    refundAskedAt: refundAskedIn(statusChanges, of('remark')),
    disputedAt: disputed && disputed.disputedAt,
    disputeRecordedAt: disputed && disputed.disputeRecordedAt,
    made: Object.fromEntries(
      of('packMade').map((entry) => [entry.facts.pack, { at: entry.at, by: getActor(entry) ?? 'Arrival Desk' }]),
    ),
    entries: entries.at(-1)?.seq ?? 0,
    begunAt: begun ? toTimestamp(begun.at) : null,
    recordedLate: findLateEntries(begun ? entries.filter(({ seq }) => seq > begun.seq) : entries),
  };
}

/** Kinds whose time comes from the intake or a mail provider. They never count as late. */
const datedByOthers: readonly LedgerKind[] = ['placed', 'paid', 'mailEvent'];

function findLateEntries(entries: readonly LedgerEntry[]): PackRecords['recordedLate'] {
  const late = entries.filter(
    (entry) => !datedByOthers.includes(entry.kind) && entryTimestamp(entry) < toTimestamp(entry.at),
  );
  const last = late.at(-1);
  return last ? { count: late.length, at: toTimestamp(last.at) } : null;
}

function paymentIn(
  placed: EntryOfKind<'placed'> | undefined,
  paid: EntryOfKind<'paid'> | undefined,
  getRecordedAt: GetRecordedAt,
): PackRecords['payment'] {
  if (placed?.facts.paidAt)
    return { at: toTimestamp(placed.facts.paidAt), recordedAt: getRecordedAt(placed), ...sumOf(placed) };
  return paid ? { at: entryTimestamp(paid), recordedAt: getRecordedAt(paid), ...sumOf(paid) } : null;
}

const sumOf = ({ facts: { amount, currency } }: EntryOfKind<'placed'> | EntryOfKind<'paid'>) => ({
  amount: amount ?? null,
  currency: currency ?? null,
});

const isStatus = ({ facts }: EntryOfKind<'changed'>, status: OrderStatus) => facts.to === status;

/** Status changes that are not undone. An Undo reverts the newest change that is still in effect. */
function standingIn(changes: EntryOfKind<'changed'>[]): EntryOfKind<'changed'>[] {
  const standing: EntryOfKind<'changed'>[] = [];
  for (const entry of changes) {
    if (entry.facts.field !== 'process_status') continue;
    if (entry.facts.what === 'undo') standing.pop();
    else standing.push(entry);
  }
  return standing;
}

function refundIn(
  statusChanges: EntryOfKind<'changed'>[],
  corrections: EntryOfKind<'corrected'>[],
): PackRecords['refund'] {
  const refund = statusChanges.find(({ facts }) => facts.what === 'refund');
  if (!refund) return null;
  const entered = corrections.findLast(({ seq, facts }) => seq <= refund.seq && facts.changes['refund']);
  const details = entered?.facts.changes['refund']?.to;
  return { at: entryTimestamp(refund), ...emptyRefundDetails, ...(details && (JSON.parse(details) as RefundDetails)) };
}

function refundAskedIn(statusChanges: EntryOfKind<'changed'>[], remarks: EntryOfKind<'remark'>[]): Timestamp | null {
  const asked = [
    ...statusChanges.filter((entry) => isStatus(entry, 'Refunds')),
    ...remarks.filter(({ facts }) => facts.refund),
  ];
  return asked.map(entryTimestamp).sort()[0] ?? null;
}

/** Null if the order has left Charge Back. A restored order keeps its former dispute. */
function disputeIn(
  statusChanges: EntryOfKind<'changed'>[],
  placed: EntryOfKind<'placed'> | undefined,
): LedgerEntry | null {
  const last = statusChanges.at(-1);
  if (last && !isStatus(last, 'ChargeBack')) return null;
  const moved = statusChanges.findLast((entry) => entry.facts.what === 'move' && isStatus(entry, 'ChargeBack'));
  return moved ?? (placed?.facts.status === 'ChargeBack' ? placed : (last ?? null));
}

type ArrivalRecords = Pick<PackRecords, 'payment'> & { placed: NonNullable<PackRecords['placed']> };

export const recordedFacts = ({ placed, payment }: ArrivalRecords) => ({
  email: placed.email,
  contactEmailAddress: placed.contactEmail ?? null,
  createdAt: new Date(placed.at),
  landingDomain: placed.landingDomain ?? null,
  amount: payment?.amount ?? placed.amount ?? null,
  currency: payment?.currency ?? placed.currency ?? null,
  paidAt: payment && new Date(payment.at),
  ip: placed.ip ?? null,
  userAgent: placed.userAgent ?? null,
});

/** Replaces email, payment, IP address and browser by the recorded ones, because the order's row can be changed. */
export function asRecorded(order: PackOrder, { placed, payment }: Pick<PackRecords, 'placed' | 'payment'>): PackOrder {
  return placed ? { ...order, ...recordedFacts({ placed, payment }) } : order;
}
