import { desc, eq, sql } from 'drizzle-orm';
import { isStorable } from 'shared/api/fields/fields';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Database, Transaction } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';
import { HttpError } from '../http/HttpError.ts';

export async function lockOrderForDocument(tx: Transaction, orderId: string) {
  const { processStatus: status, fullName, version } = orders;
  const columns = { orderId: orders.orderId, status, fullName, version };
  const [order] = await tx.select(columns).from(orders).where(eq(orders.orderId, orderId)).for('update');
  return order;
}

/** The order's newest document, or null if there is none or it was withdrawn. */
export async function findReleasedDocument(db: Database, orderId: string) {
  const [newest] = await db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(desc(documents.id))
    .limit(1);
  return newest?.withdrawnAt === null ? newest : null;
}

export async function findDocument(db: Database, file1: string) {
  // `file1` comes from a URL, so it may contain characters that PostgreSQL rejects.
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
      isReleased: sql<boolean>`${documents.withdrawnAt} is null and ${documents.id} = (
        select max(id) from documents as others where others.order_id = ${documents.orderId})`,
    })
    .from(documents)
    .innerJoin(orders, eq(orders.orderId, documents.orderId))
    .where(eq(documents.file1, file1));
  return found ?? null;
}

export type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

export interface FoundFile extends Omit<FoundDocument, 'id' | 'orderStatus' | 'isReleased'> {
  /** Missing for files that customers sent, because only downloads of documents are recorded. */
  id?: number;
}

export function assertAcceptsDocuments<Order extends { status: OrderStatus }>(order: Order | undefined): Order {
  if (!order) throw new HttpError(404, 'Order not found.');
  if (order.status === 'Deleted') throw new HttpError(409, 'This order is deleted. Restore it first.');
  return order;
}
