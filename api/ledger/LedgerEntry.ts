import { createHash } from 'node:crypto';
import type { mailProviders } from 'shared/api/fields';
import type { mailEventTypes, mailKinds } from 'shared/api/orderDetails';
import type { AccessOrigin } from 'shared/rules/accessOrigin';
import type { HistoryKind, viewKinds } from '../db/schema/orderHistory.ts';
import type { StoredEntry } from './readLedger.ts';

/** Of what was told or dated by somebody else than this database at this moment. */
interface Happened {
  /** When it happened, as its row or a provider says: ISO 8601, UTC, to the microsecond. Left out: when it was recorded. */
  happenedAt?: string;
}

/** Who did it, as they were called then; left out: the product itself, or the customer. */
interface Done {
  memberId?: number;
  by?: string;
}

/** From where a customer came, as their request told it. */
interface CustomerDevice {
  ip: string;
  /** Browser, device and device type, parted by dashes: "Safari-iPhone-mobile" (rules 16.10). */
  browser: string;
  os: string;
  /** IANA name, as the browser said. */
  timezone?: string;
  /** On whose site it was; left out: it was recorded before that was kept, and nobody knows. */
  origin?: AccessOrigin;
}

interface MailFacts {
  mailId: number;
  /** The template. */
  template: (typeof mailKinds)[number];
  recipient: string;
  provider: (typeof mailProviders)[number];
}

/** A document as it was stored. `sha256` in hex, `size` in bytes. */
interface StoredFile {
  documentId: number;
  name: string;
  size: number;
  sha256: string;
}

interface Download extends Happened, CustomerDevice, StoredFile {
  downloadId: number;
}

/** What each kind of entry says. A fact that was not known is left out. */
export interface FactsByKind {
  /** The chain begins with an order that was there before it: its facts of then follow under the same `seq` and hash. */
  begun: { facts: number };
  /** The order as the intake knew it. */
  placed: Happened & {
    email: string;
    contactEmail?: string;
    fullName: string;
    status: string;
    /** As a decimal number with two places. */
    amount?: string;
    currency?: string;
    paidAt?: string;
    transactionId?: string;
    merchantName?: string;
    landingDomain?: string;
    ip?: string;
    userAgent?: string;
  };
  /** A payment that came after the order. */
  paid: Happened & { amount?: string; currency?: string; transactionId?: string };
  /** What the order says of payment, address or device was changed, whoever did it. By column; left out: it was empty. */
  corrected: { changes: Record<string, { from?: string; to?: string }> };
  /** A line of the order's history, but for remarks, uploads: they have entries of their own. */
  changed: Happened &
    Done & {
      what: HistoryKind;
      field: string;
      from?: string;
      to?: string;
      version: number;
      /** Of what a customer wrote: on whose site; left out: it was recorded before that was kept, and nobody knows. */
      origin?: AccessOrigin;
    };
  remark: Happened &
    Done & {
      remarkId: number;
      text: string;
      whatsapp: boolean;
      telephone: boolean;
      refund: boolean;
      voided: boolean;
      chargeback: boolean;
    };
  document: Happened & Done & StoredFile & { contentType: string; warnings: string[] };
  /** A mail was asked for. */
  mailQueued: Happened &
    Done &
    MailFacts & {
      subject?: string;
      documentId?: number;
      dueAt?: string;
      /** The order's mail of this template before this one, as it stood when this one was asked for: why it was. */
      previous?: { mailId: number; recipient: string; state: string; reason?: string };
    };
  /** The provider accepted it; `reason` `inOutbox`: there is none, and it was written to the outbox. `attempt`: which call it was. */
  mailSent: Happened & MailFacts & { subject?: string; messageId?: string; reason?: string; attempt: number };
  /** It did not go, or nobody knows whether it did, or it was taken back. */
  mailEnded: Happened & MailFacts & { state: 'failed' | 'unknown' | 'cancelled'; reason?: string; attempt: number };
  /** What the provider reported; `at` of the entry is when that was received. */
  mailEvent: Happened & MailFacts & { event: (typeof mailEventTypes)[number]; reason?: string; messageId?: string };
  downloadStarted: Download;
  /** The `bytes` of an unfinished download sent by then, recorded at most once for each tenth of the document. */
  downloadPart: Download & { bytes: number };
  /** All bytes of the document were sent; `bytes` counts all that were, also by taking it up again. */
  downloadCompleted: Download & { bytes: number };
  /** A customer proved order id and e-mail (`tracked`), or loaded the page of the order (`opened`). */
  viewed: Happened & CustomerDevice & { how: (typeof viewKinds)[number] };
  /** The transaction details were entered. */
  details: Done & { transactionId: string; merchantName: string };
  /** The document is no longer offered to the customer. */
  withdrawn: Done & { documentId: number; name: string; sha256: string; reason?: string };
  /** A defence pack was made; `sha256` of its bytes, in hex. */
  packMade: Done & { pack: 1 | 2; sha256: string; size: number };
}

export type LedgerKind = keyof FactsByKind;

/** What a chain can hold. */
export type LedgerFacts = { [Kind in LedgerKind]: { kind: Kind; facts: FactsByKind[Kind] } }[LedgerKind];

/** One entry of an order's chain. */
export type LedgerEntry = LedgerFacts & {
  /** 1 is the first. */
  seq: number;
  /** When it was recorded: ISO 8601, UTC, to the microsecond. */
  at: string;
  /** SHA-256 in hex, over the hash of the entry before it and all of this one. */
  hash: string;
};

/** When it happened, as far as that is known: ISO 8601, UTC, to the microsecond. */
export const momentOf = ({ at, facts }: LedgerEntry): string => ('happenedAt' in facts && facts.happenedAt) || at;

/** The hash before a chain's first entry. */
export const ledgerBeginning = '0'.repeat(64);

/**
 * The hash of an entry, in hex: what the database's `ledger_hash` makes. Made here as well, so that a history is not held
 * against the very database that may have been changed.
 */
export const ledgerHash = (previous: string, orderId: string, { seq, at, kind, facts }: StoredEntry): string =>
  createHash('sha256').update([previous, orderId, seq, at, kind, facts].join('\n')).digest('hex');
