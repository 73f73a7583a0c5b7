import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { shownFileName } from 'shared/format/fileName';
import { documentEdge, documentFault, type DocumentType, documentTypeOf } from 'shared/rules/documentTypes';
import type { Database } from '../db/database.ts';
import type { ReceivedFile } from '../http/bodies.ts';
import { Refusal } from '../http/Refusal.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';

/** Whether a form has a file in its field: a browser sends a field without one as one without a name. */
export const isFileThere = (file: ReceivedFile | undefined): file is ReceivedFile =>
  file !== undefined && (file.size > 0 || Boolean(file.originalName));

/**
 * Says what a file is by its bytes. Throws what the form says of it too (rules 11.3, 11.13): 400 for an empty one, 413
 * beyond the limit, 415 for anything but a PDF, JPEG, PNG, WebP or HEIC, and for a PDF that was cut short.
 */
export async function acceptedType(file: ReceivedFile, limitMb: number): Promise<DocumentType> {
  const { head, tail } = await edgesOf(file);
  const fault = documentFault({ name: file.originalName, size: file.size, head, tail }, limitMb);
  if (fault) throw new Refusal(fault.httpStatus, fault.text, { errors: { [file.field]: fault.text } });
  return documentTypeOf(head)!;
}

async function edgesOf({ path, size }: ReceivedFile) {
  const handle = await open(path);
  try {
    const length = Math.min(size, documentEdge);
    const edge = async (position: number) => (await handle.read(new Uint8Array(length), 0, length, position)).buffer;
    return { head: await edge(0), tail: await edge(size - length) };
  } finally {
    await handle.close();
  }
}

/** A file whose bytes are in the storage. */
export interface StoredFile {
  file1: string;
  storageKey: string;
  originalName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Puts a received file into the storage, under a name that nobody finds by trying. */
export async function storeFile(
  db: Database,
  storage: DocumentStorage,
  file: ReceivedFile,
  { extension, contentType }: DocumentType,
): Promise<StoredFile> {
  const databaseName = await findDatabaseName(db);
  // 24 characters of 6 bits.
  const file1 = `${randomBytes(18).toString('base64url')}.${extension}`;
  const storageKey = storageKeyOf(databaseName, file1);
  const bytes = await storage.put(storageKey, createReadStream(file.path), contentType);
  return { file1, storageKey, contentType, originalName: shownFileName(file.originalName), ...bytes };
}

/** The key of a document's bytes: whose it is stands in it, for two databases may share a folder or a bucket. */
const storageKeyOf = (databaseName: string, file1: string) => `${databaseName}.${file1}`;

/** The file of such a key; null: it has another form, or belongs to another database. */
export function fileOfKey(databaseName: string, key: string): string | null {
  const [, name, file1] = /^([0-9a-f]{12})\.([\w-]{24}\.[a-z]{3,4})$/.exec(key) ?? [];
  return name === databaseName ? file1! : null;
}

/**
 * The name of this database, 12 characters, equal for all instances. A database restored from a dump has another one, a
 * copy of the server's files the same (docs/decisions/16-files-and-room.md).
 */
export async function findDatabaseName(db: Database): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select left(md5(system_identifier || '-' || (select oid from pg_database where datname = current_database())), 12)
      as name
    from pg_control_system()`);
  return rows[0]!.name;
}
