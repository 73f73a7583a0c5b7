import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import type { LedgerEntry } from '../ledger/LedgerEntry.ts';
import { readBeginnings } from '../ledger/readLedger.ts';
import { isOfCustomer } from './findings.ts';
import { packRecords, recordedFacts } from './packRecords.ts';
import type { EarlierOrder, PackOrder } from './packSources.ts';

/**
 * Earlier orders of the same e-mail that were paid, and neither disputed nor refunded nor flagged so, newest first. They are
 * found by their rows, and say what their histories say: one whose history does not know of the e-mail or of a payment is none.
 */
export async function earlierOrders(db: Database, order: PackOrder): Promise<EarlierOrder[]> {
  const orderIds = await findEarlierOrders(db, order);
  if (orderIds.length === 0) return [];
  const beginnings = await readBeginnings(db, orderIds);
  return orderIds
    .flatMap((orderId) => earlierOrder(orderId, beginnings.get(orderId) ?? [], order) ?? [])
    .toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime());
}

function earlierOrder(orderId: string, entries: readonly LedgerEntry[], order: PackOrder): EarlierOrder | null {
  const { placed, payment } = packRecords(entries);
  if (!placed || !payment) return null;
  const { createdAt, paidAt, amount, currency, ip, userAgent, ...addresses } = recordedFacts({ placed, payment });
  if (!paidAt || createdAt >= order.createdAt || !isOfCustomer(order.email, addresses)) return null;
  return { orderId, createdAt, paidAt, amount, currency, ip, userAgent };
}

/**
 * The changes of status of order `o` that no Undo has taken back. Each change adds one to a depth and each Undo takes one
 * off, so a change stands where the depth never falls below its own afterwards.
 */
export const standingChanges = sql`(
  select * from (
    select *, min(depth) over (order by id desc) as least_after
    from (
      select *, sum(case kind when 'undo' then -1 else 1 end) over (order by id) as depth
      from ${orderHistory} where order_id = o.order_id and field = 'process_status'
    ) as deep
  ) as compared
  where kind <> 'undo' and depth <= least_after)`;

/** So many are read; who ordered more often is no traveller. */
const mostEarlier = 200;

/**
 * Ids of earlier orders of the same e-mail that were paid, and neither disputed nor refunded nor flagged so, newest first, as their
 * rows have it. Found by the search's own index, so those of an import that has just ended may be missing for a while.
 */
async function findEarlierOrders(db: Database, { orderId, email, createdAt }: PackOrder): Promise<string[]> {
  const wanted = email.trim().toLowerCase();
  const { rows } = await db.execute<{ orderId: string }>(sql`
    select o.order_id as "orderId"
    from order_search s join ${orders} o using (order_id)
    where s.search_document like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}
      and ${wanted} in (lower(trim(o.email)), lower(trim(o.contact_email_address)))
      and o.order_id <> ${orderId} and o.created_at < ${createdAt.toISOString()}::timestamptz and o.paid_at is not null
      and o.process_status not in ('ChargeBack', 'Refunds', 'Completed Refunds', 'Deleted')
      and not exists (select from ${standingChanges} as h
        where h."from" in ('ChargeBack', 'Completed Refunds') or h."to" in ('ChargeBack', 'Completed Refunds'))
      and not exists (select from ${remarks} r where r.order_id = o.order_id
        and 'Y' in (r.status_refund, r.voided, r.chargeback))
    order by o.paid_at desc, o.order_id desc limit ${mostEarlier}::int`);
  return rows.map((row) => row.orderId);
}
