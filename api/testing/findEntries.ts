import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { ledgerEntries } from '../db/schema/orderHistory.ts';
import type { StoredEntry } from '../ledger/LedgerEntry.ts';

const stored = {
  seq: ledgerEntries.seq,
  at: sql<string>`ledger_moment(${ledgerEntries.at})`,
  kind: ledgerEntries.kind,
  facts: ledgerEntries.facts,
  hash: sql<string>`encode(${ledgerEntries.hash}, 'hex')`,
};

export function findEntries(db: Database, orderId: string): Promise<StoredEntry[]> {
  return db.select(stored).from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)).orderBy(ledgerEntries.seq);
}
