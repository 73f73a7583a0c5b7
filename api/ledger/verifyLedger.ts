import { sql, type SQL } from 'drizzle-orm';
import { type Database, readOnlySnapshot } from '../db/database.ts';
import { genesisHash, ledgerHash, type StoredEntry } from './LedgerEntry.ts';

interface VerificationResult {
  orders: number;
  entries: number;
  faults: number;
}

const ordersPerPortion = 500;

interface Listeners {
  onFault: (fault: Fault) => void;
  onProgress?: (checked: VerificationResult) => void;
}

/** Reports the first fault of each history. Safe while the product runs, because each batch is one snapshot. */
export async function verifyLedger(db: Database, { onFault, onProgress }: Listeners): Promise<VerificationResult> {
  const checked: VerificationResult = { orders: 0, entries: 0, faults: 0 };
  let after = '';
  for (;;) {
    const upTo = await findNextOrder(db, after, ordersPerPortion);
    const within = sql`order_id > ${after} and (${upTo}::text is null or order_id <= ${upTo})`;
    for (const history of await findHistories(db, within)) {
      checked.orders += 1;
      checked.entries += history.entries.length;
      const fault = firstFault(history);
      if (!fault) continue;
      checked.faults += 1;
      onFault(fault);
    }
    onProgress?.(checked);
    if (upTo === null) return checked;
    after = upTo;
  }
}

/** Returns the first fault, or null. `printed` is a hash that a pack printed and the chain must still contain. */
export async function verifyOrder(db: Database, orderId: string, printed?: string): Promise<Fault | null> {
  const [history] = await findHistories(db, sql`order_id = ${orderId}`);
  if (!history) return { orderId, seq: 1, what: 'is missing: order not found' };
  const fault = firstFault(history);
  if (fault || !printed || history.entries.some(({ hash }) => hash === printed.toLowerCase())) return fault;
  return { orderId, seq: history.entries.length, what: 'is the last; no entry has this hash' };
}

async function findNextOrder(db: Database, after: string, count: number): Promise<string | null> {
  const { rows } = await db.execute<{ order_id: string }>(sql`
    select order_id from orders where order_id > ${after} order by order_id limit 1 offset ${count - 1}`);
  return rows[0]?.order_id ?? null;
}

/** Uses no SQL function of the ledger, which may be forged. Includes ids that have entries or a head but no order. */
function findHistories(db: Database, within: SQL): Promise<StoredHistory[]> {
  return db.transaction(async (tx) => {
    const orders = await tx.execute<{ order_id: string }>(sql`select order_id from orders where ${within}`);
    const entries = await tx.execute<StoredEntry & { order_id: string }>(sql`
        select order_id, seq, btrim(to_json(at at time zone 'UTC')::text, '"') || 'Z' as at, kind, facts,
          encode(hash, 'hex') as hash
        from ledger_entries where ${within} order by order_id, seq`);
    const heads = await tx.execute<{ order_id: string; seq: number; hash: string }>(sql`
        select order_id, seq, encode(hash, 'hex') as hash from ledger_heads where ${within}`);
    const histories = new Map<string, StoredHistory & { entries: StoredEntry[] }>();
    const historyOf = (orderId: string) => {
      const known = histories.get(orderId) ?? { orderId, ordered: false, entries: [], head: null };
      histories.set(orderId, known);
      return known;
    };
    for (const row of orders.rows) historyOf(row.order_id).ordered = true;
    for (const { order_id, ...entry } of entries.rows) historyOf(order_id).entries.push(entry);
    for (const { order_id, ...head } of heads.rows) historyOf(order_id).head = head;
    return [...histories.values()].sort((one, other) => (one.orderId < other.orderId ? -1 : 1));
  }, readOnlySnapshot);
}

/** False if the database was last migrated by a version without the ledger. */
export async function hasLedger(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(sql`select to_regclass('ledger_entries') is not null as there`);
  return rows[0]!.there;
}

interface StoredHistory {
  orderId: string;
  ordered: boolean;
  entries: readonly StoredEntry[];
  /** The recorded end of the chain, or null for a chain with one entry. */
  head: { seq: number; hash: string } | null;
}

export interface Fault {
  orderId: string;
  seq: number;
  what: string;
}

function firstFault({ orderId, ordered, entries, head }: StoredHistory): Fault | null {
  const fault = (seq: number, what: string): Fault => ({ orderId, seq, what });
  let previous = genesisHash;
  for (const [index, entry] of entries.entries()) {
    const seq = index + 1;
    if (entry.seq !== seq) return fault(seq, 'is missing');
    if (ledgerHash(previous, orderId, entry) !== entry.hash) return fault(seq, 'is not what was recorded');
    previous = entry.hash;
  }
  const last = entries.length;
  if (last === 0 || (head && head.seq > last)) return fault(last + 1, 'is missing');
  if (!head && last > 1) return fault(last, 'is not recorded as the last one');
  if (head && head.seq < last) return fault(head.seq + 1, 'was added past the end');
  if (head && head.hash !== previous) return fault(last, 'is not what was recorded');
  return ordered ? null : fault(1, 'belongs to a missing order');
}
