import { and, desc, eq, gt, isNotNull, isNull, notInArray, sql, type SQL } from 'drizzle-orm';
import { count } from 'shared/format/count';
import type { Database, Transaction } from '../db/database.ts';
import { mails } from '../db/schema/mails.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';
import { hastenMailJob, type MailRequest, type QueuedMail } from './queueMail.ts';

/** When a mail goes that waits for so many seconds, as its asker is told. */
export const whenItGoes = (waitSeconds: number): string =>
  waitSeconds === 0
    ? 'The e-mail is on its way.'
    : `The e-mail goes in ${waitSeconds === 1 ? '1 second' : `${count(waitSeconds)} seconds`}.`;

/** Whole seconds until then, at least one while it waits; 0: it goes at once. */
export const secondsUntil = (dueAt: Date | null): number =>
  dueAt === null ? 0 : Math.max(1, Math.ceil((dueAt.getTime() - Date.now()) / 1_000));

/** What may still be done to a mail is decided by its row alone, which a worker's claim takes too: one of them wins. */
const waits = and(eq(mails.state, 'queued'), isNotNull(mails.dueAt), isNull(mails.callBegunAt));

/** How far a mail of an order is; null: there is no such mail. */
export async function findMailState(db: Database, mailId: number) {
  const [mail] = await db
    .select({ state: mails.state })
    .from(mails)
    .where(and(eq(mails.id, mailId), isNotNull(mails.orderId)));
  return mail?.state ?? null;
}

/**
 * Takes back a mail that waits, or the newest one that a member asked for and that is not due yet. It is never called for
 * again: its job finds nothing to do. A mail that is due, or that a provider did not take, can be taken back until a call
 * is under way. Returns null when it does not wait (any more).
 */
export async function takeBackMail(tx: Transaction, which: { mailId: number } | { askedBy: number }) {
  const mailId = 'mailId' in which ? which.mailId : await findNewestWaiting(tx, which.askedBy);
  const [taken] = mailId === null ? [] : await takeBack(tx, and(eq(mails.id, mailId), isNotNull(mails.dueAt)));
  return taken ?? null;
}

async function findNewestWaiting(tx: Transaction, askedBy: number): Promise<number | null> {
  const [newest] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.askedBy, askedBy), waits, isNotNull(mails.orderId), gt(mails.dueAt, sql`now()`)))
    .orderBy(desc(mails.id))
    .limit(1);
  return newest?.id ?? null;
}

/** Takes back the mails with a document that no call is under way for, also those that wait for another try. */
export const takeBackMailsWith = (tx: Transaction, documentId: number) =>
  takeBack(tx, eq(mails.documentId, documentId));

async function takeBack(tx: Transaction, which: SQL | undefined) {
  const taken = await tx
    .update(mails)
    .set({ state: 'cancelled' })
    .where(and(which, eq(mails.state, 'queued'), isNull(mails.callBegunAt), isNotNull(mails.orderId)))
    .returning({ id: mails.id, orderId: sql<string>`${mails.orderId}`, documentId: mails.documentId });
  if (taken.length > 0)
    await settleBouncedAddresses(
      tx,
      taken.map(({ orderId }) => orderId),
    );
  return taken;
}

/** Whether a mail with this document waits or has gone: then it was not released by the one that was taken back. */
export async function isMailedOtherwise(tx: Transaction, documentId: number): Promise<boolean> {
  return (
    (await tx.$count(mails, and(eq(mails.documentId, documentId), notInArray(mails.state, ['cancelled', 'failed'])))) >
    0
  );
}

/** Ends a mail's wait. Returns false when it does not wait (any more). */
export async function hastenMail(tx: Transaction, mailId: number): Promise<boolean> {
  const [hastened] = await tx
    .update(mails)
    .set({ dueAt: sql`now()` })
    .where(and(eq(mails.id, mailId), waits, gt(mails.dueAt, sql`now()`)))
    .returning({ id: mails.id, kind: mails.kind, provider: mails.provider, documentId: mails.documentId });
  if (!hastened) return false;
  await hastenMailJob(tx, hastened);
  return true;
}

type Resend = Pick<MailRequest, 'orderId' | 'kind' | 'recipient' | 'provider'> & { documentId: number | null };

/**
 * The mail that is what this one would be, and whose time has not come (rules 12.22); null: none. The caller has locked
 * the order, so that of two equal ones the second finds the first.
 */
export async function findEqualWaitingMail(db: Database, mail: Resend): Promise<QueuedMail | null> {
  const [equal] = await db
    .select({ mailId: mails.id, dueAt: mails.dueAt })
    .from(mails)
    .where(
      and(
        eq(mails.orderId, mail.orderId),
        eq(mails.kind, mail.kind),
        eq(mails.recipient, mail.recipient),
        eq(mails.provider, mail.provider),
        mail.documentId === null ? isNull(mails.documentId) : eq(mails.documentId, mail.documentId),
        eq(mails.state, 'queued'),
        gt(mails.dueAt, sql`now()`),
      ),
    )
    .limit(1);
  return equal ?? null;
}
