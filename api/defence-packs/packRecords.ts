import { noRefundDetails, type RefundDetails } from 'shared/api/refundDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { inOutbox } from 'shared/rules/outbox';
import {
  type FactsByKind,
  type LedgerEntry,
  type LedgerKind,
  momentOf as ledgerMomentOf,
} from '../ledger/LedgerEntry.ts';
import { momentText } from './momentText.ts';

type Of<Kind extends LedgerKind> = Extract<LedgerEntry, { kind: Kind }>;

/** As `momentText` writes it. */
type Moment = string;

/** All that is recorded of one mail, in the order in which it happened. */
export interface MailRecord {
  mailId: number;
  template: FactsByKind['mailQueued']['template'];
  subject: string | null;
  recipient: string;
  provider: FactsByKind['mailQueued']['provider'];
  askedAt: Moment | null;
  /** When the asking was written down, if only after the dispute, as of before it. */
  askedLateAt: Moment | null;
  /** Null: it was sent by itself. */
  askedBy: string | null;
  /** The document that went along; null: none, or not known. */
  documentId: number | null;
  /** When that document was withdrawn; null: never. */
  withdrawnAt: Moment | null;
  /** The order's mail of this template before it: it was sent again. */
  previous: FactsByKind['mailQueued']['previous'] | null;
  /** Null: it never left. `outbox`: it was only written down. */
  sent: ({ at: Moment; messageId: string | null; outbox: boolean } & Late) | null;
  /** It did not go, or nobody knows whether it did, or it was taken back. */
  ended: { at: Moment; state: FactsByKind['mailEnded']['state']; reason: string | null } | null;
  /** What the provider reported, oldest first. */
  events: MailEventRecord[];
}

export interface MailEventRecord extends Recorded {
  event: FactsByKind['mailEvent']['event'];
  reason: string | null;
}

/** Of what others date. */
interface Recorded {
  /** When it happened, as they say. */
  at: Moment;
  /** When it was written down, by the database's clock; null: before the chain began, so that nobody knows. */
  recordedAt: Moment | null;
}

/** What the product writes down as it happens. */
interface Late {
  /** When it was written down, of what tells of a moment before the dispute and was not there then; null: it was in time. */
  lateAt: Moment | null;
}

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

/** One time that somebody was there with the order's id and e-mail: on the page of the order, or for the document. */
export interface AccessRecord extends Late {
  at: Moment;
  how: 'tracked' | 'opened' | 'download';
  /** On whose site; null: that was not recorded then. */
  origin: AccessOrigin | null;
  ip: string;
  browser: string;
  os: string;
  timezone: string | null;
  /**
   * Of a download. `completedAt` null: not all bytes were fetched; `bytes`: so many were, as far as is recorded.
   * `withdrawnAt`: when the document was withdrawn; null: never.
   */
  file:
    | (Pick<DocumentRecord, 'name' | 'size' | 'sha256' | 'withdrawnAt'> & { bytes: number; completedAt: Moment | null })
    | null;
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
 * Whether something counts as of before the dispute: it tells of a moment before it, and was also written down before that
 * was. The moment that it tells of is anybody's word, when it was written down is the database's. Without a dispute all does.
 */
export const isInTime = (
  { at, recordedAt }: Recorded,
  { disputedAt, disputeRecordedAt }: Pick<PackRecords, 'disputedAt' | 'disputeRecordedAt'>,
) => !disputedAt || (at < disputedAt && (recordedAt ?? at) < (disputeRecordedAt ?? disputedAt));

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

const momentOf = (entry: LedgerEntry): Moment => momentText(ledgerMomentOf(entry));

type RecordedAtOf = (entry: LedgerEntry) => Moment | null;
type LateAtOf = (entry: LedgerEntry) => Moment | null;

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

const byOf = ({ facts }: { facts: { by?: string } }) => facts.by ?? null;

const inTime = <Row extends { at: Moment }>(rows: Row[]) =>
  rows.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

type MailNamed = Pick<FactsByKind['mailEvent'], 'mailId' | 'template' | 'recipient' | 'provider'>;

function mailsOf(
  queued: Of<'mailQueued'>[],
  sent: Of<'mailSent'>[],
  ended: Of<'mailEnded'>[],
  events: Of<'mailEvent'>[],
  { recordedAtOf, lateAtOf }: { recordedAtOf: RecordedAtOf; lateAtOf: LateAtOf },
): MailRecord[] {
  const mails = new Map<number, MailRecord>();
  /** What came of a mail is told also where the asking is not: an order may be older than its chain. */
  const recordOf = ({ mailId, template, recipient, provider }: MailNamed) => {
    const known = mails.get(mailId) ?? {
      ...{ mailId, template, recipient, provider, subject: null, askedAt: null, askedBy: null, documentId: null },
      ...{ askedLateAt: null },
      ...{ withdrawnAt: null, previous: null, sent: null, ended: null, events: [] },
    };
    mails.set(mailId, known);
    return known;
  };
  for (const entry of queued) {
    const { subject = null, documentId = null, previous = null } = entry.facts;
    const record = recordOf(entry.facts);
    const asked = { askedAt: momentOf(entry), askedLateAt: lateAtOf(entry), askedBy: byOf(entry) };
    Object.assign(record, { ...asked, subject, documentId, previous });
  }
  for (const entry of sent) {
    const { messageId = null, reason, subject, recipient } = entry.facts;
    const record = recordOf(entry.facts);
    const at = momentOf(entry);
    const lateAt = lateAtOf(entry);
    Object.assign(record, { recipient, sent: { at, lateAt, messageId, outbox: reason === inOutbox } });
    record.subject ??= subject ?? null;
  }
  for (const entry of ended) {
    const { state, reason = null } = entry.facts;
    recordOf(entry.facts).ended = { at: momentOf(entry), state, reason };
  }
  for (const entry of events) {
    const { event, reason = null } = entry.facts;
    recordOf(entry.facts).events.push({ event, at: momentOf(entry), recordedAt: recordedAtOf(entry), reason });
  }
  const all = [...mails.values()].sort((one, other) => one.mailId - other.mailId);
  for (const { events: told } of all) inTime(told);
  return all;
}

interface Downloads {
  started: Of<'downloadStarted'>[];
  parts: Of<'downloadPart'>[];
  completed: Of<'downloadCompleted'>[];
}

function accessesOf(
  views: Of<'viewed'>[],
  { started, parts, completed }: Downloads,
  { lateAtOf, withdrawnAtOf }: { lateAtOf: LateAtOf; withdrawnAtOf: (documentId: number) => Moment | null },
): AccessRecord[] {
  const sent = new Map(
    parts.filter((entry) => lateAtOf(entry) === null).map(({ facts }) => [facts.downloadId, facts.bytes]),
  );
  const ends = new Map(completed.map((entry) => [entry.facts.downloadId, entry]));
  const begun = new Set(started.map(({ facts }) => facts.downloadId));
  // One whose beginning is not told is told by its end.
  const downloads = [...started, ...completed.filter(({ facts }) => !begun.has(facts.downloadId))];
  return inTime([
    ...views.map((entry): AccessRecord => ({
      ...deviceOf(entry),
      ...{ at: momentOf(entry), lateAt: lateAtOf(entry) },
      how: entry.facts.how,
      file: null,
    })),
    ...downloads.map((entry): AccessRecord => {
      const { name, size, sha256, downloadId, documentId } = entry.facts;
      const end = ends.get(downloadId);
      // An end that was written down too late takes nothing from its beginning.
      const completedAt = end && (end === entry || lateAtOf(end) === null) ? momentOf(end) : null;
      const bytes = completedAt ? size : (sent.get(downloadId) ?? 0);
      const file = { name, size, sha256, bytes, completedAt, withdrawnAt: withdrawnAtOf(documentId) };
      return { ...deviceOf(entry), at: momentOf(entry), lateAt: lateAtOf(entry), how: 'download', file };
    }),
  ]);
}

const deviceOf = ({
  facts: { ip, browser, os, timezone, origin },
}: Of<'viewed'> | Of<'downloadStarted'> | Of<'downloadCompleted'>) => ({
  ...{ ip, browser, os, timezone: timezone ?? null, origin: origin ?? null },
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

const isTakenBack = ({ sent, ended }: MailRecord) => !sent && ended?.state === 'cancelled';

/** Null once it was moved away from there again. A restored order has its former dispute, not a new one. */
function disputeIn(statusChanges: Of<'changed'>[], placed: Of<'placed'> | undefined): LedgerEntry | null {
  const last = statusChanges.at(-1);
  if (last && !isStatus(last, 'ChargeBack')) return null;
  const moved = statusChanges.findLast((entry) => entry.facts.what === 'move' && isStatus(entry, 'ChargeBack'));
  return moved ?? (placed?.facts.status === 'ChargeBack' ? placed : (last ?? null));
}
