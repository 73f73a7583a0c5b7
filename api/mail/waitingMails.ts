import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { count } from 'shared/format/count';
import type { Database, Transaction } from '../db/database.ts';
import { mails, messageMailKinds } from '../db/schema/mails.ts';
import { updateBouncedAddresses } from './recordReport.ts';
import { queueMail, startMailJobNow, type QueuedMail } from './queueMail.ts';

export const deliveryMessage = (waitSeconds: number): string =>
  waitSeconds === 0
    ? 'The email is on its way.'
    : `Email sends in ${waitSeconds === 1 ? '1 second' : `${count(waitSeconds)} seconds`}.`;

/** Seconds until a waiting mail is due, at least 1. Returns 0 for a mail that is sent at once. */
const secondsUntil = (dueAt: Date | null): number =>
  dueAt === null ? 0 : Math.max(1, Math.ceil((dueAt.getTime() - Date.now()) / 1_000));

export const deliveryAnswer = ({ mailId, dueAt }: QueuedMail) => ({
  message: deliveryMessage(secondsUntil(dueAt)),
  data: { mailId, dueAt: dueAt?.toISOString() ?? null },
});

/** Depends only on the mail's row, so that either Undo or a worker's claim wins. */
const waits = and(eq(mails.state, 'queued'), isNotNull(mails.dueAt), isNull(mails.callBegunAt));

/** Minimum time between two mails to a customer about messages (rules 12.26). */
const messageMailInterval = sql`interval '15 minutes'`;

const earlier = alias(mails, 'earlier');

const isTooSoon = (db: Database) =>
  and(
    inArray(mails.kind, [...messageMailKinds]),
    exists(
      db
        .select()
        .from(earlier)
        .where(
          and(
            eq(earlier.orderId, mails.orderId),
            inArray(earlier.kind, [...messageMailKinds]),
            gt(sql`coalesce(${earlier.sentAt}, ${earlier.callBegunAt})`, sql`now() - ${messageMailInterval}`),
          ),
        ),
    ),
  )!;

export async function findMailState(db: Database, mailId: number) {
  const [mail] = await db
    .select({ state: mails.state, tooSoon: sql<boolean>`${waits} and ${isTooSoon(db)}` })
    .from(mails)
    .where(and(eq(mails.id, mailId), isNotNull(mails.orderId)));
  return mail ?? null;
}

/** Cancels the given mail, or the member's newest mail that is not due yet. Returns null if no such mail is waiting. */
export async function cancelQueuedMail(tx: Transaction, which: { mailId: number } | { askedBy: number }) {
  const mailId = 'mailId' in which ? which.mailId : await findNewestWaiting(tx, which.askedBy);
  const [taken] = mailId === null ? [] : await takeBack(tx, and(eq(mails.id, mailId), isNotNull(mails.dueAt)));
  return taken ?? null;
}

async function findNewestWaiting(tx: Transaction, askedBy: number): Promise<number | null> {
  const [newest] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.askedBy, askedBy),
        waits,
        isNotNull(mails.orderId),
        gt(mails.dueAt, sql`now()`),
        // A mail about a message may wait for 15 minutes, and then is not the member's last action.
        or(notInArray(mails.kind, [...messageMailKinds]), gt(mails.createdAt, sql`now() - interval '1 minute'`)),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(1);
  return newest?.id ?? null;
}

/** Cancels the mails of a document, including those waiting for a retry. */
export const cancelMailsWith = (tx: Transaction, documentId: number) => takeBack(tx, eq(mails.documentId, documentId));

async function takeBack(tx: Transaction, which: SQL | undefined) {
  const taken = await tx
    .update(mails)
    .set({ state: 'cancelled' })
    .where(and(which, eq(mails.state, 'queued'), isNull(mails.callBegunAt), isNotNull(mails.orderId)))
    .returning({
      id: mails.id,
      kind: mails.kind,
      orderId: sql<string>`${mails.orderId}`,
      documentId: mails.documentId,
    });
  if (taken.length > 0)
    await updateBouncedAddresses(
      tx,
      taken.map(({ orderId }) => orderId),
    );
  return taken;
}

export async function hasOtherMail(tx: Transaction, documentId: number): Promise<boolean> {
  return (
    (await tx.$count(mails, and(eq(mails.documentId, documentId), notInArray(mails.state, ['cancelled', 'failed'])))) >
    0
  );
}

export async function sendWaitingMailNow(tx: Transaction, mailId: number): Promise<boolean> {
  const [hastened] = await tx
    .update(mails)
    .set({ dueAt: sql`now()` })
    .where(and(eq(mails.id, mailId), waits, gt(mails.dueAt, sql`now()`), not(isTooSoon(tx))))
    .returning({ id: mails.id, kind: mails.kind, provider: mails.provider, documentId: mails.documentId });
  if (!hastened) return false;
  await startMailJobNow(tx, hastened);
  return true;
}

interface MessageMail {
  kind: (typeof messageMailKinds)[number];
  askedBy: number;
  provider: MailServiceProvider;
  delaySeconds: number;
}

/** Queues at most one mail per order in 15 minutes. A waiting mail covers later messages. Requires the order's lock. */
export async function queueMessageMail(
  tx: Transaction,
  { orderId, contactEmailAddress, email }: { orderId: string; contactEmailAddress: string | null; email: string },
  { delaySeconds, ...mail }: MessageMail,
) {
  const last = await findLast(tx, orderId);
  const { mailId, dueAt } = last?.waits
    ? last
    : await queueMail(tx, {
        ...{ orderId, recipient: contactEmailAddress ?? email, ...mail },
        waitSeconds: Math.max(delaySeconds, Math.ceil(last?.secondsLeft ?? 0)),
      });
  const queued = deliveryAnswer({ mailId, dueAt });
  const seconds = secondsUntil(dueAt);
  if (seconds <= 120) return queued;
  const message = `Email sends in ${Math.ceil(seconds / 60)} minutes, because the customer was just emailed.`;
  return { ...queued, message };
}

async function findLast(tx: Transaction, orderId: string) {
  const [last] = await tx
    .select({
      mailId: mails.id,
      dueAt: mails.dueAt,
      waits: sql<boolean>`${mails.state} = 'queued' and ${mails.callBegunAt} is null`,
      secondsLeft: sql<number>`extract(epoch from coalesce(${mails.sentAt}, ${mails.callBegunAt}, ${mails.createdAt})
        + ${messageMailInterval} - now())::float8`,
    })
    .from(mails)
    .where(
      and(
        eq(mails.orderId, orderId),
        inArray(mails.kind, [...messageMailKinds]),
        notInArray(mails.state, ['cancelled', 'failed']),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(1);
  return last ?? null;
}
