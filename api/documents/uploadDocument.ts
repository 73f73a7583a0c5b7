import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import { shownFileName } from 'shared/format/fileName';
import type { DocumentType } from 'shared/rules/documentTypes';
import type { Transaction } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Member } from '../http/member.ts';
import type { ReceivedFile } from '../http/receiveForm.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { queueMail, type QueuedMail } from '../mail/queueMail.ts';
import { refuseStaleOrder } from '../orders/changes/refuseStaleOrder.ts';
import { appendHistory } from '../orders/changes/historyQueries.ts';
import { raiseVersion } from '../orders/changes/lockQueries.ts';
import { acceptedType } from './acceptedType.ts';
import { findDatabaseName, findOrderForDocument, insertDocument, lockOrderForDocument } from './documentQueries.ts';
import { fitForDocument } from './fitForDocument.ts';
import { readDocument } from './reading/readDocument.ts';
import { refuseUnconfirmed } from './refuseUnconfirmed.ts';
import type { DocumentStorage } from '../storage/DocumentStorage.ts';
import { storageKeyOf } from './storageKey.ts';
import { whenItGoes } from '../mail/whenItGoes.ts';

type UploadCall = typeof documentCalls.upload;

/** A document whose bytes are in the storage. */
interface StoredDocument {
  file1: string;
  storageKey: string;
  originalName: string;
  contentType: string;
  size: number;
  sha256: string;
  /** What did not match the order, though a person confirmed it. */
  warnings: string[];
}

/**
 * Stores a document of an order and asks for the mail that takes it to the customer. The bytes are safe before the
 * transaction begins, in which document, mail and history come. When that was not done the bytes go again,
 * but not when nobody knows whether it was: then they stay, and are swept later if no row names them (sweepDocuments.ts).
 */
export async function uploadDocument(
  input: ParsedInput<UploadCall>,
  { db, member, files, write }: Context<UploadCall>,
  { storage, settings }: Pick<Desk, 'storage' | 'settings'>,
): Promise<Reply<UploadCall>> {
  const file = files.uploadVisaDoc;
  // A browser sends a field without a file as one without a name.
  if (!file || (file.size === 0 && !file.originalName)) {
    throw new Refusal(400, 'File is required', { errors: { uploadVisaDoc: 'File is required' } });
  }
  const type = await acceptedType(file, settings.maxUploadMb);
  // Looked at before the bytes are stored, and again once the order is locked.
  const order = fitForDocument(await findOrderForDocument(db, input.orderId));
  const warnings = refuseUnconfirmed(await readDocument(file.path, type), order, input.confirmed);
  const databaseName = await findDatabaseName(db);
  const stored = { ...(await store(storage, file, { type, databaseName })), warnings };
  // From then on a COMMIT may be on its way, and an error does not tell that it was not done.
  let recorded = false;
  try {
    return await write(async (tx) => {
      const waitSeconds = settings.mail.delaySeconds;
      const { version, mailId, dueAt } = await record(tx, input, stored, { member, waitSeconds });
      recorded = true;
      const data = { file1: stored.file1, version, mailId, dueAt: dueAt?.toISOString() ?? null };
      return { message: `Document uploaded. ${whenItGoes(waitSeconds)}`, data };
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
  { type: { extension, contentType }, databaseName }: { type: DocumentType; databaseName: string },
) {
  // 24 characters of 6 bits: nobody finds a document by trying.
  const file1 = `${randomBytes(18).toString('base64url')}.${extension}`;
  const storageKey = storageKeyOf(databaseName, file1);
  const bytes = await storage.put(storageKey, createReadStream(file.path), contentType);
  return { file1, storageKey, contentType, originalName: shownFileName(file.originalName), ...bytes };
}

/** Answers the order's new version, and its mail. */
async function record(
  tx: Transaction,
  { orderId, email, mailServiceProvider, version: seen }: ParsedInput<UploadCall>,
  stored: StoredDocument,
  { member, waitSeconds }: { member: Member; waitSeconds: number },
): Promise<QueuedMail & { version: number }> {
  const order = fitForDocument(await lockOrderForDocument(tx, orderId));
  await refuseStaleOrder(tx, order, seen);
  const documentId = await insertDocument(tx, {
    orderId,
    ...stored,
    customerName: order.fullName,
    uploadedBy: member.id,
  });
  const mail = { orderId, kind: 'approval', recipient: email, provider: mailServiceProvider } as const;
  const queued = await queueMail(tx, { ...mail, documentId, askedBy: member.id, waitSeconds });
  await raiseVersion(tx, orderId);
  const version = order.version + 1;
  const change = { kind: 'upload', field: 'document', from: null, to: stored.originalName } as const;
  await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  return { version, ...queued };
}
