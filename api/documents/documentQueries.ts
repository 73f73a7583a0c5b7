import { and, desc, eq, inArray, isNull, sql, type AnyColumn } from 'drizzle-orm';
import { isStorable } from 'shared/api/storable';
import type { Database, Transaction } from '../db/database.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';

const orderForDocument = {
  orderId: orders.orderId,
  status: orders.processStatus,
  fullName: orders.fullName,
  version: orders.version,
};

/** The order that a document is for, with what the document is held against. */
export async function findOrderForDocument(db: Database, orderId: string) {
  const [order] = await db
    .select({ ...orderForDocument, lastName: orders.lastName, declaration: orders.declaration })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return order ?? null;
}

/** The order that a document is for, locked until the transaction ends. */
export async function lockOrderForDocument(tx: Transaction, orderId: string) {
  const [order] = await tx.select(orderForDocument).from(orders).where(eq(orders.orderId, orderId)).for('update');
  return order ?? null;
}

export async function insertDocument(tx: Transaction, document: typeof documents.$inferInsert): Promise<number> {
  const [row] = await tx.insert(documents).values(document).returning({ id: documents.id });
  return row!.id;
}

/**
 * Names this database, the same for all of its instances: one that was restored from a dump has a name of its own, but a
 * copy of the server's files has the same (docs/decisions/16-files-and-room.md). 12 characters.
 */
export async function findDatabaseName(db: Database): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select left(md5(system_identifier || '-' || (select oid from pg_database where datname = current_database())), 12)
      as name
    from pg_control_system()`);
  return rows[0]!.name;
}

/** Those of these files that a document or a customer's message has. */
export const findKnownFiles = (db: Database, file1s: readonly string[]): Promise<Set<string>> =>
  findKnown(db, [documents.file1, customerMessages.file1], file1s);

/** Those of these keys under which such a file's bytes lie. Reads the whole tables: for a few at a time. */
export const findKnownKeys = (db: Database, keys: readonly string[]): Promise<Set<string>> =>
  findKnown(db, [documents.storageKey, customerMessages.storageKey], keys);

async function findKnown(db: Database, columns: [AnyColumn, AnyColumn], names: readonly string[]) {
  const known = new Set<string>();
  for (const column of columns) {
    const rows = await db
      .select({ name: sql<string>`${column}` })
      .from(column.table)
      .where(inArray(column, [...names]));
    for (const { name } of rows) known.add(name);
  }
  return known;
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

/** Marks a document as withdrawn; null: it already was. The caller has locked its order. */
export async function markWithdrawn(tx: Transaction, documentId: number) {
  const [document] = await tx
    .update(documents)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(documents.id, documentId), isNull(documents.withdrawnAt)))
    .returning({ originalName: documents.originalName, sha256: documents.sha256 });
  return document ?? null;
}

/** Where a document's bytes lie. */
export async function findStorageKey(db: Database, documentId: number): Promise<string | null> {
  const { storageKey } = documents;
  const [found] = await db.select({ storageKey }).from(documents).where(eq(documents.id, documentId));
  return found?.storageKey ?? null;
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

/** The file of a customer's message by its name, for staff. */
export async function findMessageFile(db: Database, file1: string): Promise<FoundFile | null> {
  if (!isStorable(file1)) return null;
  const { orderId, contentType, size, sha256, storageKey } = customerMessages;
  const [found] = await db
    .select({
      orderId,
      file1: sql<string>`${customerMessages.file1}`,
      contentType: sql<string>`${contentType}`,
      size: sql<string>`${size}`.mapWith(Number),
      sha256: sql<string>`${sha256}`,
      storageKey: sql<string>`${storageKey}`,
    })
    .from(customerMessages)
    .where(eq(customerMessages.file1, file1));
  return found ?? null;
}

/** The bytes of a download that has not got all of them, if they are of this file of this order. */
export async function findUnfinishedFile(
  db: Database,
  { downloadId, orderId, file1 }: { downloadId: number; orderId: string; file1: string },
) {
  const [found] = await db
    .select({ size: documents.size, sha256: documents.sha256 })
    .from(downloads)
    .innerJoin(documents, eq(documents.id, downloads.documentId))
    .where(
      and(
        eq(downloads.id, downloadId),
        isNull(downloads.completedAt),
        eq(documents.orderId, orderId),
        eq(documents.file1, file1),
      ),
    );
  return found ?? null;
}

/**
 * Adds the bytes that a customer got to their download. It is complete once its last byte and as many as the document has
 * went out, in whatever order: a browser may fetch several parts at once.
 */
export async function countDownloadedBytes(
  db: Database,
  counted: { downloadId: number; documentId: number; bytes: number; last: boolean; size: number },
): Promise<void> {
  const { downloadId, documentId, bytes, last, size } = counted;
  const sent = sql`${downloads.bytesSent} + ${bytes}`;
  const endSent = sql`(${downloads.endSent} or ${last}::boolean)`;
  await db
    .update(downloads)
    .set({
      bytesSent: sent,
      endSent,
      // The last byte alone proves nothing: a reader may ask for it and nothing else.
      completedAt: sql`coalesce(${downloads.completedAt}, case when ${endSent} and ${sent} >= ${size}::bigint then now() end)`,
    })
    .where(and(eq(downloads.id, downloadId), eq(downloads.documentId, documentId)));
}
