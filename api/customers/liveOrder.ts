import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { trackAgain } from 'shared/api/customerCalls';
import { askingStatuses, customerStage } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import { oneOf } from '../db/schema/columns.ts';
import { orders } from '../db/schema/orders.ts';
import { findReleasedDocument } from '../documents/documentQueries.ts';
import type { Customer } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';

/**
 * The order that a customer's token opens, with its stage and, once it is ready, its newest document. A token for
 * another order is refused as a dead one, and so is every token once the order is deleted: 401, which
 * leads to tracking again.
 */
export async function findLiveOrder(db: Database, orderId: string, customer: Customer) {
  const order = customer.orderId === orderId ? await findCustomerOrder(db, orderId) : null;
  const newest = order && (await findReleasedDocument(db, orderId));
  const hasDocument = newest !== null;
  const stage = order && customerStage({ ...order, hasDocument });
  if (!stage) throw new Refusal(401, trackAgain);
  return { order: { ...order, hasDocument }, document: stage === 'ready' ? newest : null, stage };
}
export type LiveOrder = Awaited<ReturnType<typeof findLiveOrder>>;

const asking = sql`(${oneOf(askingStatuses)})`;

/** A line of the history that takes an order back to where it was: how deep it lies in moves grows by others, and falls by these. */
const comesBack = sql`("from" = 'Deleted' or kind = 'undo' and "to" <> 'Deleted')`;

/**
 * The start of an order's current wait for its customer, or null if the order came in waiting. Undo, Restore and a move
 * from one of these statuses to another continue the wait. A move that was undone does not start one.
 */
const waitsSince = sql`(
  select max(at) from (
    select *, min(depth) over (order by version rows between current row and unbounded following) as least_depth
    from (
      select *, sum(case when ${comesBack} then -1 else 1 end) over (order by version) as depth
      from order_history where order_history.order_id = ${orders.orderId} and field = 'process_status'
    ) as steps
  ) as moves
  where kind = 'move' and "to" in ${asking} and "from" not in ${asking} and least_depth = depth)`;

/** A column of the newest message since then. `which` limits it, for instance to our questions. */
const newestSince = (column: SQL, which: SQL) => sql`(
  select ${column} from customer_messages
  where customer_messages.order_id = ${orders.orderId} and ${which}
    and created_at >= coalesce(${waitsSince}, '-infinity')
  order by id desc limit 1)`;

/** The columns of an order that its customer's answers are made from, or null if it does not exist or was deleted. */
export async function findCustomerOrder(db: Database, orderId: string) {
  const waits = inArray(orders.processStatus, [...askingStatuses]);
  const [order] = await db
    .select({
      orderId: orders.orderId,
      fullName: orders.fullName,
      status: orders.processStatus,
      assigned: sql<boolean>`${orders.assignedTo} is not null`,
      landingDomain: orders.landingDomain,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      processingMode: orders.processingMode,
      processingDate: orders.processingDate,
      refundDate: orders.refundDate,
      arrivedAsFuture: orders.arrivedAsFuture,
      question: sql<string | null>`case when ${waits} then ${newestSince(sql`text`, sql`member_id is not null`)} end`,
      answered: sql<boolean>`${waits} and coalesce(${newestSince(sql`member_id is null`, sql`true`)}, false)`,
      messageId: sql<string | null>`(
        select max(id)::text from customer_messages where customer_messages.order_id = ${orders.orderId})`,
    })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), ne(orders.processStatus, 'Deleted')));
  return order ?? null;
}
