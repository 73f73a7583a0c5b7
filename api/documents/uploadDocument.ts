import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls, unconfirmedDocument } from 'shared/api/documentCalls';
import { documentWarnings, isOtherScript } from 'shared/declaration/documentMatch';
import type * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { documents } from '../db/schema/documents.ts';
import { orders } from '../db/schema/orders.ts';
import type { AppContext } from '../context/AppContext.ts';
import type { Member } from '../http/session.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import type { QueuedMail } from '../mail/queueMail.ts';
import { deliveryMessage } from '../mail/waitingMails.ts';
import { appendHistory, raiseVersion, assertNotStale } from '../orders/changes/orderChanges.ts';
import { queueStaffMail } from './mailActions.ts';
import type { Settings } from '../settings/settings.ts';
import { assertAcceptsDocuments, lockOrderForDocument } from './documentQueries.ts';
import { readDocument } from './readDocument.ts';
import { acceptedType, hasFile, type StoredFile, storeFile } from './documentFiles.ts';

type UploadCall = typeof documentCalls.upload;

/**
 * Stores the file, then adds document, mail and history in a transaction. If the transaction fails, the file is
 * removed. If the result of the COMMIT is unknown, the file is kept, and `sweepDocuments` removes it later if no row
 * has it.
 */
export const uploadDocument: Handler<UploadCall, [AppContext]> = async (
  input,
  { db, member, files, write },
  { storage, settings },
) => {
  const file = files.uploadVisaDoc;
  if (!hasFile(file)) {
    throw new HttpError(400, 'File is required', { errors: { uploadVisaDoc: 'File is required' } });
  }
  const type = await acceptedType(file, settings.maxUploadMb);
  // Checked before the file is stored, and again once the order is locked.
  const { processStatus: status, lastName, declaration } = orders;
  const isOrder = eq(orders.orderId, input.orderId);
  const [found] = await db.select({ status, lastName, declaration }).from(orders).where(isOrder);
  const order = assertAcceptsDocuments(found);
  const { warnings, note } = confirmedWarnings(await readDocument(file, type), order, input.confirmed);
  const stored = { ...(await storeFile(db, storage, file, type)), warnings };
  // Becomes true before the COMMIT: even if the COMMIT fails, the row may exist, so the file must be kept.
  let recorded = false;
  try {
    return await write(async (tx) => {
      const { version, mailId, dueAt } = await record(tx, input, stored, { member, settings });
      recorded = true;
      const data = { file1: stored.file1, version, mailId, dueAt: dueAt?.toISOString() ?? null };
      const message = ['Document uploaded.', deliveryMessage(settings.mail.delaySeconds), note]
        .filter(Boolean)
        .join(' ');
      return { message, data };
    });
  } catch (error) {
    // If this fails, `sweepDocuments` removes the file later.
    if (!recorded) await storage.remove(stored.storageKey).catch(() => {});
    throw error;
  }
};

async function record(
  tx: Transaction,
  { orderId, email, mailServiceProvider, version: seen }: ParsedInput<UploadCall>,
  stored: StoredFile & { warnings: string[] },
  { member, settings }: { member: Member; settings: Pick<Settings, 'mail'> },
): Promise<QueuedMail & { version: number }> {
  const order = assertAcceptsDocuments(await lockOrderForDocument(tx, orderId));
  await assertNotStale(tx, order, seen);
  const document = { orderId, ...stored, customerName: order.fullName, uploadedBy: member.id };
  const [row] = await tx.insert(documents).values(document).returning({ id: documents.id });
  const mail = { orderId, kind: 'approval', recipient: email, provider: mailServiceProvider } as const;
  const queued = await queueStaffMail(tx, { ...mail, documentId: row!.id, askedBy: member.id }, settings.mail);
  await raiseVersion(tx, orderId);
  const version = order.version + 1;
  const change = { kind: 'upload', field: 'document', from: null, to: stored.originalName } as const;
  await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  return { version, ...queued };
}

/** Returns the document's warnings. Throws 409 with them, unless the member confirmed them (rules 11.4, 11.14). */
function confirmedWarnings(
  text: string,
  { lastName, declaration }: Pick<typeof orders.$inferSelect, 'lastName' | 'declaration'>,
  confirmed: 'Y' | '',
) {
  const owner = {
    passport_number: declaration.passport_number ?? null,
    familyMember: declaration.familyMember ?? [],
    last_name: lastName,
  };
  const warnings = documentWarnings(text, owner);
  const note = isOtherScript(text, owner) ? 'The passport number matches; the name is in another script.' : null;
  if (warnings.length === 0 || confirmed === 'Y') return { warnings, note };
  const data: v.InferOutput<typeof unconfirmedDocument> = { warnings };
  throw new HttpError(409, `This may be someone else’s document. ${warnings.join(' ')}`, { data });
}
