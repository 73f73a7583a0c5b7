import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Database } from '../db/database.ts';
import { findStorageKey } from '../documents/documentQueries.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { standingDocument } from './packRecords.ts';
import type { PackSources } from './packSources.ts';

/**
 * The newest document of the records that was not withdrawn, as its file is kept. Null: there is none, its file is gone, or it is not the one
 * that was recorded: table and storage can be changed, the history cannot.
 */
export async function packDocument(
  { records }: Pick<PackSources, 'records'>,
  { db, storage }: { db: Database; storage: Pick<DocumentStorage, 'get'> },
): Promise<{ contentType: string; bytes: Uint8Array } | null> {
  const newest = standingDocument(records);
  const storageKey = newest && (await findStorageKey(db, newest.documentId));
  const source = storageKey && (await storage.get(storageKey));
  if (!source) return null;
  const bytes = await buffer(source);
  const isRecorded = createHash('sha256').update(bytes).digest('hex') === newest.sha256;
  return isRecorded ? { contentType: newest.contentType, bytes } : null;
}
