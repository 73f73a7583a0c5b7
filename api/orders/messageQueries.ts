import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';

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
export async function settleWritten(tx: Transaction, orderId: string): Promise<boolean> {
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
