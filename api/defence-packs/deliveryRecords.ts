import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { outboxReason } from 'shared/rules/outbox';
import {
  type FactsByKind,
  type LedgerEntry,
  type LedgerKind,
  happenedAt as ledgerMomentOf,
} from '../ledger/LedgerEntry.ts';

export type EntryOfKind<Kind extends LedgerKind> = Extract<LedgerEntry, { kind: Kind }>;

/** Formats a time as ISO 8601 in UTC with microseconds, so that texts sort by time. */
export function toTimestamp(at: string | Date): string {
  const iso = typeof at === 'string' ? at : at.toISOString();
  const [, whole = iso, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return `${whole}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

/** A text in the format of `toTimestamp`. */
export type Timestamp = string;

/** An event with a time from outside, such as a provider's report. */
export interface RecordedEvent {
  /** When the event happened, according to that source. */
  at: Timestamp;
  /** When the database recorded it, or null for events from before the chain began. */
  recordedAt: Timestamp | null;
}

export interface LateRecord {
  /** When the event was recorded, if it happened before the dispute but was recorded after; otherwise null. */
  lateAt: Timestamp | null;
}

export const isInTime = (
  { at, recordedAt }: RecordedEvent,
  { disputedAt, disputeRecordedAt }: Record<'disputedAt' | 'disputeRecordedAt', Timestamp | null>,
) => !disputedAt || (at < disputedAt && (recordedAt ?? at) < (disputeRecordedAt ?? disputedAt));

export const entryTimestamp = (entry: LedgerEntry): Timestamp => toTimestamp(ledgerMomentOf(entry));

export type GetRecordedAt = (entry: LedgerEntry) => Timestamp | null;

type GetLateAt = (entry: LedgerEntry) => Timestamp | null;

export const getActor = ({ facts }: { facts: { by?: string } }) => facts.by ?? null;

export const sortByTime = <Row extends { at: Timestamp }>(rows: Row[]) =>
  rows.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

export interface MailRecord {
  mailId: number;
  template: FactsByKind['mailQueued']['template'];
  subject: string | null;
  recipient: string;
  provider: FactsByKind['mailQueued']['provider'];
  askedAt: Timestamp | null;
  /** The `lateAt` of the request to send the mail. */
  askedLateAt: Timestamp | null;
  askedBy: string | null;
  /** The attached document, or null if there was none or if the ledger does not say. */
  documentId: number | null;
  withdrawnAt: Timestamp | null;
  /** The order's previous mail of this template, if this is a resend. */
  previous: FactsByKind['mailQueued']['previous'] | null;
  /** Null if never sent. `outbox`: written to the outbox instead of sent. */
  sent: ({ at: Timestamp; messageId: string | null; outbox: boolean } & LateRecord) | null;
  ended: { at: Timestamp; state: FactsByKind['mailEnded']['state']; reason: string | null } | null;
  events: MailEventRecord[];
}

export interface MailEventRecord extends RecordedEvent {
  event: FactsByKind['mailEvent']['event'];
  reason: string | null;
}

type MailIdentity = Pick<FactsByKind['mailEvent'], 'mailId' | 'template' | 'recipient' | 'provider'>;

export function buildMailRecords(
  queued: EntryOfKind<'mailQueued'>[],
  sent: EntryOfKind<'mailSent'>[],
  ended: EntryOfKind<'mailEnded'>[],
  events: EntryOfKind<'mailEvent'>[],
  { getRecordedAt, getLateAt }: { getRecordedAt: GetRecordedAt; getLateAt: GetLateAt },
): MailRecord[] {
  const mails = new Map<number, MailRecord>();
  const getRecord = ({ mailId, template, recipient, provider }: MailIdentity) => {
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
    const record = getRecord(entry.facts);
    const asked = { askedAt: entryTimestamp(entry), askedLateAt: getLateAt(entry), askedBy: getActor(entry) };
    Object.assign(record, { ...asked, subject, documentId, previous });
  }
  for (const entry of sent) {
    const { messageId = null, reason, subject, recipient } = entry.facts;
    const record = getRecord(entry.facts);
    const at = entryTimestamp(entry);
    const lateAt = getLateAt(entry);
    Object.assign(record, { recipient, sent: { at, lateAt, messageId, outbox: reason === outboxReason } });
    record.subject ??= subject ?? null;
  }
  for (const entry of ended) {
    const { state, reason = null } = entry.facts;
    getRecord(entry.facts).ended = { at: entryTimestamp(entry), state, reason };
  }
  for (const entry of events) {
    const { event, reason = null } = entry.facts;
    getRecord(entry.facts).events.push({ event, at: entryTimestamp(entry), recordedAt: getRecordedAt(entry), reason });
  }
  const all = [...mails.values()].sort((one, other) => one.mailId - other.mailId);
  for (const { events: told } of all) sortByTime(told);
  return all;
}

export const isCancelled = ({ sent, ended }: MailRecord) => !sent && ended?.state === 'cancelled';

export interface DocumentRecord extends LateRecord {
  documentId: number;
  at: Timestamp;
  by: string | null;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  withdrawnAt: Timestamp | null;
}

/** Somebody with the order's id and email looked at its page or downloaded its document. */
export interface AccessRecord extends LateRecord {
  at: Timestamp;
  how: 'tracked' | 'opened' | 'download';
  /** The site, or null for an access from before sites were recorded. */
  origin: AccessOrigin | null;
  ip: string;
  browser: string;
  os: string;
  timezone: string | null;
  /** For a download. If `completedAt` is null, only `bytes` were sent. `withdrawnAt` is the document's. */
  file:
    | (Pick<DocumentRecord, 'name' | 'size' | 'sha256' | 'withdrawnAt'> & {
        bytes: number;
        completedAt: Timestamp | null;
      })
    | null;
}

interface Downloads {
  started: EntryOfKind<'downloadStarted'>[];
  parts: EntryOfKind<'downloadPart'>[];
  completed: EntryOfKind<'downloadCompleted'>[];
}

export function buildAccessRecords(
  views: EntryOfKind<'viewed'>[],
  { started, parts, completed }: Downloads,
  { getLateAt, getWithdrawnAt }: { getLateAt: GetLateAt; getWithdrawnAt: (documentId: number) => Timestamp | null },
): AccessRecord[] {
  const sent = new Map(
    parts.filter((entry) => getLateAt(entry) === null).map(({ facts }) => [facts.downloadId, facts.bytes]),
  );
  const ends = new Map(completed.map((entry) => [entry.facts.downloadId, entry]));
  const begun = new Set(started.map(({ facts }) => facts.downloadId));
  // A download without a recorded start is listed by its completion.
  const downloads = [...started, ...completed.filter(({ facts }) => !begun.has(facts.downloadId))];
  return sortByTime([
    ...views.map((entry): AccessRecord => ({
      ...getDevice(entry),
      ...{ at: entryTimestamp(entry), lateAt: getLateAt(entry) },
      how: entry.facts.how,
      file: null,
    })),
    ...downloads.map((entry): AccessRecord => {
      const { name, size, sha256, downloadId, documentId } = entry.facts;
      const end = ends.get(downloadId);
      // A completion that was recorded after the dispute must not make the start count as late.
      const completedAt = end && (end === entry || getLateAt(end) === null) ? entryTimestamp(end) : null;
      const bytes = completedAt ? size : (sent.get(downloadId) ?? 0);
      const file = { name, size, sha256, bytes, completedAt, withdrawnAt: getWithdrawnAt(documentId) };
      return { ...getDevice(entry), at: entryTimestamp(entry), lateAt: getLateAt(entry), how: 'download', file };
    }),
  ]);
}

const getDevice = ({
  facts: { ip, browser, os, timezone, origin },
}: EntryOfKind<'viewed'> | EntryOfKind<'downloadStarted'> | EntryOfKind<'downloadCompleted'>) => ({
  ...{ ip, browser, os, timezone: timezone ?? null, origin: origin ?? null },
});
