import { and, asc, eq, lte } from 'drizzle-orm';
import type { FolderName } from 'shared/rules/folders';
import type { Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { inFolder, orderPlace } from './lists/listSql.ts';

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
