import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import type { StoredDeclaration } from 'shared/api/orderDetails';
import { documentWarnings, isOtherScript } from 'shared/declaration/documentMatch';
import type * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';
import type { Desk } from '../desk/desk.ts';
import type { Member } from '../http/authorise.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import type { QueuedMail } from '../mail/queueMail.ts';
import { whenItGoes } from '../mail/waitingMails.ts';
import { appendHistory, raiseVersion, refuseStaleOrder } from '../orders/changes/changeQueries.ts';
import { queueStaffMail } from '../orders/changes/queueStaffMail.ts';
import type { Settings } from '../settings/settings.ts';
import { fitForDocument, lockOrderForDocument } from './documentQueries.ts';
import { readDocument } from './readDocument.ts';
import { acceptedType, isFileThere, type StoredFile, storeFile } from './storeFile.ts';

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

/** The order that a document is for, with what the document is held against. */
async function findOrderForDocument(db: Database, orderId: string) {
  const { processStatus: status, lastName, declaration } = orders;
  const [order] = await db.select({ status, lastName, declaration }).from(orders).where(eq(orders.orderId, orderId));
  return order ?? null;
}

async function insertDocument(tx: Transaction, document: typeof documents.$inferInsert): Promise<number> {
  const [row] = await tx.insert(documents).values(document).returning({ id: documents.id });
  return row!.id;
}

interface DocumentOrder {
  lastName: string;
  declaration: StoredDeclaration;
}

/**
 * Returns the warnings about a document's text, and a note for a name in another script. Throws a 409 with the warnings
 * unless somebody has confirmed them (rules 11.4, 11.14).
 */
function refuseUnconfirmed(
  text: string,
  { lastName, declaration }: DocumentOrder,
  confirmed: 'Y' | '',
): { warnings: string[]; note: string | null } {
  const owner = {
    passport_number: declaration.passport_number ?? null,
    familyMember: declaration.familyMember ?? [],
    last_name: lastName,
  };
  const warnings = documentWarnings(text, owner);
  const note = isOtherScript(text, owner) ? 'The passport number matches; the name is in another script.' : null;
  if (warnings.length === 0 || confirmed === 'Y') return { warnings, note };
  const data: v.InferOutput<typeof unconfirmedDocument> = { warnings };
  throw new Refusal(409, `This may be someone else’s document. ${warnings.join(' ')}`, { data });
}
