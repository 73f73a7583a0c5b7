/** The emails and accesses in an order's ledger, each at the time it happened. */
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { inOutbox } from 'shared/rules/outbox';
import {
  type FactsByKind,
  type LedgerEntry,
  type LedgerKind,
  momentOf as ledgerMomentOf,
} from '../ledger/LedgerEntry.ts';
import type { DocumentRecord, PackRecords } from './packRecords.ts';
import { momentText } from './packText.ts';

export type Of<Kind extends LedgerKind> = Extract<LedgerEntry, { kind: Kind }>;

/** As `momentText` writes it. */
export type Moment = string;

/** Of what others date. */
export interface Recorded {
  /** When it happened, as they say. */
  at: Moment;
  /** When it was written down, by the database's clock; null: before the chain began, so that nobody knows. */
  recordedAt: Moment | null;
}

/** Events that the product records as they happen. */
export interface Late {
  /** When it was written down, of what tells of a moment before the dispute and was not there then; null: it was in time. */
  lateAt: Moment | null;
}

/**
 * Whether something counts as of before the dispute: it tells of a moment before it, and was also written down before that
 * was. The moment that it tells of is anybody's word, when it was written down is the database's. Without a dispute all does.
 */
export const isInTime = (
  { at, recordedAt }: Recorded,
  { disputedAt, disputeRecordedAt }: Pick<PackRecords, 'disputedAt' | 'disputeRecordedAt'>,
) => !disputedAt || (at < disputedAt && (recordedAt ?? at) < (disputeRecordedAt ?? disputedAt));

export const momentOf = (entry: LedgerEntry): Moment => momentText(ledgerMomentOf(entry));

export type RecordedAtOf = (entry: LedgerEntry) => Moment | null;

export type LateAtOf = (entry: LedgerEntry) => Moment | null;

export const byOf = ({ facts }: { facts: { by?: string } }) => facts.by ?? null;

export const inTime = <Row extends { at: Moment }>(rows: Row[]) =>
  rows.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

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
  /** Null if the product sent it on its own. */
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
  /** The provider's reports, oldest first. */
  events: MailEventRecord[];
}

export interface MailEventRecord extends Recorded {
  event: FactsByKind['mailEvent']['event'];
  reason: string | null;
}

type MailNamed = Pick<FactsByKind['mailEvent'], 'mailId' | 'template' | 'recipient' | 'provider'>;

export function mailsOf(
  queued: Of<'mailQueued'>[],
  sent: Of<'mailSent'>[],
  ended: Of<'mailEnded'>[],
  events: Of<'mailEvent'>[],
  { recordedAtOf, lateAtOf }: { recordedAtOf: RecordedAtOf; lateAtOf: LateAtOf },
): MailRecord[] {
  const mails = new Map<number, MailRecord>();
  /** A mail's outcome counts even without its request, because an order may be older than its chain. */
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

export const isTakenBack = ({ sent, ended }: MailRecord) => !sent && ended?.state === 'cancelled';

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

interface Downloads {
  started: Of<'downloadStarted'>[];
  parts: Of<'downloadPart'>[];
  completed: Of<'downloadCompleted'>[];
}

export function accessesOf(
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
