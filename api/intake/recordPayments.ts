import { randomUUID } from 'node:crypto';
import { asc, inArray, sql } from 'drizzle-orm';
import type { IntakeResult } from 'shared/api/intake/intakeCalls';
import { claimedOrderId } from 'shared/api/intake/intakeOrder';
import { checkPayment, type IntakePayment } from 'shared/api/intake/intakePayment';
import { firstStatus } from 'shared/rules/firstStatus';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { appendHistory, type HistoryEntry } from '../orders/changes/orderChanges.ts';
import { separateRepeated } from './createOrders.ts';

type LockedOrder = Awaited<ReturnType<typeof lockForPayment>>[number];

type PaidOrder = ReturnType<typeof pay>;

/**
 * Marks orders as paid, and moves Pending ones to New, Priority or Future. An order that is already paid counts as
 * repeated and is not changed.
 */
export async function recordPayments(db: Database, payments: readonly unknown[]): Promise<IntakeResult> {
  const now = new Date();
  const rejected: IntakeResult['rejected'] = [];
  const valid: { index: number; payment: IntakePayment }[] = [];
  for (const [index, value] of payments.entries()) {
    const checked = checkPayment(value);
    if ('payment' in checked) valid.push({ index, payment: checked.payment });
    else rejected.push({ index, order_id: claimedOrderId(value), errors: checked.errors });
  }
  return db.transaction(async (tx) => {
    const ids = valid.map(({ payment }) => payment.order_id);
    const locked = new Map((await lockForPayment(tx, ids)).map((order) => [order.orderId, order]));
    const known: string[] = [];
    const paid = new Map<string, PaidOrder>();
    const history: HistoryEntry[] = [];
    const actionId = randomUUID();
    for (const { index, payment } of valid) {
      const order = locked.get(payment.order_id);
      if (!order) {
        rejected.push({ index, order_id: payment.order_id, errors: { order_id: 'Order not found' } });
        continue;
      }
      known.push(order.orderId);
      if (order.paidAt !== null || paid.has(order.orderId)) continue;
      const paidOrder = pay(order, payment, now);
      paid.set(order.orderId, paidOrder);
      history.push(...historyOf(order, paidOrder, actionId));
    }
    await markPaid(tx, [...paid.values()]);
    await appendHistory(tx, history);
    rejected.sort((one, other) => one.index - other.index);
    return { ...separateRepeated(known, new Set(paid.keys())), rejected };
  });
}

function pay(order: LockedOrder, { paid_at: paidAt, ...payment }: IntakePayment, now: Date) {
  const released = (status: OrderStatus): OrderStatus =>
    status === 'Pending' ? firstStatus({ ...order, paidAt }, now.toISOString().slice(0, 10)) : status;
  return {
    ...payment,
    paid_at: paidAt,
    process_status: released(order.status),
    // Restoring a deleted order must return it to a status for paid orders.
    before_delete_status: order.beforeDeleteStatus && released(order.beforeDeleteStatus),
  };
}

function historyOf(order: LockedOrder, paid: PaidOrder, actionId: string): HistoryEntry[] {
  const { orderId, version } = order;
  const entry = { orderId, memberId: null, actionId, kind: 'payment', version: version + 1 } as const;
  const entries: HistoryEntry[] = [{ ...entry, field: 'paid_at', from: null, to: paid.paid_at.toISOString() }];
  if (paid.process_status !== order.status) {
    entries.push({ ...entry, field: 'process_status', from: order.status, to: paid.process_status });
  }
  return entries;
}

/** Locks in order of id to prevent deadlocks. */
function lockForPayment(tx: Transaction, orderIds: readonly string[]) {
  return tx
    .select({
      orderId: orders.orderId,
      status: orders.processStatus,
      beforeDeleteStatus: orders.beforeDeleteStatus,
      processingDate: orders.processingDate,
      processingMode: orders.processingMode,
      paidAt: orders.paidAt,
      version: orders.version,
    })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]))
    .orderBy(asc(orders.orderId))
    .for('update');
}

/** Does not overwrite a transaction id that staff entered. */
async function markPaid(tx: Transaction, paid: readonly PaidOrder[]): Promise<void> {
  if (paid.length === 0) return;
  await tx.execute(sql`
    update orders
    set paid_at = paid.paid_at, amount = paid.amount, currency = paid.currency,
      transaction_id = coalesce(orders.transaction_id, paid.transaction_id),
      process_status = paid.process_status, before_delete_status = paid.before_delete_status,
      version = orders.version + 1
    from jsonb_populate_recordset(null::orders, ${JSON.stringify(paid)}::jsonb) as paid
    where orders.order_id = paid.order_id`);
}
