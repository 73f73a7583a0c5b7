import { type LedgerEntry, type LedgerKind, momentOf as ledgerMomentOf } from '../ledger/LedgerEntry.ts';
import { momentText } from './packText.ts';
import type { PackRecords } from './packRecords.ts';

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

/** What the product writes down as it happens. */
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
