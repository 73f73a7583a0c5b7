import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { pluralize } from 'shared/format/count';
import type { Database, Transaction } from '../db/database.ts';
import { mails, messageMailKinds } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { updateBouncedAddresses } from './recordReport.ts';
import { queueMail, startMailJobNow, type QueuedMail } from './queueMail.ts';

export const deliveryMessage = (waitSeconds: number): string =>
  waitSeconds === 0 ? 'The email is on its way.' : `Email sends in ${pluralize(waitSeconds, 'second')}.`;

/** Seconds until a waiting mail is due, at least 1. Returns 0 for a mail that is sent at once. */
const secondsUntil = (dueAt: Date | null): number =>
  dueAt === null ? 0 : Math.max(1, Math.ceil((dueAt.getTime() - Date.now()) / 1_000));

export const deliveryAnswer = ({ mailId, dueAt }: QueuedMail) => ({
  message: deliveryMessage(secondsUntil(dueAt)),
  data: { mailId, dueAt: dueAt?.toISOString() ?? null },
});

/** Uses only the mail's own row, which an update rechecks under its lock, so Undo and a claim never both succeed. */
const waits = and(eq(mails.state, 'queued'), isNotNull(mails.dueAt), isNull(mails.callBegunAt));

/** Minimum time between two mails to a customer about messages (rule 12.26). */
const messageMailInterval = sql`interval '15 minutes'`;

const isMessageMail = inArray(mails.kind, [...messageMailKinds]);

const isTooSoon = sql<boolean>`(mails.kind in ${[...messageMailKinds]} and exists (
  select from mails as earlier
  where earlier.order_id = mails.order_id and earlier.kind in ${[...messageMailKinds]}
    and coalesce(earlier.sent_at, earlier.call_begun_at) > now() - ${messageMailInterval}))`;

export async function findMailState(db: Database, mailId: number) {
  const [mail] = await db
    .select({ state: mails.state, tooSoon: sql<boolean>`${waits} and ${isTooSoon}` })
    .from(mails)
    .where(and(eq(mails.id, mailId), isNotNull(mails.orderId)));
  return mail ?? null;
}

/** Cancels the given mail. Returns null if it is not waiting. */
export async function cancelQueuedMail(tx: Transaction, mailId: number) {
  const [taken] = await cancelMails(tx, and(eq(mails.id, mailId), isNotNull(mails.dueAt)));
  return taken ?? null;
}

/** Whether this is the newest message, ignoring withdrawn ones. */
export const isNewestMessage = sql`not exists (select from customer_messages as later
  where later.order_id = ${customerMessages.orderId} and later.id > ${customerMessages.id}
    and later.withdrawn_at is null)`;

/** The member's newest mail not yet due. `joined`: their newer, withdrawable message that a waiting mail covers. */
export async function findNewestWaiting(tx: Transaction, askedBy: number) {
  const [newest] = await tx
    .select({ mailId: mails.id, createdAt: mails.createdAt })
    .from(mails)
    .where(
      and(
        eq(mails.askedBy, askedBy),
        waits,
        isNotNull(mails.orderId),
        gt(mails.dueAt, sql`now()`),
        // A mail about a message may wait for up to 15 minutes, but `Z` cancels it only within its first minute.
        or(not(isMessageMail), gt(mails.createdAt, sql`now() - interval '1 minute'`)),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(1);
  const [joined] = await tx
    .select({ mailId: mails.id, orderId: customerMessages.orderId, id: customerMessages.id })
    .from(mails)
    .innerJoin(customerMessages, eq(customerMessages.orderId, mails.orderId))
    .where(
      and(
        waits,
        isMessageMail,
        eq(customerMessages.memberId, askedBy),
        isNull(customerMessages.withdrawnAt),
        gt(customerMessages.createdAt, mails.createdAt),
        isNull(customerMessages.shownAt),
        isNewestMessage,
        gt(customerMessages.createdAt, sql`now() - interval '1 minute'`),
        newest && gt(customerMessages.createdAt, newest.createdAt),
      ),
    )
    .orderBy(desc(customerMessages.id))
    .limit(1);
  return { mailId: newest?.mailId ?? null, joined: joined ?? null };
}

/** Locks the waiting mail of a message, or returns null. `hasJoined`: the mail was queued for an earlier message. */
export async function lockMailOfMessage(tx: Transaction, { orderId, id }: { orderId: string; id: number }) {
  const [mail] = await tx
    .select({
      mailId: mails.id,
      hasJoined: sql<boolean>`${customerMessages.createdAt} > ${mails.createdAt}`,
      kind: sql<string>`case when ${customerMessages.isReply} then 'reply' else 'question' end`,
    })
    .from(mails)
    .innerJoin(customerMessages, and(eq(customerMessages.orderId, mails.orderId), eq(customerMessages.id, id)))
    .where(
      and(
        eq(mails.orderId, orderId),
        waits,
        isMessageMail,
        // A mail has the same `created_at` as the first message that it announces.
        gte(customerMessages.createdAt, mails.createdAt),
      ),
    )
    .for('update', { of: mails });
  return mail ?? null;
}

/**
 * Call this after cancelling a mail. If the mail also announced a colleague's later message, queues another mail for
 * that message, due at the same time. Returns the colleague's name, or null if there is no such message.
 */
export async function requeueForColleague(tx: Transaction, mailId: number): Promise<string | null> {
  const { orderId, recipient, provider } = mails;
  const [joined] = await tx
    .select({
      mail: { orderId: sql<string>`${orderId}`, recipient, provider },
      waitSeconds: sql<number>`greatest(1, ceil(extract(epoch from ${mails.dueAt} - now())))::int`,
      messageId: customerMessages.id,
      isReply: customerMessages.isReply,
      askedBy: members.id,
      name: members.name,
    })
    .from(mails)
    .innerJoin(customerMessages, eq(customerMessages.orderId, mails.orderId))
    .innerJoin(members, eq(members.id, customerMessages.memberId))
    .where(
      and(
        eq(mails.id, mailId),
        gt(customerMessages.createdAt, mails.createdAt),
        ne(members.id, mails.askedBy),
        isNull(customerMessages.withdrawnAt),
      ),
    )
    .orderBy(customerMessages.id)
    .limit(1);
  if (!joined) return null;
  const { mail, waitSeconds, messageId, isReply, askedBy, name } = joined;
  // A mail has the same `created_at` as the first message that it announces.
  const createdAt = sql`(select created_at from customer_messages where id = ${messageId})`;
  await queueMail(tx, { ...mail, kind: isReply ? 'reply' : 'question', askedBy, waitSeconds, createdAt });
  return name;
}

/** Cancels the mails of a document, including those waiting for a retry. */
export const cancelMailsWith = (tx: Transaction, documentId: number) =>
  cancelMails(tx, eq(mails.documentId, documentId));

async function cancelMails(tx: Transaction, which: SQL | undefined) {
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
    .where(and(eq(mails.id, mailId), waits, gt(mails.dueAt, sql`now()`), not(isTooSoon)))
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
  const message = `Email sends in ${Math.ceil(seconds / 60)} minutes. Customers are emailed about messages at most once every 15 minutes.`;
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
    .where(and(eq(mails.orderId, orderId), isMessageMail, notInArray(mails.state, ['cancelled', 'failed'])))
    .orderBy(desc(mails.id))
    .limit(1);
  return last ?? null;
}
