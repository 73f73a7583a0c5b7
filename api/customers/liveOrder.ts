import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { trackingExpired } from 'shared/api/customerCalls';
import { outboxReason } from 'shared/rules/outbox';
import { questionStatuses, customerStage } from 'shared/rules/orderStatus';
import type { Database } from '../db/database.ts';
import { isoText, oneOf } from '../db/schema/columns.ts';
import { messageMailKinds } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { findReleasedDocument } from '../documents/documentQueries.ts';
import type { Customer } from '../http/authorise.ts';
import { HttpError } from '../http/HttpError.ts';
import { handlesMessages } from '../orders/messages.ts';

/** Throws 401 for another order's token or a deleted order. The page then returns to the tracking form. */
export async function findLiveOrder(db: Database, orderId: string, customer: Customer) {
  const order = customer.orderId === orderId ? await findCustomerOrder(db, orderId) : null;
  const newest = order && (await findReleasedDocument(db, orderId));
  const hasDocument = newest !== null;
  const stage = order && customerStage({ ...order, hasDocument });
  if (!stage) throw new HttpError(401, trackingExpired);
  return { order: { ...order, hasDocument }, document: stage === 'ready' ? newest : null, stage };
}
export type LiveOrder = Awaited<ReturnType<typeof findLiveOrder>>;

const asking = sql`(${oneOf(questionStatuses)})`;

/** Whether a history entry returns the order to an earlier state. */
const restores = sql`("from" = 'Deleted' or kind = 'undo' and "to" <> 'Deleted')`;

/**
 * When the current wait for the customer began, or null. Undo, Restore and moves within `questionStatuses` start no new
 * wait. A move that was undone does not count.
 */
const waitsSince = sql`(
  select max(at) from (
    select *, min(depth) over (order by version rows between current row and unbounded following) as least_depth
    from (
      select *, sum(case when ${restores} then -1 else 1 end) over (order by version) as depth
      from order_history where order_history.order_id = ${orders.orderId} and field = 'process_status'
    ) as steps
  ) as moves
  where kind = 'move' and "to" in ${asking} and "from" not in ${asking} and least_depth = depth)`;

const newestSince = (column: SQL, which: SQL) => sql`(
  select ${column} from customer_messages
  where customer_messages.order_id = ${orders.orderId} and withdrawn_at is null and ${which}
    and created_at >= coalesce(${waitsSince}, '-infinity')
  order by id desc limit 1)`;

/** The columns that customers' responses need, or null if the order does not exist or is deleted. */
export async function findCustomerOrder(db: Database, orderId: string) {
  const waits = inArray(orders.processStatus, [...questionStatuses]);
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
      question: sql<
        string | null
      >`case when ${waits} then ${newestSince(sql`text`, sql`member_id is not null and not is_reply`)} end`,
      answered: sql<boolean>`${waits} and coalesce(${newestSince(sql`member_id is null`, sql`not is_reply`)}, false)`,
      // Raw SQL: drizzle would write `order_id` without its table, which would mean the inner table's column.
      messageId: sql<string | null>`(
        select max(id)::text from customer_messages
        where customer_messages.order_id = orders.order_id and withdrawn_at is null)`,
      /** When the newest mail about a message was sent to a provider. */
      mailedAt: sql<string | null>`(
        select ${isoText(sql`max(sent_at)`)} from mails
        where mails.order_id = orders.order_id and kind in (${oneOf(messageMailKinds)})
          and mails.state not in ('failed', 'bounced') and mails.reason is distinct from ${outboxReason})`,
      /** The order's version when messages were last handled. */
      seenVersion: sql<number | null>`(
        select max(order_history.version) from order_history
        where order_history.order_id = orders.order_id and ${handlesMessages('order_history')})`,
    })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), ne(orders.processStatus, 'Deleted')));
  return order ?? null;
}
