import { inOutbox } from 'shared/rules/outbox';
import type { FactsByKind } from '../ledger/LedgerEntry.ts';
import {
  type Of,
  type Moment,
  type Recorded,
  type Late,
  momentOf,
  type RecordedAtOf,
  type LateAtOf,
  byOf,
  inTime,
} from './recorded.ts';

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

type MailNamed = Pick<FactsByKind['mailEvent'], 'mailId' | 'template' | 'recipient' | 'provider'>;

export function mailsOf(
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

export const isTakenBack = ({ sent, ended }: MailRecord) => !sent && ended?.state === 'cancelled';
