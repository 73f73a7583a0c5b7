import { eq, sql } from 'drizzle-orm';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../../db/database.ts';
import { readPrepared } from '../../db/readPrepared.ts';
import { members } from '../../db/schema/members.ts';
import { orders } from '../../db/schema/orders.ts';

/** What a decision about an order looks at. */
export type LockedOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'beforeDeleteStatus' | 'assignedTo' | 'version' | 'email' | 'contactEmailAddress'
> & {
  status: OrderStatus;
  assigneeName: string | null;
  assigneeHasLeft: boolean;
};

/**
 * Locks orders until the transaction ends, always in the order of their ids: two bulks over the same orders wait for
 * each other and never deadlock. Unknown ids are left out.
 */
export const lockOrders = (tx: Transaction, orderIds: readonly string[]) =>
  readPrepared<LockedOrder>(tx, locking, { orderIds });

// No join: of an order that was waited for, a join would answer the assignee of before.
const locking = sql`
  select order_id as "orderId", process_status as status, before_delete_status as "beforeDeleteStatus",
    assigned_to as "assignedTo", (select name from ${members} where id = assigned_to) as "assigneeName",
    exists (select from ${members} where id = assigned_to and deleted_at is not null) as "assigneeHasLeft",
    version, email, contact_email_address as "contactEmailAddress"
  from ${orders} where order_id = any(${sql.placeholder('orderIds')}::text[]) order by order_id for update`;

/** An order's version; null: there is no such order. */
export async function findVersion(db: Database, orderId: string): Promise<number | null> {
  const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.orderId, orderId));
  return order?.version ?? null;
}

/** Something was added to the order, and no column of its own changed. */
export async function raiseVersion(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}
