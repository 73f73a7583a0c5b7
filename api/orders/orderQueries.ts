import { and, asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm';
import type { FolderName } from 'shared/rules/folders';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { inFolder, orderPlace } from './lists/folderSql.ts';

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

/** Something was added to the order, and no column of its own changed. */
export async function raiseVersion(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

/**
 * Locks the oldest order of a folder that nobody else is at in this moment. When somebody is at each that is left, it
 * waits for them: a colleague's comment must not make the folder look empty.
 */
export async function lockOldest(tx: Transaction, folder: FolderName, memberId: number): Promise<string | null> {
  const oldest = () =>
    tx
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(inFolder(folder, memberId, orderPlace))
      .orderBy(asc(orders.createdAt), asc(orders.orderId))
      .limit(1);
  const [free] = await oldest().for('update', { skipLocked: true });
  if (free) return free.orderId;
  const [waitedFor] = await oldest().for('update');
  return waitedFor?.orderId ?? null;
}

/** Locks future orders whose day has come, but for those that somebody else is changing at this moment. */
export function lockDueOrders(tx: Transaction, today: string, limit: number) {
  return tx
    .select({
      orderId: orders.orderId,
      processingDate: orders.processingDate,
      paidAt: orders.paidAt,
      processingMode: orders.processingMode,
    })
    .from(orders)
    .where(and(eq(orders.processStatus, 'Future'), lte(orders.processingDate, today)))
    .orderBy(asc(orders.processingDate), asc(orders.orderId))
    .limit(limit)
    .for('update', { skipLocked: true });
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
