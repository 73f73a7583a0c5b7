import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields';
import type { mailKinds } from 'shared/api/orderDetails';
import type { Database } from '../db/database.ts';
import { documents, mails, orders } from '../db/schema.ts';

export type MailKind = (typeof mailKinds)[number];

/** A mail whose provider's call is about to be made. */
export interface ClaimedMail {
  id: number;
  orderId: string;
  documentId: number | null;
  kind: MailKind;
  recipient: string;
  provider: MailServiceProvider;
  messageId: string;
  attempts: number;
}

/**
 * Claims a mail for one call of its provider: of any number of workers one gets it, and nobody after a crash until
 * `settleBrokenCall` has said what to do. Null: it is not waiting for a call.
 */
export async function claimMail(db: Database, id: number, messageId: string): Promise<ClaimedMail | null> {
  const [claimed] = await db
    .update(mails)
    .set({
      callBegunAt: sql`now()`,
      attempts: sql`${mails.attempts} + 1`,
      messageId: sql`coalesce(${mails.messageId}, ${messageId})`,
    })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isNull(mails.callBegunAt)))
    .returning();
  return claimed ? { ...claimed, messageId: claimed.messageId! } : null;
}

/** The mail is out. True also of one given up as unknown meanwhile: who made the call knows best. */
export async function markSent(db: Database, id: number, messageId: string): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, reason: null, messageId })
    .where(and(eq(mails.id, id), isNotNull(mails.callBegunAt)));
}

/** The mail will not go out this way, or nobody knows whether it did; `reason` is for people. */
export async function markEnded(db: Database, id: number, state: 'failed' | 'unknown', reason: string): Promise<void> {
  await db
    .update(mails)
    .set({ state, reason })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
}

/** The provider surely did not take it: it waits for its next try. */
export async function markNotTaken(db: Database, id: number, reason: string): Promise<void> {
  await db
    .update(mails)
    .set({ callBegunAt: null, reason })
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
}

/** A waiting mail as a worker finds it that could not claim it; `begunSecondsAgo` null: no call is under way. */
export async function findWaitingMail(db: Database, id: number) {
  const [found] = await db
    .select({
      provider: mails.provider,
      reason: mails.reason,
      begunSecondsAgo: sql<number | null>`extract(epoch from now() - ${mails.callBegunAt})::float8`,
    })
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'queued')));
  return found ?? null;
}

/** The waiting mails whose call was begun and not answered for that long. */
export function findBrokenCalls(db: Database, olderThanSeconds: number) {
  return db
    .select({ id: mails.id, provider: mails.provider })
    .from(mails)
    .where(
      and(eq(mails.state, 'queued'), lt(mails.callBegunAt, sql`now() - make_interval(secs => ${olderThanSeconds})`)),
    );
}

/** What a mail's text needs of its order. */
export async function findMailOrder(db: Database, orderId: string) {
  const [order] = await db
    .select({ orderId: orders.orderId, firstName: orders.firstName, landingDomain: orders.landingDomain })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  return order ?? null;
}

/** What an attachment needs of its document. */
export async function findMailDocument(db: Database, documentId: number) {
  const [document] = await db
    .select({
      orderId: documents.orderId,
      file1: documents.file1,
      contentType: documents.contentType,
      storageKey: documents.storageKey,
    })
    .from(documents)
    .where(eq(documents.id, documentId));
  return document ?? null;
}
