import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { FolderName } from 'shared/rules/folders';
import type { Database, Transaction } from '../db/connect.ts';
import { members, orders } from '../db/schema.ts';
import { inFolder, orderPlace } from './folderSql.ts';

/** What a decision about an order looks at. */
export type LockedOrder = Awaited<ReturnType<typeof lockOrders>>[number];

/**
 * Locks orders until the transaction ends, always in the order of their ids: two bulks over the same orders wait for
 * each other and never deadlock. Unknown ids are left out.
 */
export async function lockOrders(tx: Transaction, orderIds: readonly string[]) {
  const locked = await tx
    .select({
      orderId: orders.orderId,
      status: orders.processStatus,
      beforeDeleteStatus: orders.beforeDeleteStatus,
      assignedTo: orders.assignedTo,
      version: orders.version,
      email: orders.email,
      contactEmailAddress: orders.contactEmailAddress,
    })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]))
    .orderBy(asc(orders.orderId))
    .for('update');
  // Asked for once the locks are held: a join would answer the assignee of before the wait.
  const ids = [...new Set(locked.flatMap((order) => order.assignedTo ?? []))];
  const names = ids.length
    ? await tx.select({ id: members.id, name: members.name }).from(members).where(inArray(members.id, ids))
    : [];
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return locked.map((order) => ({
    ...order,
    assigneeName: order.assignedTo === null ? null : (nameOf.get(order.assignedTo) ?? null),
  }));
}

/** Sets the same columns of several orders, and raises their versions. */
export async function updateOrders(
  tx: Transaction,
  orderIds: readonly string[],
  set: Partial<typeof orders.$inferInsert>,
) {
  await tx
    .update(orders)
    .set({ ...set, version: sql`${orders.version} + 1` })
    .where(inArray(orders.orderId, [...orderIds]));
}

/** Locks the oldest order of a folder that nobody else is claiming at this moment. */
export async function lockOldest(tx: Transaction, folder: FolderName, memberId: number): Promise<string | null> {
  const [oldest] = await tx
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(inFolder(folder, memberId, orderPlace))
    .orderBy(asc(orders.createdAt), asc(orders.orderId))
    .limit(1)
    .for('update', { skipLocked: true });
  return oldest?.orderId ?? null;
}

/** One order whole, with the names of its assignee and of who completed it. */
export async function findOrder(db: Database, orderId: string) {
  const assignees = db.select({ id: members.id, name: members.name }).from(members).as('assignees');
  const processors = db.select({ id: members.id, name: members.name }).from(members).as('processors');
  const { searchDocument: _onlyForSearches, ...columns } = getTableColumns(orders);
  const [order] = await db
    .select({ ...columns, assigneeName: assignees.name, processorName: processors.name })
    .from(orders)
    .leftJoin(assignees, eq(assignees.id, orders.assignedTo))
    .leftJoin(processors, eq(processors.id, orders.processedBy))
    .where(eq(orders.orderId, orderId));
  return order;
}
