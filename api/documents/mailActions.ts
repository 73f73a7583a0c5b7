import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { documentCalls } from 'shared/api/documentCalls';
import type { mailCalls } from 'shared/api/mailCalls';
import type { messageCalls } from 'shared/api/messageCalls';
import { count } from 'shared/format/count';
import { documentFileMissing } from 'shared/rules/documentFaults';
import { folders } from 'shared/rules/folders';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { mails, messageMailKinds } from '../db/schema/mails.ts';
import { secondsUntilFewer } from '../db/secondsUntilFewer.ts';
import type { AppContext } from '../context/AppContext.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Handler } from '../http/serve.ts';
import { queueMail, type MailRequest, type QueuedMail } from '../mail/queueMail.ts';
import {
  findMailState,
  findNewestWaiting,
  lockMailOfMessage,
  requeueForColleague,
  sendWaitingMailNow,
  hasOtherMail,
  cancelQueuedMail,
  deliveryAnswer,
} from '../mail/waitingMails.ts';
import { appendHistory, findVersion } from '../orders/changes/orderChanges.ts';
import { assertReplyStands, withdrawMessage } from '../orders/messages.ts';
import { undoRefund } from '../orders/plans/move.ts';
import type { Settings } from '../settings/settings.ts';
import { findReleasedDocument, assertAcceptsDocuments, lockOrderForDocument } from './documentQueries.ts';
import { withdraw } from './withdrawDocument.ts';

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
  const queued = await db.transaction(async (tx) => {
    assertAcceptsDocuments(await lockOrderForDocument(tx, orderId));
    const newest = await findReleasedDocument(tx, orderId);
    if (!newest) throw new HttpError(409, 'This order has no document to send. Upload one first.');
    const mail = { orderId, kind: 'approval', recipient: email, provider: mailServiceProvider } as const;
    return queueStaffMail(tx, { ...mail, documentId: newest.id, askedBy: member.id }, settings.mail);
  });
  return deliveryAnswer(queued);
};

export const cancelMail: Handler<typeof mailCalls.cancel> = async ({ mailId }, { db, member }) => {
  return db.transaction(async (tx) => {
    const cancelled = await cancelWaitingMail(tx, mailId, member);
    if (!cancelled) throw await mailNotPending(tx, mailId);
    const { message, data } = cancelled;
    return { message, data };
  });
};

export const withdrawWaitingReply: Handler<typeof messageCalls.withdrawReply> = async (reply, { db, member }) =>
  db.transaction(async (tx) => {
    await assertReplyStands(tx, reply);
    const withdrawn = await withdrawWithMail(tx, reply, member);
    if (!withdrawn)
      throw new HttpError(
        409,
        'This reply can no longer be withdrawn. The customer may have read it or been emailed about it.',
      );
    const { message, data } = withdrawn;
    return { message, data };
  });

/**
 * Withdraws our message. Also cancels its mail, unless the mail was waiting before the message was written
 * (rule 12.27). Returns null if the message stays.
 */
export async function withdrawWithMail(tx: Transaction, message: OurMessage, member: { id: number }) {
  const mail = await lockMailOfMessage(tx, message);
  if (!mail) return null;
  const { mailId, hasJoined, kind } = mail;
  const outcome = await withdrawMessage(tx, message, member);
  if (outcome === 'seen' || outcome === 'kept') return null;
  // No other message needs this mail, because only the newest message can be withdrawn.
  if (!hasJoined) await cancelAndRecord(tx, mailId, member);
  const { orderId } = message;
  return { withdrawn: kind, message: withdrawnText(outcome, { kind, orderId }), data: { mailId, orderId } };
}

interface OurMessage {
  orderId: string;
  id: number;
}

const withdrawnText = (outcome: 'withdrawn' | 'backInMessages', { kind, orderId }: { kind: string; orderId: string }) =>
  outcome === 'backInMessages'
    ? `Undone. The ${kind} was withdrawn. Order ${orderId} is back in ${folders.customerMessages.link}.`
    : `Undone. The ${kind} to order ${orderId} was withdrawn.`;

/** Cancels the member's newest waiting mail, or withdraws a newer message added to a waiting mail. Otherwise null. */
export async function undoNewestMail(tx: Transaction, member: { id: number }) {
  const { mailId, joined } = await findNewestWaiting(tx, member.id);
  if (joined) return withdrawWithMail(tx, joined, member);
  return mailId === null ? null : cancelWaitingMail(tx, mailId, member);
}

/**
 * Cancels a mail. Also undoes its refund, withdraws its message (rule 12.27), or withdraws its document unless another
 * mail has this document (rule 12.11). Returns null if the mail is not waiting.
 */
async function cancelWaitingMail(tx: Transaction, mailId: number, member: { id: number }) {
  const mail = await cancelAndRecord(tx, mailId, member);
  if (!mail) return null;
  const { kind, orderId, documentId } = mail;
  const withdrewDocument =
    documentId !== null &&
    !(await hasOtherMail(tx, documentId)) &&
    (await withdraw(tx, { orderId, documentId, memberId: member.id }));
  const isBack = kind === 'refund' && (await undoRefund(tx, orderId, member));
  const isMessage = (messageMailKinds as readonly string[]).includes(kind);
  const outcome = isMessage ? await withdrawMessage(tx, { orderId, mailId }, member) : null;
  const colleague = isMessage && (await requeueForColleague(tx, mailId));
  const also = [
    withdrewDocument && ' Its document was withdrawn.',
    isBack && ` Order ${orderId} is back in Refunds.`,
    outcome === 'kept' && ' The customer can still read your message.',
    outcome === 'seen' && ' The customer has already opened the page and can still read your message.',
    colleague && ` The email about ${colleague}’s message is still waiting.`,
  ];
  const data = { mailId, orderId };
  if (outcome === 'backInMessages' || outcome === 'withdrawn')
    return { withdrawn: kind, message: withdrawnText(outcome, { kind, orderId }), data };
  const message = `The email was cancelled.${also.filter(Boolean).join('')}`;
  return { withdrawn: withdrewDocument ? 'document' : null, message, data };
}

async function cancelAndRecord(tx: Transaction, mailId: number, member: { id: number }) {
  const mail = await cancelQueuedMail(tx, mailId);
  if (!mail) return null;
  const version = (await findVersion(tx, mail.orderId))!;
  const change = { kind: 'mail', field: 'mail', from: 'queued', to: 'cancelled' } as const;
  await appendHistory(tx, [{ orderId: mail.orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  return mail;
}

/** Ends the mail's wait (rule 12.11). */
export const sendMailNow: Handler<typeof mailCalls.sendNow> = async ({ mailId }, { db }) => {
  await db.transaction(async (tx) => {
    if (!(await sendWaitingMailNow(tx, mailId))) throw await mailNotPending(tx, mailId);
  });
  return { message: 'The email is on its way.', data: null };
};

async function mailNotPending(db: Database, mailId: number): Promise<HttpError> {
  const mail = await findMailState(db, mailId);
  if (mail === null) return new HttpError(404, 'Email not found.');
  if (mail.tooSoon) {
    const text = 'The customer was emailed less than 15 minutes ago. This email will be sent automatically.';
    return new HttpError(409, text);
  }
  if (mail.state === 'cancelled') return new HttpError(409, 'This email was already cancelled.');
  if (mail.state === 'queued') return new HttpError(409, 'This email is already on its way.');
  return new HttpError(409, 'This email is no longer waiting to be sent.');
}

type StaffMail = Omit<MailRequest, 'waitSeconds' | 'documentId'> & { documentId: number | null; askedBy: number };

/** Queues a mail or returns an equal waiting one (rule 12.22). Throws 429 over the hourly limit (rule 12.25). */
export async function queueStaffMail(
  tx: Transaction,
  mail: StaffMail,
  { perMemberAndHour, delaySeconds }: Settings['mail'],
): Promise<QueuedMail> {
  const waiting = await findEqualWaitingMail(tx, mail);
  if (waiting) return waiting;
  // Serialises the member's requests. Locking the member's row could deadlock: other code locks it before orders.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.staffMails}, ${mail.askedBy}::int)`);
  const which = sql`asked_by = ${mail.askedBy} and kind in ('approval', 'invoice') and state <> 'cancelled'`;
  const wait = await secondsUntilFewer(tx, { at: mails.createdAt, which, max: perMemberAndHour, seconds: 3_600 });
  if (wait > 0) {
    throw new HttpError(
      429,
      `You have reached the limit of ${count(perMemberAndHour)} documents and invoices an hour. Try again in ${Math.ceil(wait / 60)} min.`,
      { retryAfter: wait },
    );
  }
  return queueMail(tx, { ...mail, waitSeconds: delaySeconds });
}

/** Requires the order's lock. */
async function findEqualWaitingMail(tx: Transaction, mail: StaffMail): Promise<QueuedMail | null> {
  const { orderId, kind, recipient, provider, documentId } = mail;
  const [equal] = await tx
    .select({ mailId: mails.id, dueAt: mails.dueAt })
    .from(mails)
    .where(
      sql`order_id = ${orderId} and kind = ${kind} and recipient = ${recipient} and provider = ${provider}
        and document_id is not distinct from ${documentId}::int and state = 'queued' and due_at > now()`,
    )
    .limit(1);
  return equal ?? null;
}
