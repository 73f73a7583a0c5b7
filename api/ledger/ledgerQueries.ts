import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { ledgerEntries, ledgerNotes } from '../db/schema/orderHistory.ts';
import type { LedgerKind } from './LedgerEntry.ts';

/** An entry as it is stored. `at` and `facts` are the texts that its hash was made of; hashes in hex. */
export interface StoredEntry {
  seq: number;
  at: string;
  kind: string;
  facts: string;
  hash: string;
}

const stored = {
  seq: ledgerEntries.seq,
  at: sql<string>`ledger_moment(${ledgerEntries.at})`,
  kind: ledgerEntries.kind,
  facts: ledgerEntries.facts,
  hash: sql<string>`encode(${ledgerEntries.hash}, 'hex')`,
};

/** An order's chain, the first entry first. */
export function findEntries(db: Database, orderId: string): Promise<StoredEntry[]> {
  return db.select(stored).from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)).orderBy(ledgerEntries.seq);
}

/**
 * The chains of these orders, each as one JSON text of its entries, the first one first; without an order that has none. As
 * rows, thousands of entries take three times as long to hand over.
 *
 * @param kinds of these alone; left out: of all
 */
export function findChains(
  db: Database,
  orderIds: readonly string[],
  kinds?: readonly LedgerKind[],
): Promise<{ orderId: string; entries: string }[]> {
  const { orderId, seq, at, kind, facts, hash } = ledgerEntries;
  const entry = sql`'{"seq":' || ${seq} || ',"at":"' || ledger_moment(${at}) || '","kind":' || to_json(${kind})
    || ',"hash":"' || encode(${hash}, 'hex') || '","facts":' || ${facts} || '}'`;
  return db
    .select({ orderId, entries: sql<string>`'[' || string_agg(${entry}, ',' order by ${seq}) || ']'` })
    .from(ledgerEntries)
    .where(and(inArray(orderId, [...orderIds]), kinds && inArray(kind, [...kinds])))
    .groupBy(orderId);
}

/** Keeps a note; a trigger appends it to the chain. */
export async function insertNote(tx: Transaction, note: typeof ledgerNotes.$inferInsert): Promise<void> {
  await tx.insert(ledgerNotes).values(note);
}
