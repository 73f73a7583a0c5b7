import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import type { messageCalls } from 'shared/api/messageCalls';
import { questionStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import { queueMessageMail } from '../mail/waitingMails.ts';
import { isoText } from './lists/listSql.ts';
import { isDeleted } from './plans/movePlan.ts';
import { writeAndMove } from './remarks.ts';

interface Writer {
  member: Member;
  mail: { provider: MailServiceProvider; delaySeconds: number };
}

/** Asking a question marks the customer's earlier messages as handled. */
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
        refuseNotAsking(updatingStatus ?? status);
        const id = await insertMessage(tx, { orderId, memberId: member.id, text: question });
        await settleWritten(tx, orderId);
        return { id, entry: { kind: 'ask', field: 'customer_message', from: null, to: question } };
      },
    });
    const told = await queueMessageMail(tx, order, { kind: 'question', askedBy: member.id, ...mail });
    return { message: `Question sent.${moved} ${told.message}`, data: { ...data, ...told.data } };
  });
}

function refuseNotAsking(status: OrderStatus) {
  if ((questionStatuses as readonly OrderStatus[]).includes(status)) return;
  if (status === 'Deleted') throw new HttpError(isDeleted.httpStatus, isDeleted.message);
  const where = questionStatuses.map((asking) => orderStatus[asking].label).join(' or ');
  throw new HttpError(
    409,
    `A ${orderStatus[status].label} order can’t have a question. Move it to ${where} with the question.`,
  );
}

export async function replyToCustomer(
  db: Database,
  { orderId, text, version }: ParsedInput<typeof messageCalls.replyToCustomer>,
  { member, mail }: Writer,
) {
  return db.transaction(async (tx) => {
    const asked = { orderId, version };
    const { data, order } = await writeAndMove(tx, asked, {
      member,
      write: async ({ status }) => {
        if (status === 'Deleted') throw new HttpError(isDeleted.httpStatus, isDeleted.message);
        const id = await insertMessage(tx, { orderId, memberId: member.id, isReply: true, text });
        await settleWritten(tx, orderId);
        return { id, entry: { kind: 'reply', field: 'customer_message', from: null, to: text } };
      },
    });
    const told = await queueMessageMail(tx, order, { kind: 'reply', askedBy: member.id, ...mail });
    return {
      message: told.message,
      data: { id: data.id, version: data.version, ...told.data },
    };
  });
}

interface MessageFile {
  file1: string;
  originalName: string;
  contentType: string;
  size: number;
}

export const messageKind = sql<'question' | 'reply' | null>`case when ${customerMessages.memberId} is not null
  then case when ${customerMessages.isReply} then 'reply' else 'question' end end`;

/** When a customer's message was handled, or null. */
const seenAt = sql<string | null>`case when ${customerMessages.memberId} is null then (
  select ${isoText(sql`handled.at`)} from order_history as handled
  where handled.order_id = ${customerMessages.orderId} and handled.kind in ('ask', 'reply', 'settle')
    and handled.version > (
      select coalesce(max(written.version), 0) from order_history as written
      where written.order_id = ${customerMessages.orderId} and written.kind = 'customer'
        and written.at = ${customerMessages.createdAt})
  order by handled.version limit 1) end`;

const columns = {
  id: customerMessages.id,
  orderId: customerMessages.orderId,
  fromStaff: sql<boolean>`${customerMessages.memberId} is not null`,
  kind: messageKind,
  createdAt: customerMessages.createdAt,
  seenAt,
  text: customerMessages.text,
  file: sql<MessageFile | null>`case when ${customerMessages.file1} is not null then jsonb_build_object(
    'file1', ${customerMessages.file1}, 'originalName', ${customerMessages.originalName},
    'contentType', ${customerMessages.contentType}, 'size', ${customerMessages.size}) end`,
};

export const newestMessages = (db: Database, orderId: string, limit: number) =>
  db
    .select({ message: columns, author: members.name })
    .from(customerMessages)
    .leftJoin(members, eq(members.id, customerMessages.memberId))
    .where(eq(customerMessages.orderId, orderId))
    .orderBy(desc(customerMessages.id))
    .limit(limit);

export async function insertMessage(tx: Transaction, message: typeof customerMessages.$inferInsert): Promise<number> {
  const [row] = await tx.insert(customerMessages).values(message).returning({ id: customerMessages.id });
  return row!.id;
}

export async function markWritten(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ customerWroteAt: sql`coalesce(${orders.customerWroteAt}, now())`, version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

async function settleWritten(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ customerWroteAt: null })
    .where(and(eq(orders.orderId, orderId), isNotNull(orders.customerWroteAt)));
}

/** Rules 16.29. A trigger forbids other changes. */
export async function deleteOldAddresses(db: Database): Promise<void> {
  const { address, createdAt } = customerMessages;
  await db
    .update(customerMessages)
    .set({ address: null })
    .where(and(isNotNull(address), lt(createdAt, sql`now() - interval '24 hours'`)));
}
