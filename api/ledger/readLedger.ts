import type { Database } from '../db/database.ts';
import type { LedgerEntry, LedgerFacts } from './LedgerEntry.ts';
import { findChains, findEntries, type StoredEntry } from './ledgerQueries.ts';

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
