import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { ParsedInput } from 'shared/api/call';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import type { CustomerMessage } from 'shared/api/customerCalls';
import type { messageCalls } from 'shared/api/messageCalls';
import { questionStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { isoText } from '../db/schema/columns.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import { isNewestMessage, queueMessageMail } from '../mail/waitingMails.ts';
import { lockOrders, writeChanges } from './changes/orderChanges.ts';
import { errorOf, deletedOrder } from './plans/plan.ts';
import { writeAndMove } from './remarks.ts';

interface Writer {
  member: Member;
  mail: { provider: MailServiceProvider; delaySeconds: number };
}

export async function askCustomer(
  db: Database,
  input: ParsedInput<typeof messageCalls.askCustomer>,
  { member, mail }: Writer,
) {
  const { orderId, question, updatingStatus } = input;
  return db.transaction(async (tx) => {
    const { data, moved, order } = await writeAndMove(tx, input, {
      member,
      write: async ({ status }) => {
        assertAsksCustomer(updatingStatus ?? status);
        const id = await insertOurs(tx, { orderId, memberId: member.id, text: question });
        return { id, entry: { kind: 'ask', field: 'customer_message', from: null, to: question } };
      },
    });
    const queued = await queueMessageMail(tx, order, { kind: 'question', askedBy: member.id, ...mail });
    return { message: `Question sent.${moved} ${queued.message}`, data: { ...data, ...queued.data } };
  });
}

function assertAsksCustomer(status: OrderStatus) {
  if ((questionStatuses as readonly OrderStatus[]).includes(status)) return;
  if (status === 'Deleted') throw errorOf(deletedOrder);
  const where = questionStatuses.map((asking) => orderStatus[asking].label).join(' or ');
  throw new HttpError(
    409,
    `You can’t ask a question while this order is in ${orderStatus[status].label}. Move it to ${where} when you ask.`,
  );
}

export async function replyToCustomer(
  db: Database,
  { orderId, text, version }: ParsedInput<typeof messageCalls.replyToCustomer>,
  { member, mail }: Writer,
) {
  return db.transaction(async (tx) => {
    const target = { orderId, version };
    const { data, order } = await writeAndMove(tx, target, {
      member,
      write: async ({ status }) => {
        if (status === 'Deleted') throw errorOf(deletedOrder);
        const id = await insertOurs(tx, { orderId, memberId: member.id, text, isReply: true });
        return { id, entry: { kind: 'reply', field: 'customer_message', from: null, to: text } };
      },
    });
    const queued = await queueMessageMail(tx, order, { kind: 'reply', askedBy: member.id, ...mail });
    return {
      message: `Reply to order ${orderId} saved. ${queued.message}`,
      data: { id: data.id, version: data.version, ...queued.data },
    };
  });
}

/**
 * Withdraws a question or reply, given by its id or by the cancelled mail that announced it, and restores the order's
 * place in Messages. Keeps a message that the customer has seen, or that is not the newest (rule 12.27).
 */
export async function withdrawMessage(
  tx: Transaction,
  { orderId, ...which }: { orderId: string } & ({ mailId: number } | { id: number }),
  member: { id: number },
): Promise<'withdrawn' | 'backInMessages' | 'seen' | 'kept'> {
  const [order] = await lockOrders(tx, [orderId]);
  // A mail has the same `created_at` as the first message that it announces.
  const announced = and(
    eq(customerMessages.orderId, orderId),
    'id' in which
      ? eq(customerMessages.id, which.id)
      : sql`${customerMessages.createdAt} = (select created_at from ${mails} where id = ${which.mailId})`,
    isNotNull(customerMessages.memberId),
    isNewestMessage,
  );
  const [message] = await tx
    .update(customerMessages)
    .set({ withdrawnAt: sql`now()` })
    .where(and(announced, isNull(customerMessages.shownAt), isNull(customerMessages.withdrawnAt)))
    .returning({
      text: customerMessages.text,
      isReply: customerMessages.isReply,
      // Undo of another action may have restored an earlier time.
      customerWroteAt: sql<Date | null>`(
        select least(o.customer_wrote_at, customer_messages.customer_wrote_at)
        from orders o where o.order_id = customer_messages.order_id)`.mapWith(customerMessages.customerWroteAt),
    });
  if (!message) return (await tx.$count(customerMessages, announced)) > 0 ? 'seen' : 'kept';
  const { text: from, isReply, customerWroteAt } = message;
  const change = {
    kind: isReply ? 'withdrawReply' : 'withdrawQuestion',
    field: 'customer_message',
    from,
    to: null,
    set: customerWroteAt ? { customerWroteAt } : {},
  } as const;
  await writeChanges(tx, [{ orderId, change }], { actionId: randomUUID(), memberId: member.id, undoable: false });
  return customerWroteAt && order!.status !== 'Deleted' ? 'backInMessages' : 'withdrawn';
}

/** Throws 404 if the order has no such reply, and 409 if the reply was withdrawn. */
export async function assertReplyStands(tx: Transaction, { orderId, id }: { orderId: string; id: number }) {
  const [reply] = await tx
    .select({ withdrawnAt: customerMessages.withdrawnAt })
    .from(customerMessages)
    .where(and(eq(customerMessages.orderId, orderId), eq(customerMessages.id, id), eq(customerMessages.isReply, true)));
  if (!reply) throw new HttpError(404, 'Reply not found.');
  if (reply.withdrawnAt) throw new HttpError(409, 'This reply was already withdrawn.');
}

export const messageKind = sql<'question' | 'reply' | null>`case when ${customerMessages.memberId} is not null
  then case when ${customerMessages.isReply} then 'reply' else 'question' end end`;

/** Whether a history entry, aliased as `row`, marks messages as handled. The entry of a withdrawn message does not. */
export const handlesMessages = (row: 'handled' | 'order_history') => sql`(
  ${sql.raw(row)}.kind in ('ask', 'reply', 'settle') and not exists (
    select from customer_messages as withdrawn
    where withdrawn.order_id = ${sql.raw(row)}.order_id and withdrawn.withdrawn_at is not null
      and withdrawn.created_at = ${sql.raw(row)}.at))`;

/** When a customer's message was handled, or null. */
const seenAt = sql<string | null>`case when ${customerMessages.memberId} is null then (
  select ${isoText(sql`handled.at`)} from order_history as handled
  where handled.order_id = ${customerMessages.orderId} and ${handlesMessages('handled')}
    and handled.version > (
      select coalesce(max(written.version), 0) from order_history as written
      where written.order_id = ${customerMessages.orderId} and written.kind = 'customer'
        and written.at = ${customerMessages.createdAt})
  order by handled.version limit 1) end`;

/** The newest messages that customers may see, as their page gets them. */
export async function newestMessages(db: Database, orderId: string, limit: number) {
  const { rows } = await db.execute<CustomerMessage & { isShown: boolean }>(sql`
    select id::float8, case when member_id is null then 'you' else 'us' end as "from", ${messageKind} as kind,
      ${isoText(customerMessages.createdAt)} as at, ${seenAt} as seen_at, text,
      case when file1 is not null then
        json_build_object('name', original_name, 'content_type', content_type, 'size', size) end as file,
      shown_at is not null as "isShown"
    from ${customerMessages}
    where order_id = ${orderId} and withdrawn_at is null
    order by ${customerMessages.id} desc limit ${limit}`);
  return rows;
}

/** Records that a customer's page shows our messages. Returns the ids of those that are not withdrawn. */
export async function markShown(db: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .update(customerMessages)
    .set({ shownAt: sql`coalesce(${customerMessages.shownAt}, now())` })
    .where(and(inArray(customerMessages.id, [...ids]), isNull(customerMessages.withdrawnAt)))
    .returning({ id: customerMessages.id });
  return rows.map(({ id }) => id);
}

export async function insertMessage(tx: Transaction, message: PgInsertValue<typeof customerMessages>): Promise<number> {
  const [row] = await tx.insert(customerMessages).values(message).returning({ id: customerMessages.id });
  return row!.id;
}

export async function markWritten(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ customerWroteAt: sql`coalesce(${orders.customerWroteAt}, now())`, version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

/** Inserts a question or reply, and marks the customer's earlier messages as handled. */
async function insertOurs(
  tx: Transaction,
  ours: { orderId: string; memberId: number; text: string; isReply?: boolean },
) {
  const { orderId } = ours;
  const customerWroteAt = sql`(select customer_wrote_at from ${orders} where order_id = ${orderId})`;
  const id = await insertMessage(tx, { ...ours, shownAt: null, customerWroteAt });
  await tx
    .update(orders)
    .set({ customerWroteAt: null })
    .where(and(eq(orders.orderId, orderId), isNotNull(orders.customerWroteAt)));
  return id;
}

/** Rule 16.29. A trigger forbids clearing newer addresses. */
export async function deleteOldAddresses(db: Database): Promise<void> {
  const { address, createdAt } = customerMessages;
  await db
    .update(customerMessages)
    .set({ address: null })
    .where(and(isNotNull(address), lt(createdAt, sql`now() - interval '24 hours'`)));
}
