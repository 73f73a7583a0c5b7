import { and, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { ledgerEntries, ledgerNotes, type noteKinds } from '../db/schema/orderHistory.ts';
import type { FactsByKind, LedgerEntry, LedgerFacts, LedgerKind, StoredEntry } from './LedgerEntry.ts';

export interface Ledger {
  /** Oldest first. For an order older than its chain, earlier facts follow `begun` with the same `seq` and hash. */
  entries: LedgerEntry[];
  /** Hash of the last entry in hex, or null if there is no such order. */
  lastHash: string | null;
}

export async function readLedger(db: Database, orderId: string): Promise<Ledger> {
  return (await readLedgers(db, [orderId])).get(orderId) ?? { entries: [], lastHash: null };
}

export async function readFirstEntries(db: Database, orderIds: readonly string[]): Promise<Map<string, LedgerEntry[]>> {
  const ledgers = await readLedgers(db, orderIds, ['begun', 'placed', 'paid']);
  return new Map([...ledgers].map(([orderId, { entries }]) => [orderId, entries]));
}

/** Reads each chain as one JSON text, which is faster than rows. Orders without a chain are omitted. */
export async function readLedgers(
  db: Database,
  orderIds: readonly string[],
  kinds?: readonly LedgerKind[],
): Promise<Map<string, Ledger>> {
  const { orderId, seq, at, kind, facts, hash } = ledgerEntries;
  const entry = sql`'{"seq":' || ${seq} || ',"at":"' || ledger_moment(${at}) || '","kind":' || to_json(${kind})
    || ',"hash":"' || encode(${hash}, 'hex') || '","facts":' || ${facts} || '}'`;
  const chains = await db
    .select({ orderId, entries: sql<string>`'[' || string_agg(${entry}, ',' order by ${seq}) || ']'` })
    .from(ledgerEntries)
    .where(and(inArray(orderId, [...orderIds]), kinds && inArray(kind, [...kinds])))
    .groupBy(orderId);
  return new Map(
    chains.map((chain) => {
      const stored = JSON.parse(chain.entries) as ParsedEntry[];
      return [chain.orderId, { entries: stored.flatMap(entriesOf), lastHash: stored.at(-1)!.hash }];
    }),
  );
}

type ParsedEntry = Omit<StoredEntry, 'facts'> & { facts: unknown };

function entriesOf({ seq, at, kind, facts: stored, hash }: ParsedEntry): LedgerEntry[] {
  const facts = withoutNulls(stored);
  if (kind !== 'begun') return [{ seq, at, kind, facts, hash } as LedgerEntry];
  const { before } = facts as { before: LedgerFacts[] };
  const newEntries = before.map((fact) => ({ seq, at, ...fact, hash }) as LedgerEntry);
  return [{ seq, at, kind, facts: { facts: before.length }, hash }, ...newEntries];
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const all = value as Record<string, unknown>;
  const known: Record<string, unknown> = {};
  // `Object.entries` would be slow for the thousands of entries that a page of disputes reads.
  for (const name in all) if (all[name] !== null) known[name] = withoutNulls(all[name]);
  return known;
}

type NoteKind = (typeof noteKinds)[number];

type LedgerNote = {
  [Kind in NoteKind]: {
    orderId: string;
    memberId: number | null;
    kind: Kind;
    facts: Omit<FactsByKind[Kind], 'memberId' | 'by'>;
  };
}[NoteKind];

/** A trigger appends the note to the chain in the caller's transaction. Rejects if the order does not exist. */
export async function appendLedger(tx: Transaction, note: LedgerNote): Promise<void> {
  await tx.insert(ledgerNotes).values(note);
}
