import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { mails } from '../db/schema/mails.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';
import { addMailJobs, mailQueueOf } from './mailQueue.ts';

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
 * Takes back a mail that waits: it is never called for again, and its job finds nothing to do. Answers its order, or null
 * when it does not wait (any more). Also one whose time has come, or that a provider did not take, as long as no call is under way.
 */
export async function takeBackMail(tx: Transaction, mailId: number): Promise<string | null> {
  const [taken] = await tx
    .update(mails)
    .set({ state: 'cancelled' })
    .where(and(eq(mails.id, mailId), waits))
    .returning({ orderId: mails.orderId });
  if (!taken?.orderId) return null;
  await settleBouncedAddresses(tx, [taken.orderId]);
  return taken.orderId;
}

/**
 * Has a mail that waits go at once, by a job of its own: the one that waits finds nothing to do later. Answers false when
 * it does not wait (any more).
 */
export async function hastenMail(tx: Transaction, mailId: number): Promise<boolean> {
  const [hastened] = await tx
    .update(mails)
    .set({ dueAt: sql`now()` })
    .where(and(eq(mails.id, mailId), waits, gt(mails.dueAt, sql`now()`)))
    .returning({ id: mails.id, kind: mails.kind, provider: mails.provider, documentId: mails.documentId });
  if (!hastened) return false;
  await addMailJobs(tx, mailQueueOf(hastened), [{ id: hastened.id }], 'single');
  return true;
}
