import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { ledgerEntries, ledgerNotes, type noteKinds } from '../db/schema/orderHistory.ts';
import type { FactsByKind, LedgerEntry, LedgerFacts, LedgerKind } from './LedgerEntry.ts';

/** An order's evidence. */
export interface Ledger {
  /** Oldest first. What an order had before its chain began stands below the entry `begun`, with its `seq` and hash. */
  entries: LedgerEntry[];
  /** Of the last entry, in hex; null: there is no such order. */
  lastHash: string | null;
}

/** Reads an order's chain as it is stored; `verifyLedger` says whether it is whole. */
export async function readLedger(db: Database, orderId: string): Promise<Ledger> {
  const stored = await findEntries(db, orderId);
  return ledgerOf(stored.map((entry) => ({ ...entry, facts: JSON.parse(entry.facts) as unknown })));
}

/** The same of many orders at once, by order; one that is not there is left out. */
export async function readLedgers(db: Database, orderIds: readonly string[]): Promise<Map<string, Ledger>> {
  const chains = await findChains(db, orderIds);
  return new Map(chains.map(({ orderId, entries }) => [orderId, ledgerOf(JSON.parse(entries) as ParsedEntry[])]));
}

/** Of these orders, by order, the entries that say how they came in and were paid; one that is not there is left out. */
export async function readBeginnings(db: Database, orderIds: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
  const chains = await findChains(db, orderIds, ['begun', 'placed', 'paid']);
  return new Map(
    chains.map(({ orderId, entries }) => [orderId, ledgerOf(JSON.parse(entries) as ParsedEntry[]).entries]),
  );
}

type ParsedEntry = Omit<StoredEntry, 'facts'> & { facts: unknown };

const ledgerOf = (stored: readonly ParsedEntry[]): Ledger => ({
  entries: stored.flatMap(entriesOf),
  lastHash: stored.at(-1)?.hash ?? null,
});

/** What stands in the first entry of an order that was there before its chain. */
interface Begun {
  before: LedgerFacts[];
}

function entriesOf({ seq, at, kind, facts: stored, hash }: ParsedEntry): LedgerEntry[] {
  const facts = withoutNulls(stored);
  if (kind !== 'begun') return [{ seq, at, kind, facts, hash } as LedgerEntry];
  const { before } = facts as Begun;
  const told = before.map((fact) => ({ seq, at, ...fact, hash }) as LedgerEntry);
  return [{ seq, at, kind, facts: { facts: before.length }, hash }, ...told];
}

/** What was not known is left out, also where a row's null was written down as one. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const all = value as Record<string, unknown>;
  const known: Record<string, unknown> = {};
  // No `Object.entries`: there are thousands of entries in a page of disputes.
  for (const name in all) if (all[name] !== null) known[name] = withoutNulls(all[name]);
  return known;
}

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
function findChains(
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
async function insertNote(tx: Transaction, note: typeof ledgerNotes.$inferInsert): Promise<void> {
  await tx.insert(ledgerNotes).values(note);
}

type NoteKind = (typeof noteKinds)[number];

/** An action that no other table records. Their name is added as it is then. */
type LedgerNote = {
  [Kind in NoteKind]: {
    orderId: string;
    /** Null: the product itself. */
    memberId: number | null;
    kind: Kind;
    facts: Omit<FactsByKind[Kind], 'memberId' | 'by'>;
  };
}[NoteKind];

/** Appends a note to its order's chain, in the transaction that it describes. Rejects when there is no such order. */
export const appendLedger = (tx: Transaction, note: LedgerNote): Promise<void> => insertNote(tx, note);
