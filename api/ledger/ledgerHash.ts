import { createHash } from 'node:crypto';
import type { StoredEntry } from './ledgerQueries.ts';

/** What stands before a chain's first entry. */
export const ledgerBeginning = '0'.repeat(64);

/**
 * The hash of an entry, in hex: what the database's `ledger_hash` makes. Made here as well, so that a history is not held
 * against the very database that may have been changed.
 */
export const ledgerHash = (previous: string, orderId: string, { seq, at, kind, facts }: StoredEntry): string =>
  createHash('sha256').update([previous, orderId, seq, at, kind, facts].join('\n')).digest('hex');
