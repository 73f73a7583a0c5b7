import { noRefundDetails, type RefundDetails } from 'shared/api/refundDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { FactsByKind, LedgerEntry, LedgerKind } from '../ledger/LedgerEntry.ts';
import type { PackOrder } from './packSources.ts';
import { momentText } from './packText.ts';
import {
  type AccessRecord,
  type Late,
  type MailRecord,
  type Moment,
  type Of,
  type Recorded,
  type RecordedAtOf,
  accessesOf,
  byOf,
  inTime,
  isInTime,
  isTakenBack,
  mailsOf,
  momentOf,
} from './deliveryRecords.ts';

export interface RemarkRecord extends Late {
  at: Moment;
  by: string | null;
  text: string;
  telephone: boolean;
  whatsapp: boolean;
}

export interface DocumentRecord extends Late {
  documentId: number;
  at: Moment;
  by: string | null;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  /** Null: it was never withdrawn. */
  withdrawnAt: Moment | null;
}

/** What an order's ledger holds of what a dispute is about. Lists are oldest first. */
export interface PackRecords {
  /** Null: the order came before its chain began, and nothing is told of how. */
  placed: (FactsByKind['placed'] & Recorded) | null;
  /** With the order, or after it; null: no payment is recorded. */
  payment: (Recorded & { amount: string | null; currency: string | null }) | null;
  mails: MailRecord[];
  /** How many e-mails were taken back before they went. They are not among `mails`. */
  takenBack: number;
  documents: DocumentRecord[];
  /** On the customers' own site, and those of which it was not recorded on whose. */
  accesses: AccessRecord[];
  /** Those on the staff's site, of which a pack says how many there are and nothing else: they are not the customer's. */
  ofStaff: AccessRecord[];
  /** Those that were written down only after the dispute as of before it: a pack says as much of them, for they prove nothing. */
  late: AccessRecord[];
  /** Calls and WhatsApp messages. */
  contacts: RemarkRecord[];
  /** The messages of the customer's page: when each was sent, and on whose site; null: that was not recorded then. */
  written: { at: Moment; origin: AccessOrigin | null }[];
  /** The first "Refunded it", with the details entered by then; null: nothing was refunded. */
  refund: ({ at: Moment } & RefundDetails) | null;
  /** When a refund was first asked for, by a comment's tick or a move to Refunds that stands; null: never. */
  refundAskedAt: Moment | null;
  /** When it came to Charge Back last; null: it is not there. */
  disputedAt: Moment | null;
  /** When that was written down; null: it is not there, or it came there before the chain began. */
  disputeRecordedAt: Moment | null;
  /** By pack, when it was made last. */
  made: Partial<Record<1 | 2, { at: Moment; by: string }>>;
  /** How many entries there are. */
  entries: number;
  /** When the chain began, of an order that was there before it; null: it began with the order. */
  begunAt: Moment | null;
  /** Entries that say of themselves that they were written down later than what they tell of; `at`: when the last was. */
  datedBack: { count: number; at: Moment } | null;
}

/** Returns the newest document that was not withdrawn. */
export const standingDocument = ({ documents }: Pick<PackRecords, 'documents'>): DocumentRecord | null =>
  documents.findLast(({ withdrawnAt }) => withdrawnAt === null) ?? null;

/** Reads an order's ledger. Whatever happened stands at its own moment, not at that of its entry. */
export function packRecords(entries: readonly LedgerEntry[]): PackRecords {
  const of = <Kind extends LedgerKind>(kind: Kind) => entries.filter((entry) => entry.kind === kind) as Of<Kind>[];
  const [placed] = of('placed');
  const [paid] = of('paid');
  const [begun] = of('begun');
  const statusChanges = standingIn(of('changed'));
  const dispute = disputeIn(statusChanges, placed);
  const recordedAtOf = ({ seq, at }: LedgerEntry) => (begun && seq <= begun.seq ? null : momentText(at));
  const disputed = dispute && { disputedAt: momentOf(dispute), disputeRecordedAt: recordedAtOf(dispute) };
  const lateAtOf = (entry: LedgerEntry) => {
    const told = { at: momentOf(entry), recordedAt: recordedAtOf(entry) };
    return disputed && told.at < disputed.disputedAt && !isInTime(told, disputed) ? told.recordedAt : null;
  };
  const withdrawals = new Map(of('withdrawn').map((entry) => [entry.facts.documentId, momentOf(entry)]));
  const withdrawnAtOf = (documentId: number | null) => withdrawals.get(documentId ?? 0) ?? null;
  const mails = mailsOf(of('mailQueued'), of('mailSent'), of('mailEnded'), of('mailEvent'), {
    recordedAtOf,
    lateAtOf,
  }).map((mail) => ({ ...mail, withdrawnAt: withdrawnAtOf(mail.documentId) }));
  const accesses = accessesOf(
    of('viewed'),
    { started: of('downloadStarted'), parts: of('downloadPart'), completed: of('downloadCompleted') },
    { lateAtOf, withdrawnAtOf },
  );
  const ofCustomers = accesses.filter(({ origin }) => origin !== 'staff');
  return {
    placed: placed ? { ...placed.facts, at: momentOf(placed), recordedAt: recordedAtOf(placed) } : null,
    payment: paymentIn(placed, paid, recordedAtOf),
    mails: mails.filter((mail) => !isTakenBack(mail)),
    takenBack: mails.filter(isTakenBack).length,
    documents: inTime(
      of('document').map((entry) => ({
        ...{ ...entry.facts, at: momentOf(entry), by: byOf(entry) },
        lateAt: lateAtOf(entry),
        withdrawnAt: withdrawnAtOf(entry.facts.documentId),
      })),
    ),
    accesses: ofCustomers.filter(({ lateAt }) => lateAt === null),
    late: ofCustomers.filter(({ lateAt }) => lateAt !== null),
    ofStaff: accesses.filter(({ origin }) => origin === 'staff'),
    contacts: inTime(
      of('remark').flatMap((entry) => {
        const { text, telephone, whatsapp } = entry.facts;
        const told = { at: momentOf(entry), lateAt: lateAtOf(entry), by: byOf(entry) };
        return telephone || whatsapp ? [{ ...told, text, telephone, whatsapp }] : [];
      }),
    ),
    written: of('changed').flatMap((entry) => {
      const { what, origin = null } = entry.facts;
      return what === 'customer' && lateAtOf(entry) === null ? [{ at: momentOf(entry), origin }] : [];
    }),
    refund: refundIn(statusChanges, of('corrected')),
    refundAskedAt: refundAskedIn(statusChanges, of('remark')),
    disputedAt: disputed && disputed.disputedAt,
    disputeRecordedAt: disputed && disputed.disputeRecordedAt,
    made: Object.fromEntries(
      of('packMade').map((entry) => [entry.facts.pack, { at: entry.at, by: byOf(entry) ?? 'Arrival Desk' }]),
    ),
    entries: entries.at(-1)?.seq ?? 0,
    begunAt: begun ? momentText(begun.at) : null,
    datedBack: datedBackIn(begun ? entries.filter(({ seq }) => seq > begun.seq) : entries),
  };
}

/**
 * Of these others say when they happened: the intake, a mail provider. Where they stand in a pack, it says when they were
 * written down. All else is written down as it happens.
 */
const datedByOthers: readonly LedgerKind[] = ['placed', 'paid', 'mailEvent'];

function datedBackIn(entries: readonly LedgerEntry[]): PackRecords['datedBack'] {
  const late = entries.filter((entry) => !datedByOthers.includes(entry.kind) && momentOf(entry) < momentText(entry.at));
  const last = late.at(-1);
  return last ? { count: late.length, at: momentText(last.at) } : null;
}

function paymentIn(
  placed: Of<'placed'> | undefined,
  paid: Of<'paid'> | undefined,
  recordedAtOf: RecordedAtOf,
): PackRecords['payment'] {
  if (placed?.facts.paidAt)
    return { at: momentText(placed.facts.paidAt), recordedAt: recordedAtOf(placed), ...sumOf(placed) };
  return paid ? { at: momentOf(paid), recordedAt: recordedAtOf(paid), ...sumOf(paid) } : null;
}

const sumOf = ({ facts: { amount, currency } }: Of<'placed'> | Of<'paid'>) => ({
  amount: amount ?? null,
  currency: currency ?? null,
});

const isStatus = ({ facts }: Of<'changed'>, status: OrderStatus) => facts.to === status;

/** The changes of status that no Undo has taken back. An Undo takes back the newest that is left, as nothing may lie between. */
function standingIn(changes: Of<'changed'>[]): Of<'changed'>[] {
  const standing: Of<'changed'>[] = [];
  for (const entry of changes) {
    if (entry.facts.field !== 'process_status') continue;
    if (entry.facts.what === 'undo') standing.pop();
    else standing.push(entry);
  }
  return standing;
}

function refundIn(statusChanges: Of<'changed'>[], corrections: Of<'corrected'>[]): PackRecords['refund'] {
  const refund = statusChanges.find(({ facts }) => facts.what === 'refund');
  if (!refund) return null;
  const entered = corrections.findLast(({ seq, facts }) => seq <= refund.seq && facts.changes['refund']);
  const details = entered?.facts.changes['refund']?.to;
  return { at: momentOf(refund), ...noRefundDetails, ...(details && (JSON.parse(details) as RefundDetails)) };
}

function refundAskedIn(statusChanges: Of<'changed'>[], remarks: Of<'remark'>[]): Moment | null {
  const asked = [
    ...statusChanges.filter((entry) => isStatus(entry, 'Refunds')),
    ...remarks.filter(({ facts }) => facts.refund),
  ];
  return asked.map(momentOf).sort()[0] ?? null;
}

/** Null once it was moved away from there again. A restored order has its former dispute, not a new one. */
function disputeIn(statusChanges: Of<'changed'>[], placed: Of<'placed'> | undefined): LedgerEntry | null {
  const last = statusChanges.at(-1);
  if (last && !isStatus(last, 'ChargeBack')) return null;
  const moved = statusChanges.findLast((entry) => entry.facts.what === 'move' && isStatus(entry, 'ChargeBack'));
  return moved ?? (placed?.facts.status === 'ChargeBack' ? placed : (last ?? null));
}

type Told = Pick<PackRecords, 'payment'> & { placed: NonNullable<PackRecords['placed']> };

/** The order's arrival and payment, from its history. */
export const recordedFacts = ({ placed, payment }: Told) => ({
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

/**
 * The order with what its history says of it in place of what its row says by now: the row can be changed, and e-mail,
 * payment, IP address and browser are evidence.
 */
export function asRecorded(order: PackOrder, { placed, payment }: Pick<PackRecords, 'placed' | 'payment'>): PackOrder {
  return placed ? { ...order, ...recordedFacts({ placed, payment }) } : order;
}
