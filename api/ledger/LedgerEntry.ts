import { createHash } from 'node:crypto';
import type { mailProviders } from 'shared/api/fields/fields';
import type { mailEventTypes, mailKinds } from 'shared/api/orderDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { HistoryKind, viewKinds } from '../db/schema/orderHistory.ts';

interface Happened {
  /** When the event happened: ISO 8601, UTC, microseconds. Missing if unknown or the same as the entry's `at`. */
  happenedAt?: string;
}

/** The acting member with their name at that time. Missing if the product or the customer acted. */
interface ByMember {
  memberId?: number;
  by?: string;
}

interface CustomerDevice {
  ip: string;
  /** Browser, device and device type, separated by dashes: "Safari-iPhone-mobile" (rule 16.10). */
  browser: string;
  os: string;
  /** IANA name. */
  timezone?: string;
  /** Missing in older entries. */
  origin?: AccessOrigin;
}

interface MailFacts {
  mailId: number;
  template: (typeof mailKinds)[number];
  recipient: string;
  provider: (typeof mailProviders)[number];
}

/** `sha256` in hex, `size` in bytes. */
interface StoredFile {
  documentId: number;
  name: string;
  size: number;
  sha256: string;
}

interface Download extends Happened, CustomerDevice, StoredFile {
  downloadId: number;
}

export interface FactsByKind {
  /** Begins the chain of an order older than the ledger. `facts` counts the entries after it with the same `seq`. */
  begun: { facts: number };
  placed: Happened & {
    email: string;
    contactEmail?: string;
    fullName: string;
    status: string;
    /** Decimal number with two places. */
    amount?: string;
    currency?: string;
    paidAt?: string;
    transactionId?: string;
    merchantName?: string;
    landingDomain?: string;
    ip?: string;
    userAgent?: string;
  };
  paid: Happened & { amount?: string; currency?: string; transactionId?: string };
  /** Changed columns of the order: payment, addresses, device, refund or creation time. Empty values are omitted. */
  corrected: { changes: Record<string, { from?: string; to?: string }> };
  changed: Happened &
    ByMember & {
      what: HistoryKind;
      field: string;
      from?: string;
      to?: string;
      version: number;
      origin?: AccessOrigin;
    };
  remark: Happened &
    ByMember & {
      remarkId: number;
      text: string;
      whatsapp: boolean;
      telephone: boolean;
      refund: boolean;
      voided: boolean;
      chargeback: boolean;
    };
  document: Happened & ByMember & StoredFile & { contentType: string; warnings: string[] };
  mailQueued: Happened &
    ByMember &
    MailFacts & {
      subject?: string;
      documentId?: number;
      dueAt?: string;
      /** The order's previous mail of this template, which may show why this one is a resend. */
      previous?: { mailId: number; recipient: string; state: string; reason?: string };
    };
  /** The provider accepted the mail, or the outbox if `reason` is `outboxReason`. `attempt`: the call's number. */
  mailSent: Happened & MailFacts & { subject?: string; messageId?: string; reason?: string; attempt: number };
  /** The mail failed, was cancelled, or its result is unknown. */
  mailEnded: Happened & MailFacts & { state: 'failed' | 'unknown' | 'cancelled'; reason?: string; attempt: number };
  /** A provider's report. The entry's `at` is when the report was received. */
  mailEvent: Happened & MailFacts & { event: (typeof mailEventTypes)[number]; reason?: string; messageId?: string };
  downloadStarted: Download;
  downloadPart: Download & { bytes: number };
  /** All bytes were sent. `bytes` includes repeated ranges. */
  downloadCompleted: Download & { bytes: number };
  viewed: Happened & CustomerDevice & { how: (typeof viewKinds)[number] };
  details: ByMember & { transactionId: string; merchantName: string };
  withdrawn: ByMember & { documentId: number; name: string; sha256: string; reason?: string };
  /** `sha256` in hex. */
  packMade: ByMember & { pack: 1 | 2; sha256: string; size: number };
}

export type LedgerKind = keyof FactsByKind;

export type LedgerFacts = { [Kind in LedgerKind]: { kind: Kind; facts: FactsByKind[Kind] } }[LedgerKind];

export type LedgerEntry = LedgerFacts & {
  /** From 1. */
  seq: number;
  /** When the entry was recorded: ISO 8601, UTC, microseconds. */
  at: string;
  /** SHA-256 in hex, over the previous hash and this entry. */
  hash: string;
};

/** When the event happened, or if the entry does not say, when it was recorded: ISO 8601, UTC, microseconds. */
export const happenedAt = ({ at, facts }: LedgerEntry): string => ('happenedAt' in facts && facts.happenedAt) || at;

/** The hash before a chain's first entry. */
export const genesisHash = '0'.repeat(64);

/** `at` and `facts` are exactly the texts that were hashed. `hash` is in hex. */
export type StoredEntry = { seq: number; at: string; kind: string; facts: string; hash: string };

/** Reimplements the database's function `ledger_hash`, so that verification need not trust the database. */
export const ledgerHash = (previous: string, orderId: string, { seq, at, kind, facts }: StoredEntry): string =>
  createHash('sha256').update([previous, orderId, seq, at, kind, facts].join('\n')).digest('hex');
