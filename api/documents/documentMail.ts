import { randomUUID } from 'node:crypto';
import type { documentCalls } from 'shared/api/documentCalls';
import type { mailCalls } from 'shared/api/mailCalls';
import { documentFileMissing } from 'shared/rules/documentFaults';
import type { Database, Transaction } from '../db/database.ts';
import type { AppContext } from '../context/AppContext.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import {
  findEqualWaitingMail,
  findMailState,
  sendWaitingMailNow,
  hasOtherMail,
  secondsUntil,
  cancelQueuedMail,
  deliveryMessage,
} from '../mail/waitingMails.ts';
import { appendHistory, findVersion } from '../orders/changes/changeQueries.ts';
import { queueStaffMail } from '../orders/changes/queueStaffMail.ts';
import { undoRefund } from '../orders/plans/movePlan.ts';
import { findReleasedDocument, assertAcceptsDocuments, lockOrderForDocument } from './documentQueries.ts';
import { withdraw } from './withdrawDocument.ts';

/** Returns the waiting mail if there already is an equal one (rules 12.22). */
export const resendMail: Handler<typeof documentCalls.resend, [AppContext]> = async (
  { orderId, email, mailServiceProvider },
  { db, member },
  { storage, settings },
) => {
  // Checked before the transaction, because a bucket may be slow.
  const stored = await findReleasedDocument(db, orderId);
  if (stored && (await storage.head(stored.storageKey)) === null) {
    throw new HttpError(409, documentFileMissing);
  }
  const { mailId, dueAt } = await db.transaction(async (tx) => {
    assertAcceptsDocuments(await lockOrderForDocument(tx, orderId));
    const newest = await findReleasedDocument(tx, orderId);
    if (!newest) throw new HttpError(409, 'This order has no document to send. Upload one first.');
    const mail = {
      orderId,
      kind: 'approval',
      recipient: email,
      provider: mailServiceProvider,
      documentId: newest.id,
    } as const;
    const waiting = await findEqualWaitingMail(tx, mail);
    return waiting ?? queueStaffMail(tx, { ...mail, askedBy: member.id }, settings.mail);
  });
  return { message: deliveryMessage(secondsUntil(dueAt)), data: { mailId, dueAt: dueAt?.toISOString() ?? null } };
};

export const cancelMail: Handler<typeof mailCalls.cancel> = async ({ mailId }, { db, member }) => {
  return db.transaction(async (tx) => {
    const cancelled = await cancelWaitingMail(tx, { mailId }, member);
    if (!cancelled) throw await mailNotPending(tx, mailId);
    return cancelled;
  });
};

/** Also undoes its refund, or withdraws its document if no other mail has that (rules 12.11). Null if not waiting. */
export async function cancelWaitingMail(
  tx: Transaction,
  which: { mailId: number } | { askedBy: number },
  member: { id: number },
) {
  const mail = await cancelQueuedMail(tx, which);
  if (!mail) return null;
  const { id: mailId, kind, orderId, documentId } = mail;
  const version = (await findVersion(tx, orderId))!;
  const change = { kind: 'mail', field: 'mail', from: 'queued', to: 'cancelled' } as const;
  await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  const withdrawn =
    documentId !== null &&
    !(await hasOtherMail(tx, documentId)) &&
    (await withdraw(tx, { orderId, documentId, memberId: member.id }));
  const isBack = kind === 'refund' && (await undoRefund(tx, orderId, member));
  const also = withdrawn ? ' Its document was withdrawn.' : isBack ? ` Order ${orderId} is back in Refunds.` : '';
  const message = `The email was cancelled.${also}`;
  return { message, data: { mailId, orderId } };
}

/** Rules 12.11. */
export const sendMailNow: Handler<typeof mailCalls.sendNow> = async ({ mailId }, { db }) => {
  await db.transaction(async (tx) => {
    if (!(await sendWaitingMailNow(tx, mailId))) throw await mailNotPending(tx, mailId);
  });
  return { message: 'The email is on its way.', data: null };
};

async function mailNotPending(db: Database, mailId: number): Promise<HttpError> {
  const mail = await findMailState(db, mailId);
  if (mail === null) return new HttpError(404, 'Email not found');
  const { state, tooSoon } = mail;
  if (tooSoon)
    return new HttpError(
      409,
      'The customer was emailed less than 15 minutes ago. This email will be sent automatically.',
    );
  if (state === 'cancelled') return new HttpError(409, 'This email was already cancelled.');
  if (state === 'queued') return new HttpError(409, 'This email is already on its way.');
  return new HttpError(409, 'This email is no longer waiting.');
}
