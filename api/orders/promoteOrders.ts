import { randomUUID } from 'node:crypto';
import { and, asc, eq, lte } from 'drizzle-orm';
import { firstStatus } from 'shared/rules/firstStatus';
import type { Database, Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { writeChanges } from './changes/orderChanges.ts';

const ordersPerPortion = 500;

/**
 * Moves Future orders whose processing date has begun (00:00 UTC), and returns their number. Several instances may run
 * it at once.
 */
export async function promoteOrders(db: Database, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  let promoted = 0;
  for (;;) {
    const portion = await db.transaction((tx) => promotePortion(tx, today));
    promoted += portion;
    if (portion < ordersPerPortion) return promoted;
  }
}

async function promotePortion(tx: Transaction, today: string): Promise<number> {
  const { orderId, processStatus, processingDate, paidAt, processingMode } = orders;
  const due = await tx
    .select({ orderId, processingDate, paidAt, processingMode })
    .from(orders)
    .where(and(eq(processStatus, 'Future'), lte(processingDate, today)))
    .orderBy(asc(processingDate), asc(orderId))
    .limit(ordersPerPortion)
    .for('update', { skipLocked: true });
  const changes = due.map((order) => {
    const to = firstStatus(order, today);
    const line = { field: 'process_status', from: 'Future', to } as const;
    return { orderId: order.orderId, change: { kind: 'promote', set: { processStatus: to }, ...line } as const };
  });
  await writeChanges(tx, changes, { actionId: randomUUID(), memberId: null, undoable: false });
  return due.length;
}
