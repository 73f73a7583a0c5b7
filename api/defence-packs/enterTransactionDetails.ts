import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { defencePackCalls } from 'shared/api/defencePackCalls';
import { orders } from '../db/schema/orders.ts';
import type { Handler } from '../http/serve.ts';
import { appendLedger } from '../ledger/ledger.ts';
import { appendHistory, lockOrders, assertNotStale } from '../orders/changes/orderChanges.ts';
import { assertMayHavePack } from './readSources.ts';

/** "Enter Transaction Details". Records nothing if the values are unchanged. */
export const enterTransactionDetails: Handler<typeof defencePackCalls.transactionDetails> = async (
  { orderId, transactionId, merchantName, version },
  { db, member },
) => {
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    assertMayHavePack(order);
    await assertNotStale(tx, order, version);
    const entered = { transactionId, merchantName };
    const isOrder = eq(orders.orderId, orderId);
    const [details] = await tx
      .select({ transactionId: orders.transactionId, merchantName: orders.merchantName })
      .from(orders)
      .where(isOrder);
    const before = details!;
    const changed = (['transactionId', 'merchantName'] as const).filter((field) => before[field] !== entered[field]);
    if (changed.length === 0) {
      return { message: 'The transaction details are unchanged.', data: { version: order.version } };
    }
    await tx
      .update(orders)
      .set({ ...entered, version: sql`${orders.version} + 1` })
      .where(isOrder);
    const common = { orderId, memberId: member.id, actionId: randomUUID(), version: order.version + 1 };
    await appendHistory(
      tx,
      changed.map((field) => ({
        ...common,
        kind: 'details',
        field: orders[field].name,
        from: before[field],
        to: entered[field],
      })),
    );
    await appendLedger(tx, { orderId, memberId: member.id, kind: 'details', facts: entered });
    return { message: 'Transaction details saved.', data: { version: order.version + 1 } };
  });
};
