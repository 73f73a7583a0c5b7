import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type AnyColumn, inArray, sql } from 'drizzle-orm';
import { cleanFileName } from 'shared/format/fileName';
import { documentEdgeBytes, documentFault, type DocumentType, documentTypeOf } from 'shared/rules/documentTypes';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { ReceivedFile } from '../http/bodies.ts';
import { HttpError } from '../http/HttpError.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';

/** Browsers send an empty file field as a file without a name. */
export const hasFile = (file: ReceivedFile | undefined): file is ReceivedFile =>
  file !== undefined && (file.size > 0 || Boolean(file.originalName));

/** Throws 400, 413 or 415. Also refuses a truncated PDF (rules 11.3, 11.13). */
export async function acceptedType(file: ReceivedFile, limitMb: number): Promise<DocumentType> {
  const { head, tail } = await edgesOf(file);
  const fault = documentFault({ name: file.originalName, size: file.size, head, tail }, limitMb);
  if (fault) throw new HttpError(fault.httpStatus, fault.text, { errors: { [file.field]: fault.text } });
  return documentTypeOf(head)!;
}

async function edgesOf({ path, size }: ReceivedFile) {
  const handle = await open(path);
  try {
    const length = Math.min(size, documentEdgeBytes);
    const edge = async (position: number) => (await handle.read(new Uint8Array(length), 0, length, position)).buffer;
    return { head: await edge(0), tail: await edge(size - length) };
  } finally {
    await handle.close();
  }
}

export type StoredFile = Pick<
  typeof documents.$inferSelect,
  'file1' | 'storageKey' | 'originalName' | 'contentType' | 'size' | 'sha256'
>;

export async function storeFile(
  db: Database,
  storage: DocumentStorage,
  file: ReceivedFile,
  { extension, contentType }: DocumentType,
): Promise<StoredFile> {
  const databaseName = await findDatabaseName(db);
  const file1 = `${randomBytes(18).toString('base64url')}.${extension}`;
  // The prefix separates databases that share a folder or bucket.
  const storageKey = `${databaseName}.${file1}`;
  const bytes = await storage.put(storageKey, createReadStream(file.path), contentType);
  return { file1, storageKey, contentType, originalName: cleanFileName(file.originalName), ...bytes };
}

/**
 * The database's id: the same on all instances, but different for a restored dump
 * (docs/decisions/16-files-and-disk-space.md).
 */
export async function findDatabaseName(db: Database): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select left(md5(system_identifier || '-' || (select oid from pg_database where datname = current_database())), 12)
      as name
    from pg_control_system()`);
  return rows[0]!.name;
}

const portionSize = 1_000;

/**
 * Deletes files that are older than `before` and that no row references: those of interrupted uploads. Returns their
 * number. Several instances may sweep at once. `stopped` aborts the sweep, because listing a bucket may take minutes.
 */
export async function sweepDocuments(
  db: Database,
  storage: DocumentStorage,
  { before, stopped }: { before: Date; stopped?: AbortSignal },
): Promise<number> {
  const prefix = `${await findDatabaseName(db)}.`;
  let removed = 0;
  let portion = new Map<string, string>();
  for await (const { key, at } of storage.list(prefix)) {
    if (stopped?.aborted) return removed;
    const file1 = key.slice(prefix.length);
    if (!/^[\w-]{24}\.[a-z]{3,4}$/.test(file1) || at >= before) continue;
    portion.set(file1, key);
    if (portion.size < portionSize) continue;
    removed += await removeUnknown(db, storage, { portion, stopped });
    portion = new Map();
  }
  return removed + (await removeUnknown(db, storage, { portion, stopped }));
}

async function removeUnknown(
  db: Database,
  storage: DocumentStorage,
  { portion, stopped }: { portion: Map<string, string>; stopped: AbortSignal | undefined },
) {
  const files = await findKnown(db, [documents.file1, customerMessages.file1], [...portion.keys()]);
  const suspects = [...portion].filter(([file1]) => !files.has(file1)).map(([, key]) => key);
  // Check the few suspects again by their exact keys. This scans the tables, so it is not done for all files.
  const known = await findKnown(db, [documents.storageKey, customerMessages.storageKey], suspects);
  let removed = 0;
  for (const key of suspects) {
    if (stopped?.aborted) break;
    if (known.has(key)) continue;
    await storage.remove(key);
    removed += 1;
  }
  return removed;
}

async function findKnown(db: Database, columns: [AnyColumn, AnyColumn], names: readonly string[]) {
  const known = new Set<string>();
  if (names.length === 0) return known;
  for (const column of columns) {
    const rows = await db
      .select({ name: sql<string>`${column}` })
      .from(column.table)
      .where(inArray(column, [...names]));
    for (const { name } of rows) known.add(name);
  }
  return known;
}
