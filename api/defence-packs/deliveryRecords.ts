import { outboxReason } from 'shared/rules/outbox';
import type { FactsByKind, LedgerKind } from '../ledger/LedgerEntry.ts';

/** Formats a time as ISO 8601 in UTC with microseconds, so that texts sort by time. */
export function toTimestamp(at: string | Date): string {
  const iso = typeof at === 'string' ? at : at.toISOString();
  const [, whole = iso, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return `${whole}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

/** A text in the format of `toTimestamp`. */
export type Timestamp = string;

/** An event that may have happened before it was recorded, such as one that a provider reported. */
export interface RecordedEvent {
  /** When the event happened, according to its source. */
  at: Timestamp;
  /** When the database recorded it, or null for events from before the chain began. */
  recordedAt: Timestamp | null;
}

export interface LateRecord {
  /** When the event was recorded, if it happened before the dispute but was recorded after it; otherwise null. */
  lateAt: Timestamp | null;
}

export interface DatedEntry<Kind extends LedgerKind> extends RecordedEvent, LateRecord {
  seq: number;
  kind: Kind;
  facts: FactsByKind[Kind];
}

type EntriesOf = <Kind extends LedgerKind>(kind: Kind) => DatedEntry<Kind>[];

type WithdrawnAt = (documentId: number | null) => Timestamp | null;

export const isInTime = (
  { at, recordedAt }: RecordedEvent,
  { disputedAt, disputeRecordedAt }: Record<'disputedAt' | 'disputeRecordedAt', Timestamp | null>,
) => !disputedAt || (at < disputedAt && (recordedAt ?? at) < (disputeRecordedAt ?? disputedAt));

export const sortByTime = <Row extends { at: Timestamp }>(rows: Row[]) =>
  rows.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

export type MailRecord = ReturnType<typeof mailRecord>;

type MailEntry = DatedEntry<'mailQueued'> | DatedEntry<'mailSent'> | DatedEntry<'mailEnded'> | DatedEntry<'mailEvent'>;

export function buildMailRecords(entriesOf: EntriesOf, getWithdrawnAt: WithdrawnAt) {
  const entries: MailEntry[] = [
    ...entriesOf('mailQueued'),
    ...entriesOf('mailSent'),
    ...entriesOf('mailEnded'),
    ...entriesOf('mailEvent'),
  ];
  return [...Map.groupBy(entries, ({ facts }) => facts.mailId).values()]
    .map((ofMail) => mailRecord(ofMail, getWithdrawnAt))
    .sort((one, other) => one.mailId - other.mailId);
}

function mailRecord(entries: readonly MailEntry[], getWithdrawnAt: WithdrawnAt) {
  const { mailId, template, recipient, provider } = entries[0]!.facts;
  const queued = entries.findLast((entry) => entry.kind === 'mailQueued');
  const sent = entries.findLast((entry) => entry.kind === 'mailSent');
  const ended = entries.findLast((entry) => entry.kind === 'mailEnded');
  const events = entries.filter((entry) => entry.kind === 'mailEvent');
  const { subject = sent?.facts.subject ?? null, documentId = null, previous = null, by = null } = queued?.facts ?? {};
  return {
    mailId,
    template,
    provider,
    recipient: sent?.facts.recipient ?? recipient,
    subject,
    /** The mail's document, or null if there was none or if the ledger does not say. */
    documentId,
    /** The order's previous mail of this template, or null. */
    previous,
    askedAt: queued?.at ?? null,
    askedBy: by,
    askedLateAt: queued?.lateAt ?? null,
    withdrawnAt: getWithdrawnAt(documentId),
    /** Null if neither sent nor written to the outbox. `outbox`: whether it was only written there. */
    sent: sent
      ? {
          ...{ at: sent.at, lateAt: sent.lateAt, messageId: sent.facts.messageId ?? null },
          outbox: sent.facts.reason === outboxReason,
        }
      : null,
    ended: ended ? { at: ended.at, state: ended.facts.state, reason: ended.facts.reason ?? null } : null,
    events: sortByTime(
      events.map(({ at, recordedAt, facts: { event, reason = null } }) => ({ event, at, recordedAt, reason })),
    ),
  };
}

export const isCancelled = ({ sent, ended }: MailRecord) => !sent && ended?.state === 'cancelled';

/** A view of the order's page, or a download, by somebody who had entered the order's id and email. */
export type AccessRecord = ReturnType<typeof buildAccessRecords>[number];

export function buildAccessRecords(entriesOf: EntriesOf, getWithdrawnAt: WithdrawnAt) {
  const [started, completed] = [entriesOf('downloadStarted'), entriesOf('downloadCompleted')];
  const parts = entriesOf('downloadPart').filter(({ lateAt }) => lateAt === null);
  const sent = new Map(parts.map(({ facts }) => [facts.downloadId, facts.bytes]));
  const ends = new Map(completed.map((entry) => [entry.facts.downloadId, entry]));
  const begun = new Set(started.map(({ facts }) => facts.downloadId));
  // A download without a recorded start is listed by its completion.
  const downloads = [...started, ...completed.filter(({ facts }) => !begun.has(facts.downloadId))];
  return sortByTime([
    ...entriesOf('viewed').map((entry) => ({ ...accessOf(entry), how: entry.facts.how, file: null })),
    ...downloads.map((entry) => {
      const { name, size, sha256, downloadId, documentId } = entry.facts;
      const end = ends.get(downloadId);
      // A completion that was recorded late proves nothing, so the download then counts only as started.
      const completedAt = end && (end === entry || end.lateAt === null) ? end.at : null;
      // If the download is not complete, at least `bytes` were sent.
      const bytes = completedAt ? size : (sent.get(downloadId) ?? 0);
      const file = { name, size, sha256, bytes, completedAt, withdrawnAt: getWithdrawnAt(documentId) };
      return { ...accessOf(entry), how: 'download' as const, file };
    }),
  ]);
}

/** `origin` is null for an access that was recorded without its site. */
const accessOf = ({
  at,
  lateAt,
  facts: { ip, browser, os, timezone, origin },
}: DatedEntry<'viewed' | 'downloadStarted' | 'downloadCompleted'>) => ({
  ...{ at, lateAt, ip, browser, os, timezone: timezone ?? null, origin: origin ?? null },
});
