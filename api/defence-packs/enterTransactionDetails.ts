import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { defencePackCalls } from 'shared/api/defencePackCalls';
import type { Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import type { Context, Reply } from '../http/serve.ts';
import { appendLedger } from '../ledger/readLedger.ts';
import { appendHistory, lockOrders, refuseStaleOrder } from '../orders/changes/changeQueries.ts';
import { refuseWithoutEvidence } from './packSources.ts';

type DetailsCall = typeof defencePackCalls.transactionDetails;

/** "Enter Transaction Details". What is so already changes nothing. */
export async function enterTransactionDetails(
  { orderId, transactionId, merchantName, version }: ParsedInput<DetailsCall>,
  { db, member }: Context<DetailsCall>,
): Promise<Reply<DetailsCall>> {
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    refuseWithoutEvidence(order);
    await refuseStaleOrder(tx, order, version);
    const before = await readTransactionDetails(tx, orderId);
    const entered = { transactionId, merchantName };
    const changed = (['transactionId', 'merchantName'] as const).filter((field) => before[field] !== entered[field]);
    if (changed.length === 0) {
      return { message: 'The transaction details are so already.', data: { version: order.version } };
    }
    await writeTransactionDetails(tx, { orderId, ...entered });
    const common = { orderId, memberId: member.id, actionId: randomUUID(), version: order.version + 1 };
    await appendHistory(
      tx,
      changed.map((field) => ({
        ...{ ...common, kind: 'details', field: columnOf[field] },
        ...{ from: before[field], to: entered[field] },
      })),
    );
    await appendLedger(tx, { orderId, memberId: member.id, kind: 'details', facts: entered });
    return { message: 'Transaction details saved.', data: { version: order.version + 1 } };
  });
}

const columnOf = { transactionId: 'transaction_id', merchantName: 'merchant_name' } as const;

/** Enters the transaction details of an order that this transaction has locked, and raises its version. */
async function writeTransactionDetails(
  tx: Transaction,
  { orderId, transactionId, merchantName }: { orderId: string; transactionId: string; merchantName: string },
) {
  await tx
    .update(orders)
    .set({ transactionId, merchantName, version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

/** What they are now; of a locked order. */
async function readTransactionDetails(tx: Transaction, orderId: string) {
  const [details] = await tx
    .select({ transactionId: orders.transactionId, merchantName: orders.merchantName })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return details!;
}
