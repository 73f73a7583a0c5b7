import { type AnyColumn, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { findDatabaseName } from './storeFile.ts';

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
