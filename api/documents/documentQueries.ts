import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { isStorable } from 'shared/api/storable';
import type { Database, Transaction } from '../db/database.ts';
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

/** Those of these files that a document has. */
export async function findKnownFiles(db: Database, file1s: readonly string[]): Promise<Set<string>> {
  const known = await db
    .select({ file1: documents.file1 })
    .from(documents)
    .where(inArray(documents.file1, [...file1s]));
  return new Set(known.map(({ file1 }) => file1));
}

/** Those of these keys under which a document's bytes lie. Reads the whole table: for a few at a time. */
export async function findKnownKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const known = await db
    .select({ storageKey: documents.storageKey })
    .from(documents)
    .where(inArray(documents.storageKey, [...keys]));
  return new Set(known.map(({ storageKey }) => storageKey));
}

/** The document that a mail or a customer gets: the one uploaded last. */
export async function findNewestDocument(db: Database, orderId: string) {
  const [newest] = await db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(desc(documents.id))
    .limit(1);
  return newest ?? null;
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
    })
    .from(documents)
    .innerJoin(orders, eq(orders.orderId, documents.orderId))
    .where(eq(documents.file1, file1));
  return found ?? null;
}
export type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/** Adds the bytes that a customer got to their download; with the document's last byte it is complete. */
export async function countDownloadedBytes(
  db: Database,
  { downloadId, documentId, bytes, last }: { downloadId: number; documentId: number; bytes: number; last: boolean },
): Promise<void> {
  await db
    .update(downloads)
    .set({
      bytesSent: sql`${downloads.bytesSent} + ${bytes}`,
      ...(last && { completedAt: sql`coalesce(${downloads.completedAt}, now())` }),
    })
    .where(and(eq(downloads.id, downloadId), eq(downloads.documentId, documentId)));
}
