import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { cleanFileName } from 'shared/format/fileName';
import { documentEdgeBytes, documentFault, type DocumentType, documentTypeOf } from 'shared/rules/documentTypes';
import type { Database } from '../db/database.ts';
import type { documents } from '../db/schema/documents.ts';
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
