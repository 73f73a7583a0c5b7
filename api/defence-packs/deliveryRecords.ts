import type { AccessOrigin } from 'shared/rules/accessOrigin';
import { outboxReason } from 'shared/rules/outbox';
import {
  type FactsByKind,
  type LedgerEntry,
  type LedgerKind,
  momentOf as ledgerMomentOf,
} from '../ledger/LedgerEntry.ts';

export type Of<Kind extends LedgerKind> = Extract<LedgerEntry, { kind: Kind }>;

/** ISO 8601 in UTC with six digits of fraction, so that texts sort by time. */
export function momentText(at: string | Date): string {
  const iso = typeof at === 'string' ? at : at.toISOString();
  const [, whole = iso, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return `${whole}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

/** As `momentText` writes it. */
export type Moment = string;

/** An event with a time from outside, such as a provider's report. */
export interface Recorded {
  /** When it happened, by that source. */
  at: Moment;
  /** When the database recorded it, or null for events from before the chain began. */
  recordedAt: Moment | null;
}

export interface Late {
  /** When it was recorded, if it happened before the dispute but was recorded after it; otherwise null. */
  lateAt: Moment | null;
}

export const isInTime = (
  { at, recordedAt }: Recorded,
  { disputedAt, disputeRecordedAt }: Record<'disputedAt' | 'disputeRecordedAt', Moment | null>,
) => !disputedAt || (at < disputedAt && (recordedAt ?? at) < (disputeRecordedAt ?? disputedAt));

export const momentOf = (entry: LedgerEntry): Moment => momentText(ledgerMomentOf(entry));

export type RecordedAtOf = (entry: LedgerEntry) => Moment | null;

type LateAtOf = (entry: LedgerEntry) => Moment | null;

export const byOf = ({ facts }: { facts: { by?: string } }) => facts.by ?? null;

export const sortByTime = <Row extends { at: Moment }>(rows: Row[]) =>
  rows.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

export interface MailRecord {
  mailId: number;
  template: FactsByKind['mailQueued']['template'];
  subject: string | null;
  recipient: string;
  provider: FactsByKind['mailQueued']['provider'];
  askedAt: Moment | null;
  /** As `lateAt`, for the request. */
  askedLateAt: Moment | null;
  askedBy: string | null;
  /** The attached document, or null if there was none or it is unknown. */
  documentId: number | null;
  withdrawnAt: Moment | null;
  /** The order's previous mail of this template, if this is a resend. */
  previous: FactsByKind['mailQueued']['previous'] | null;
  /** Null: never sent. `outbox`: only written to the outbox. */
  sent: ({ at: Moment; messageId: string | null; outbox: boolean } & Late) | null;
  ended: { at: Moment; state: FactsByKind['mailEnded']['state']; reason: string | null } | null;
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
    Object.assign(record, { recipient, sent: { at, lateAt, messageId, outbox: reason === outboxReason } });
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
  for (const { events: told } of all) sortByTime(told);
  return all;
}

export const isTakenBack = ({ sent, ended }: MailRecord) => !sent && ended?.state === 'cancelled';

export interface DocumentRecord extends Late {
  documentId: number;
  at: Moment;
  by: string | null;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  withdrawnAt: Moment | null;
}

/** Somebody with the order's id and email looked at its page or downloaded its document. */
export interface AccessRecord extends Late {
  at: Moment;
  how: 'tracked' | 'opened' | 'download';
  /** The site, or null if it was not recorded then. */
  origin: AccessOrigin | null;
  ip: string;
  browser: string;
  os: string;
  timezone: string | null;
  /** For a download. `completedAt` null: incomplete, after `bytes`. `withdrawnAt`: when the document was withdrawn. */
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
  // If the start is not recorded, the end stands for it.
  const downloads = [...started, ...completed.filter(({ facts }) => !begun.has(facts.downloadId))];
  return sortByTime([
    ...views.map((entry): AccessRecord => ({
      ...deviceOf(entry),
      ...{ at: momentOf(entry), lateAt: lateAtOf(entry) },
      how: entry.facts.how,
      file: null,
    })),
    ...downloads.map((entry): AccessRecord => {
      const { name, size, sha256, downloadId, documentId } = entry.facts;
      const end = ends.get(downloadId);
      // A completion that was recorded too late does not affect its start.
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
