import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import type { Transaction } from '../db/database.ts';
import type { Member } from '../http/member.ts';
import type { ReceivedFile } from '../http/receiveForm.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { queueMail } from '../mail/queueMail.ts';
import { checkVersion } from '../orders/changes/checkVersion.ts';
import { appendHistory } from '../orders/changes/historyQueries.ts';
import { raiseVersion } from '../orders/changes/lockQueries.ts';
import { originalNameOf } from '../storage/documentName.ts';
import { findDatabaseName, findOrderForDocument, insertDocument, lockOrderForDocument } from './documentQueries.ts';
import { documentTypeOf } from './documentTypes.ts';
import { fitForDocument } from './fitForDocument.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { storageKeyOf } from './storageKey.ts';

type UploadCall = typeof documentCalls.upload;

/** A document whose bytes are in the storage. */
interface StoredDocument {
  file1: string;
  storageKey: string;
  originalName: string;
  contentType: string;
  size: number;
  sha256: string;
}

/**
 * Stores a document of an order and asks for the mail that takes it to the customer. The bytes are safe before the
 * transaction begins, in which document, mail and history come. When that was not done the bytes go again,
 * but not when nobody knows whether it was: then they stay, and are swept later if no row names them (sweepDocuments.ts).
 */
export async function uploadDocument(
  input: ParsedInput<UploadCall>,
  { db, member, files, write }: Context<UploadCall>,
  storage: DocumentStorage,
): Promise<Reply<UploadCall>> {
  const file = files.uploadVisaDoc;
  if (!file || file.size === 0) {
    throw new Refusal(400, 'File is required', { errors: { uploadVisaDoc: 'File is required' } });
  }
  const { extension, contentType } = await documentTypeOf(file.path, file.originalName);
  // Looked at before the bytes are stored, and again once the order is locked.
  fitForDocument(await findOrderForDocument(db, input.orderId));
  const stored = await store(storage, file, { extension, contentType, databaseName: await findDatabaseName(db) });
  // From then on a COMMIT may be on its way, and an error does not tell that it was not done.
  let recorded = false;
  try {
    return await write(async (tx) => {
      const version = await record(tx, input, stored, member);
      recorded = true;
      return { message: 'Document uploaded. The e-mail is on its way.', data: { file1: stored.file1, version } };
    });
  } catch (error) {
    // What cannot be removed now is swept, too.
    if (!recorded) await storage.remove(stored.storageKey).catch(() => {});
    throw error;
  }
}

async function store(
  storage: DocumentStorage,
  file: ReceivedFile,
  { extension, contentType, databaseName }: { extension: string; contentType: string; databaseName: string },
): Promise<StoredDocument> {
  // 24 characters of 6 bits: nobody finds a document by trying.
  const file1 = `${randomBytes(18).toString('base64url')}.${extension}`;
  const storageKey = storageKeyOf(databaseName, file1);
  const bytes = await storage.put(storageKey, createReadStream(file.path), contentType);
  return { file1, storageKey, contentType, originalName: originalNameOf(file.originalName), ...bytes };
}

/** Answers the order's new version. */
async function record(
  tx: Transaction,
  { orderId, email, mailServiceProvider, version: seen }: ParsedInput<UploadCall>,
  stored: StoredDocument,
  member: Member,
): Promise<number> {
  const order = fitForDocument(await lockOrderForDocument(tx, orderId));
  await checkVersion(tx, order, seen);
  const documentId = await insertDocument(tx, {
    orderId,
    ...stored,
    customerName: order.fullName,
    uploadedBy: member.id,
  });
  const mail = { orderId, kind: 'approval', recipient: email, provider: mailServiceProvider } as const;
  await queueMail(tx, { ...mail, documentId, askedBy: member.id });
  await raiseVersion(tx, orderId);
  const version = order.version + 1;
  const change = { kind: 'upload', field: 'document', from: null, to: stored.originalName } as const;
  await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  return version;
}
