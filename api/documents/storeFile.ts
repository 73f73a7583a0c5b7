import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { shownFileName } from 'shared/format/fileName';
import type { DocumentType } from 'shared/rules/documentTypes';
import type { Database } from '../db/database.ts';
import type { ReceivedFile } from '../http/receiveForm.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { findDatabaseName } from './documentQueries.ts';
import { storageKeyOf } from './storageKey.ts';

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
