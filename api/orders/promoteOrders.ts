import { randomUUID } from 'node:crypto';
import { arrivalStatus } from 'shared/rules/arrivalStatus';
import type { Database, Transaction } from '../db/database.ts';
import { writeChanges } from './changes/changeQueries.ts';
import { lockDueOrders } from './orderQueries.ts';

const ordersPerPortion = 500;

/**
 * Future orders whose processing date has come (from 00:00 UTC) go where an arriving order would begin; who has one
 * keeps it. Each once, also when several instances are at it. Answers how many went.
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
  const due = await lockDueOrders(tx, today, ordersPerPortion);
  const changes = due.map(({ orderId, ...order }) => {
    const to = arrivalStatus(order, today);
    const line = { field: 'process_status', from: 'Future', to } as const;
    return { orderId, change: { kind: 'promote', set: { processStatus: to }, ...line } as const };
  });
  await writeChanges(tx, changes, { actionId: randomUUID(), memberId: null, undoable: false });
  return due.length;
}
