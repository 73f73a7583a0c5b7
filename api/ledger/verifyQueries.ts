import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { StoredHistory } from './firstFault.ts';
import type { StoredEntry } from './ledgerQueries.ts';

/** The order that is so many behind another one; null: there are fewer. */
export async function findNextOrder(db: Database, after: string, count: number): Promise<string | null> {
  const { rows } = await db.execute<{ order_id: string }>(sql`
    select order_id from orders where order_id > ${after} order by order_id limit 1 offset ${count - 1}`);
  return rows[0]?.order_id ?? null;
}

/** Which orders: one, or those behind `after` as far as `upTo`; null: to the end. */
type Which = { only: string } | { after: string; upTo: string | null };

type EntryRow = { [Field in keyof StoredEntry]: StoredEntry[Field] } & { order_id: string };

/**
 * The histories as they lie there at one moment: of orders, and of whatever else has entries or a head. No function of the
 * ledger's own is asked.
 */
export function findHistories(db: Database, which: Which): Promise<StoredHistory[]> {
  const within =
    'only' in which
      ? sql`order_id = ${which.only}`
      : sql`order_id > ${which.after} and (${which.upTo}::text is null or order_id <= ${which.upTo})`;
  return db.transaction(
    async (tx) => {
      const orders = await tx.execute<{ order_id: string }>(sql`select order_id from orders where ${within}`);
      const entries = await tx.execute<EntryRow>(sql`
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
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** False: an older version made this database, and the product has not been started on it since. */
export async function hasLedger(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(sql`select to_regclass('ledger_entries') is not null as there`);
  return rows[0]!.there;
}
