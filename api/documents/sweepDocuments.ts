import { type AnyColumn, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { fileOfKey, findDatabaseName } from './storeFile.ts';

/** One statement's worth. */
const portionSize = 1_000;

interface Sweep {
  before: Date;
  /** From then on nothing more is looked at or removed: a bucket may take many minutes. */
  stopped?: AbortSignal;
}

/**
 * Removes the bytes of documents that came before a moment and that no row names: their upload broke off between the
 * two. Keys of another form or of another database are left alone. Answers how many were removed. Several instances may
 * do it at once.
 */
export async function sweepDocuments(db: Database, storage: DocumentStorage, sweep: Sweep): Promise<number> {
  const databaseName = await findDatabaseName(db);
  let removed = 0;
  let portion = new Map<string, string>();
  for await (const { key, at } of storage.list(`${databaseName}.`)) {
    if (sweep.stopped?.aborted) return removed;
    const file1 = fileOfKey(databaseName, key);
    if (file1 === null || at >= sweep.before) continue;
    portion.set(file1, key);
    if (portion.size < portionSize) continue;
    removed += await removeUnknown(db, storage, portion, sweep);
    portion = new Map();
  }
  return removed + (await removeUnknown(db, storage, portion, sweep));
}

async function removeUnknown(
  db: Database,
  storage: DocumentStorage,
  portion: Map<string, string>,
  { stopped }: Sweep,
): Promise<number> {
  if (portion.size === 0) return 0;
  const files = await findKnownFiles(db, [...portion.keys()]);
  const suspects = [...portion].filter(([file1]) => !files.has(file1)).map(([, key]) => key);
  if (suspects.length === 0) return 0;
  // By the column that is meant, right before it cannot be undone; for all of the storage it would take too long.
  const known = await findKnownKeys(db, suspects);
  let removed = 0;
  for (const key of suspects) {
    if (stopped?.aborted) break;
    if (known.has(key)) continue;
    await storage.remove(key);
    removed += 1;
  }
  return removed;
}

/** The files among these that a document or a customer's message has. */
const findKnownFiles = (db: Database, file1s: readonly string[]): Promise<Set<string>> =>
  findKnown(db, [documents.file1, customerMessages.file1], file1s);

/** The keys among these under which such a file's bytes lie. Reads the whole tables: for a few at a time. */
const findKnownKeys = (db: Database, keys: readonly string[]): Promise<Set<string>> =>
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
