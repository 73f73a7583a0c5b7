import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';

/**
 * Brings the orders' bounced address up to date: that of the newest mail which was not taken back, when what was reported
 * last of that address is a bounce or a complaint (rules 12.17). It follows from the mails alone, so it is the same in
 * whatever order mails were asked for and reports came. It is no change of the order that somebody could miss: the
 * version stays.
 */
export async function settleBouncedAddresses(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  // Locked first: the statement below then sees the mails of whoever had the orders before.
  await tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]))
    .orderBy(orders.orderId)
    .for('update');
  await tx.execute(sql`
    with newest as (
      select distinct on (order_id) order_id, recipient from mails
      where order_id in ${[...orderIds]} and state <> 'cancelled'
      order by order_id, id desc
    ), settled as (
      select newest.order_id, case when reported.state in ('bounced', 'complained') then newest.recipient end as address
      from newest left join lateral (
        select state from mails
        where mails.order_id = newest.order_id and lower(mails.recipient) = lower(newest.recipient)
          and state in ('delivered', 'opened', 'bounced', 'complained')
        order by id desc limit 1
      ) as reported on true
    )
    update orders set bounced_address = settled.address from settled
    where orders.order_id = settled.order_id and orders.bounced_address is distinct from settled.address`);
}
