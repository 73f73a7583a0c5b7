import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { members } from '../../db/schema/members.ts';
import { orders } from '../../db/schema/orders.ts';

/** What a decision about an order looks at. */
export type LockedOrder = Awaited<ReturnType<typeof lockOrders>>[number];

/**
 * Locks orders until the transaction ends, always in the order of their ids: two bulks over the same orders wait for
 * each other and never deadlock. Unknown ids are left out.
 */
export async function lockOrders(tx: Transaction, orderIds: readonly string[]) {
  return tx
    .select({
      orderId: orders.orderId,
      status: orders.processStatus,
      beforeDeleteStatus: orders.beforeDeleteStatus,
      assignedTo: orders.assignedTo,
      // No join: of an order that was waited for, a join would answer the assignee of before.
      assigneeName: sql<string | null>`(select name from ${members} where ${members.id} = ${orders.assignedTo})`,
      assigneeHasLeft: sql<boolean>`exists (
        select from ${members} where ${members.id} = ${orders.assignedTo} and ${members.deletedAt} is not null)`,
      version: orders.version,
      email: orders.email,
      contactEmailAddress: orders.contactEmailAddress,
    })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]))
    .orderBy(asc(orders.orderId))
    .for('update');
}

/** The version of an order that is there. */
export async function readVersion(tx: Transaction, orderId: string): Promise<number> {
  const [order] = await tx.select({ version: orders.version }).from(orders).where(eq(orders.orderId, orderId));
  return order!.version;
}

/** Something was added to the order, and no column of its own changed. */
export async function raiseVersion(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}
