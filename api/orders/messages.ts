import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { messageCalls } from 'shared/api/messageCalls';
import { askingStatuses, orderStatus, type OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { Member } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import { appendHistory, lockOrders, raiseVersion, refuseStaleOrder } from './changes/changeQueries.ts';
import { isDeleted } from './plans/movePlan.ts';
import { writeAndMove } from './remarks.ts';

/**
 * Writes the customer what we need and, if asked, moves the order with it: both or neither. A new question settles the
 * earlier answers.
 */
export async function askCustomer(db: Database, input: ParsedInput<typeof messageCalls.askCustomer>, member: Member) {
  const { orderId, question, updatingStatus } = input;
  return db.transaction(async (tx) => {
    const { data, moved } = await writeAndMove(tx, input, {
      member,
      write: async ({ status }) => {
        refuseNotAsking(updatingStatus ?? status);
        const id = await insertMessage(tx, { orderId, memberId: member.id, text: question });
        await settleWritten(tx, orderId);
        return { id, entry: { kind: 'ask', field: 'customer_message', from: null, to: question } };
      },
    });
    return { message: `The customer reads it on their page.${moved}`, data };
  });
}

function refuseNotAsking(status: OrderStatus) {
  if ((askingStatuses as readonly OrderStatus[]).includes(status)) return;
  if (status === 'Deleted') throw new Refusal(isDeleted.httpStatus, isDeleted.message);
  const where = askingStatuses.map((asking) => orderStatus[asking].label).join(' or ');
  throw new Refusal(409, `A ${orderStatus[status].label} order asks nothing. Move it to ${where} with the question.`);
}

/** Somebody dealt with what the customer wrote: takes the mark off the order. Where there is none, nothing happens. */
export async function settleMessages(
  db: Database,
  { orderId, version: seen }: ParsedInput<typeof messageCalls.settleMessages>,
  member: Member,
) {
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [orderId]);
    if (!order) throw new Refusal(404, 'Order not found');
    await refuseStaleOrder(tx, order, seen);
    const message = 'What the customer wrote is dealt with.';
    if (!(await settleWritten(tx, orderId))) return { message, data: { version: order.version } };
    const version = order.version + 1;
    const entry = { kind: 'settle', field: 'customer_message', from: null, to: null } as const;
    await appendHistory(tx, [{ ...entry, orderId, version, memberId: member.id, actionId: randomUUID() }]);
    await raiseVersion(tx, orderId);
    return { message, data: { version } };
  });
}

/** The file of a message. */
interface MessageFile {
  file1: string;
  originalName: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

const columns = {
  id: customerMessages.id,
  orderId: customerMessages.orderId,
  fromStaff: sql<boolean>`${customerMessages.memberId} is not null`,
  createdAt: customerMessages.createdAt,
  text: customerMessages.text,
  file: sql<MessageFile | null>`case when ${customerMessages.file1} is not null then jsonb_build_object(
    'file1', ${customerMessages.file1}, 'originalName', ${customerMessages.originalName},
    'contentType', ${customerMessages.contentType}, 'size', ${customerMessages.size}) end`,
};

/** The newest messages between us and an order's customer, newest first, with who of the team asked. */
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

/** Marks an order whose customer has written, since the first that nobody has dealt with; its version grows. */
export async function markWritten(tx: Transaction, orderId: string) {
  await tx
    .update(orders)
    .set({ customerWroteAt: sql`coalesce(${orders.customerWroteAt}, now())`, version: sql`${orders.version} + 1` })
    .where(eq(orders.orderId, orderId));
}

/** Takes the mark off; the version stays. Whether there was one. */
async function settleWritten(tx: Transaction, orderId: string): Promise<boolean> {
  const settled = await tx
    .update(orders)
    .set({ customerWroteAt: null })
    .where(sql`${orders.orderId} = ${orderId} and ${orders.customerWroteAt} is not null`)
    .returning({ orderId: orders.orderId });
  return settled.length > 0;
}

/**
 * Forgets where those messages of customers came from that no limit asks about any more (rules 16.29): the longest looks
 * back a day. Nothing else of a message may be changed, which a trigger keeps.
 */
export async function forgetAddresses(db: Database): Promise<void> {
  const { address, createdAt } = customerMessages;
  await db
    .update(customerMessages)
    .set({ address: null })
    .where(and(isNotNull(address), lt(createdAt, sql`now() - interval '24 hours'`)));
}
