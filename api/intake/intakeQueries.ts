import { asc, inArray, sql } from 'drizzle-orm';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { arrivalColumns } from './arrivingOrder.ts';

const columns = sql.raw(arrivalColumns.join(', '));

/**
 * Inserts the orders whose ids are new, and answers those ids. `arriving` is the JSON of a list of `ArrivingOrder`. In
 * the order of their ids, so that two bodies with the same orders wait for each other and never deadlock.
 */
export async function insertArrivals(db: Database, arriving: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ order_id: string }>(sql`
    insert into orders (${columns})
    select ${columns} from jsonb_populate_recordset(null::orders, ${arriving}::jsonb) order by order_id
    on conflict (order_id) do nothing
    returning order_id`);
  return new Set(rows.map((row) => row.order_id));
}

/** Locks the orders that payments are for, in the order of their ids. */
export function lockForPayment(tx: Transaction, orderIds: readonly string[]) {
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

export interface PaidOrder {
  order_id: string;
  process_status: OrderStatus;
  before_delete_status: OrderStatus | null;
  paid_at: Date;
  amount: string;
  currency: string;
  transaction_id: string | null;
}

/** Marks locked orders paid, in one statement. A transaction id that the desk wrote stays. */
export async function markPaid(tx: Transaction, paid: readonly PaidOrder[]): Promise<void> {
  if (paid.length === 0) return;
  await tx.execute(sql`
    update orders
    set paid_at = paid.paid_at, amount = paid.amount, currency = paid.currency,
      transaction_id = coalesce(orders.transaction_id, paid.transaction_id),
      process_status = paid.process_status, before_delete_status = paid.before_delete_status,
      version = orders.version + 1
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as paid (
      order_id text, process_status text, before_delete_status text,
      paid_at timestamptz, amount numeric, currency text, transaction_id text
    )
    where orders.order_id = paid.order_id`);
}
