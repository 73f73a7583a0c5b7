import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import { fileMissing } from 'shared/rules/documentFaults';
import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { queueStaffMail } from '../orders/changes/queueStaffMail.ts';
import { findReleasedDocument, lockOrderForDocument } from './documentQueries.ts';
import { fitForDocument } from './fitForDocument.ts';
import { findEqualWaitingMail } from '../mail/resendQueries.ts';
import { secondsUntil, whenItGoes } from '../mail/whenItGoes.ts';

type ResendCall = typeof documentCalls.resend;

/**
 * Mails the newest document of an order again, to the address given; for a while it can be taken back. While an
 * equal mail waits no other is asked for: the answer is that one, and how long it still waits (rules 12.22).
 */
export async function resendMail(
  { orderId, email, mailServiceProvider }: ParsedInput<ResendCall>,
  { db, member }: Context<ResendCall>,
  { storage, settings }: Pick<Desk, 'storage' | 'settings'>,
): Promise<Reply<ResendCall>> {
  // Asked before the transaction: a bucket may take its time.
  const stored = await findReleasedDocument(db, orderId);
  if (stored && (await storage.head(stored.storageKey)) === null) {
    throw new Refusal(409, fileMissing);
  }
  const { mailId, dueAt } = await db.transaction(async (tx) => {
    fitForDocument(await lockOrderForDocument(tx, orderId));
    const newest = await findReleasedDocument(tx, orderId);
    if (!newest) throw new Refusal(409, 'This order has no document to send. Upload one first.');
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
  return { message: whenItGoes(secondsUntil(dueAt)), data: { mailId, dueAt: dueAt?.toISOString() ?? null } };
}
