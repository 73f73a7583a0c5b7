import { eq, inArray, sql } from 'drizzle-orm';
import { disputeDays } from 'shared/rules/defencePacks';
import type { Database, Transaction } from '../db/database.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import type { PackOrder } from './packSources.ts';

/** What packs say of these orders beside their ledgers; one that is not there is left out. */
export function findPackOrders(db: Database, orderIds: readonly string[]): Promise<PackOrder[]> {
  return db
    .select({
      orderId: orders.orderId,
      status: orders.processStatus,
      fullName: orders.fullName,
      email: orders.email,
      confirmEmail: orders.confirmEmail,
      contactEmailAddress: orders.contactEmailAddress,
      createdAt: orders.createdAt,
      landingDomain: orders.landingDomain,
      processingMode: orders.processingMode,
      amount: orders.amount,
      currency: orders.currency,
      paidAt: orders.paidAt,
      transactionId: orders.transactionId,
      merchantName: orders.merchantName,
      ip: orders.orderIp,
      userAgent: orders.orderUserAgent,
      declaration: orders.declaration,
    })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]));
}

/**
 * The changes of status of order `o` that no Undo has taken back. Each change adds one to a depth and each Undo takes one
 * off, so a change stands where the depth never falls below its own afterwards.
 */
const standingChanges = sql`(
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
export async function findEarlierOrders(db: Database, { orderId, email, createdAt }: PackOrder): Promise<string[]> {
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

export interface DisputedOrder {
  orderId: string;
  fullName: string;
  amount: string | null;
  currency: string | null;
  /** When it came to Charge Back last; of an order that came in as one, when it came. */
  disputedAt: Date;
}

/**
 * A page of the orders in Charge Back: those that can still be answered in time first, the soonest before the others, then
 * the late ones, the newest first. And how many there are.
 */
export async function findDisputes(
  db: Database,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: DisputedOrder[]; total: number }> {
  const { rows } = await db.execute<Record<string, string | null> & { total: number }>(sql`
    with disputed as materialized (
      select order_id, coalesce((select max(h.at) from ${standingChanges} as h
        where h.kind = 'move' and h."to" = 'ChargeBack'), created_at) as at
      from ${orders} o where process_status = 'ChargeBack'
    ), chosen as (
      select order_id, at, at < now() - make_interval(days => ${disputeDays}::int) as is_late from disputed
      order by is_late, case when at < now() - make_interval(days => ${disputeDays}::int) then null else at end,
        at desc, order_id
      offset ${(page - 1) * limit}::bigint limit ${limit}::int
    )
    select counted.total, o.order_id as "orderId", o.full_name as "fullName", o.amount::text, o.currency,
      chosen.at::text as "disputedAt"
    from (select count(*)::int as total from disputed) as counted
    left join chosen on true left join ${orders} o using (order_id)
    order by chosen.is_late, case when chosen.is_late then null else chosen.at end, chosen.at desc, o.order_id`);
  const found = rows.filter(({ orderId }) => orderId !== null);
  return {
    rows: found.map(({ disputedAt, orderId, fullName, amount, currency }) => ({
      ...{ orderId: orderId!, fullName: fullName!, amount: amount ?? null, currency: currency ?? null },
      disputedAt: new Date(disputedAt!),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Enters the transaction details of an order that this transaction has locked, and raises its version. */
export async function writeTransactionDetails(
  tx: Transaction,
  { orderId, transactionId, merchantName }: { orderId: string; transactionId: string; merchantName: string },
) {
  await tx
    .update(orders)
    .set({ transactionId, merchantName, version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

/** What they are now; of a locked order. */
export async function readTransactionDetails(tx: Transaction, orderId: string) {
  const [details] = await tx
    .select({ transactionId: orders.transactionId, merchantName: orders.merchantName })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return details!;
}
