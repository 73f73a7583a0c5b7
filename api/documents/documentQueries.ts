import { desc, eq, sql } from 'drizzle-orm';
import { isStorable } from 'shared/api/storable';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';
import { Refusal } from '../http/Refusal.ts';

/** The order that a document is for, locked until the transaction ends. */
export async function lockOrderForDocument(tx: Transaction, orderId: string) {
  const { processStatus: status, fullName, version } = orders;
  const columns = { orderId: orders.orderId, status, fullName, version };
  const [order] = await tx.select(columns).from(orders).where(eq(orders.orderId, orderId)).for('update');
  return order ?? null;
}

/** The document that a mail or a customer gets: the newest, unless it was withdrawn. It has replaced those before it. */
export async function findReleasedDocument(db: Database, orderId: string) {
  const [newest] = await db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(desc(documents.id))
    .limit(1);
  return newest?.withdrawnAt === null ? newest : null;
}

/** A document by its file name, with the status of its order. */
export async function findDocument(db: Database, file1: string) {
  // From an address, where anything can stand.
  if (!isStorable(file1)) return null;
  const [found] = await db
    .select({
      id: documents.id,
      orderId: documents.orderId,
      file1: documents.file1,
      contentType: documents.contentType,
      size: documents.size,
      sha256: documents.sha256,
      storageKey: documents.storageKey,
      orderStatus: orders.processStatus,
      /** Whether it is the one that a mail or a customer gets (`findReleasedDocument`). */
      isReleased: sql<boolean>`${documents.withdrawnAt} is null and ${documents.id} = (
        select max(id) from documents as others where others.order_id = ${documents.orderId})`,
    })
    .from(documents)
    .innerJoin(orders, eq(orders.orderId, documents.orderId))
    .where(eq(documents.file1, file1));
  return found ?? null;
}

export type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** A file as it is sent: a document, or what a customer sent us. */
export interface FoundFile extends Pick<
  FoundDocument,
  'orderId' | 'file1' | 'contentType' | 'size' | 'sha256' | 'storageKey'
> {
  /** The id of a document; a message's file has none, nor downloads. */
  id?: number;
}

/** Refuses an order that is not there (404) and one that is deleted (409): its customer is told nothing any more. */
export function fitForDocument<Order extends { status: OrderStatus }>(order: Order | null): Order {
  if (!order) throw new Refusal(404, 'Order not found');
  if (order.status === 'Deleted') throw new Refusal(409, 'This order is deleted. Restore it first.');
  return order;
}
