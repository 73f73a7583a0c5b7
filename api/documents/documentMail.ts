import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import type { mailCalls } from 'shared/api/mailCalls';
import { fileMissing } from 'shared/rules/documentFaults';
import type { Database, Transaction } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import {
  findEqualWaitingMail,
  findMailState,
  hastenMail,
  isMailedOtherwise,
  secondsUntil,
  takeBackMail,
  whenItGoes,
} from '../mail/waitingMails.ts';
import { appendHistory, findVersion } from '../orders/changes/changeQueries.ts';
import { queueStaffMail } from '../orders/changes/queueStaffMail.ts';
import { findReleasedDocument, fitForDocument, lockOrderForDocument } from './documentQueries.ts';
import { withdraw } from './withdrawDocument.ts';

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

type CancelCall = typeof mailCalls.cancel;

/** Takes back a mail that waits. */
export async function cancelMail(
  { mailId }: ParsedInput<CancelCall>,
  { db, member }: Context<CancelCall>,
): Promise<Reply<CancelCall>> {
  return db.transaction(async (tx) => {
    const cancelled = await cancelWaitingMail(tx, { mailId }, member);
    if (!cancelled) throw await notWaiting(tx, mailId);
    return cancelled;
  });
}

/**
 * Takes back a mail that waits, and withdraws its document unless another mail carries that too (rules 12.11). The mail
 * alone changes nothing of the order: its version stays. Returns null when the mail does not wait (any more).
 */
export async function cancelWaitingMail(
  tx: Transaction,
  which: { mailId: number } | { askedBy: number },
  member: { id: number },
) {
  const mail = await takeBackMail(tx, which);
  if (!mail) return null;
  const { id: mailId, orderId, documentId } = mail;
  const version = (await findVersion(tx, orderId))!;
  const change = { kind: 'mail', field: 'mail', from: 'queued', to: 'cancelled' } as const;
  await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  const withdrawn =
    documentId !== null &&
    !(await isMailedOtherwise(tx, documentId)) &&
    (await withdraw(tx, { orderId, documentId, memberId: member.id }));
  const message = `The e-mail was taken back.${withdrawn ? ' Its document was withdrawn.' : ''}`;
  return { message, data: { mailId, orderId } };
}

type SendNowCall = typeof mailCalls.sendNow;

/** Sends a mail that waits at once (rules 12.11). */
export async function sendMailNow(
  { mailId }: ParsedInput<SendNowCall>,
  { db }: Context<SendNowCall>,
): Promise<Reply<SendNowCall>> {
  await db.transaction(async (tx) => {
    if (!(await hastenMail(tx, mailId))) throw await notWaiting(tx, mailId);
  });
  return { message: 'The e-mail is on its way.', data: null };
}

/** Why a mail that should wait cannot be taken back or sent at once: 404 for one that is not there, else 409. */
async function notWaiting(db: Database, mailId: number): Promise<Refusal> {
  const state = await findMailState(db, mailId);
  if (state === null) return new Refusal(404, 'There is no such mail');
  if (state === 'cancelled') return new Refusal(409, 'This e-mail was taken back already.');
  if (state === 'queued') return new Refusal(409, 'This e-mail is on its way already.');
  return new Refusal(409, 'This e-mail does not wait any more.');
}
