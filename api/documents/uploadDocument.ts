import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import type { Transaction } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { Member } from '../http/member.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import type { QueuedMail } from '../mail/queueMail.ts';
import { queueStaffMail } from '../orders/changes/queueStaffMail.ts';
import { appendHistory, raiseVersion, refuseStaleOrder } from '../orders/changes/changeQueries.ts';
import { acceptedType } from './acceptedType.ts';
import { findOrderForDocument, insertDocument, lockOrderForDocument } from './documentQueries.ts';
import { fitForDocument } from './fitForDocument.ts';
import { readDocument } from './reading/readDocument.ts';
import { refuseUnconfirmed } from './refuseUnconfirmed.ts';
import { isFileThere } from './isFileThere.ts';
import { storeFile, type StoredFile } from './storeFile.ts';
import type { Settings } from '../settings/settings.ts';
import { whenItGoes } from '../mail/whenItGoes.ts';

type UploadCall = typeof documentCalls.upload;

interface StoredDocument extends StoredFile {
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
  if (!isFileThere(file)) {
    throw new Refusal(400, 'File is required', { errors: { uploadVisaDoc: 'File is required' } });
  }
  const type = await acceptedType(file, settings.maxUploadMb);
  // Looked at before the bytes are stored, and again once the order is locked.
  const order = fitForDocument(await findOrderForDocument(db, input.orderId));
  const { warnings, note } = refuseUnconfirmed(await readDocument(file, type), order, input.confirmed);
  const stored = { ...(await storeFile(db, storage, file, type)), warnings };
  // From then on a COMMIT may be on its way, and an error does not tell that it was not done.
  let recorded = false;
  try {
    return await write(async (tx) => {
      const { version, mailId, dueAt } = await record(tx, input, stored, { member, settings });
      recorded = true;
      const data = { file1: stored.file1, version, mailId, dueAt: dueAt?.toISOString() ?? null };
      const message = ['Document uploaded.', whenItGoes(settings.mail.delaySeconds), note].filter(Boolean).join(' ');
      return { message, data };
    });
  } catch (error) {
    // What cannot be removed now is swept, too.
    if (!recorded) await storage.remove(stored.storageKey).catch(() => {});
    throw error;
  }
}

/** Answers the order's new version, and its mail. */
async function record(
  tx: Transaction,
  { orderId, email, mailServiceProvider, version: seen }: ParsedInput<UploadCall>,
  stored: StoredDocument,
  { member, settings }: { member: Member; settings: Pick<Settings, 'mail'> },
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
  const queued = await queueStaffMail(tx, { ...mail, documentId, askedBy: member.id }, settings.mail);
  await raiseVersion(tx, orderId);
  const version = order.version + 1;
  const change = { kind: 'upload', field: 'document', from: null, to: stored.originalName } as const;
  await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  return { version, ...queued };
}
