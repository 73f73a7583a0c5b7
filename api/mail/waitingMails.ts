import { and, desc, eq, gt, inArray, isNotNull, isNull, not, notInArray, sql, type SQL } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { pluralize } from 'shared/format/count';
import type { Database, Transaction } from '../db/database.ts';
import { mails, messageMailKinds } from '../db/schema/mails.ts';
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
  // Mails about messages may wait for up to 15 minutes, but `Z` cancels them only in their first minute.
  const newest = await tx.execute<{ mailId: number }>(sql`
    select id as "mailId" from mails
    where asked_by = ${askedBy} and order_id is not null and ${waits} and due_at > now()
      and (not ${isMessageMail} or created_at > now() - interval '1 minute')
    order by id desc limit 1`);
  const mailId = newest.rows[0]?.mailId ?? null;
  const joined = await tx.execute<{ mailId: number; orderId: string; id: number }>(sql`
    select mails.id as "mailId", customer_messages.order_id as "orderId", customer_messages.id::int as id
    from mails join customer_messages on customer_messages.order_id = mails.order_id
    where ${waits} and ${isMessageMail} and customer_messages.member_id = ${askedBy} and withdrawn_at is null
      and shown_at is null and ${isNewestMessage}
      and customer_messages.created_at > greatest(mails.created_at, now() - interval '1 minute',
        (select newest.created_at from mails as newest where newest.id = ${mailId}::int))
    order by customer_messages.id desc limit 1`);
  return { mailId, joined: joined.rows[0] ?? null };
}

/** Locks the waiting mail of a message, or returns null. `hasJoined`: the mail was queued for an earlier message. */
export async function lockMailOfMessage(tx: Transaction, { orderId, id }: { orderId: string; id: number }) {
  // A mail has the same `created_at` as the first message that it announces.
  const { rows } = await tx.execute<{ mailId: number; hasJoined: boolean; kind: 'reply' | 'question' }>(sql`
    select mails.id as "mailId", message.created_at > mails.created_at as "hasJoined",
      case when message.is_reply then 'reply' else 'question' end as kind
    from mails join customer_messages as message on message.order_id = mails.order_id and message.id = ${id}
    where mails.order_id = ${orderId} and ${waits} and ${isMessageMail} and message.created_at >= mails.created_at
    for update of mails`);
  return rows[0] ?? null;
}

type Joined = Omit<MessageMail, 'delaySeconds'> & {
  orderId: string;
  recipient: string;
  waitSeconds: number;
  messageId: number;
  name: string;
};

/**
 * Call this after cancelling a mail. If the mail also announced a colleague's later message, queues another mail for
 * that message, due at the same time. Returns the colleague's name, or null if there is no such message.
 */
export async function requeueForColleague(tx: Transaction, mailId: number): Promise<string | null> {
  const { rows } = await tx.execute<Joined>(sql`
    select mails.order_id as "orderId", recipient, provider, members.id as "askedBy", name, message.id::int as "messageId",
      case when is_reply then 'reply' else 'question' end as kind,
      greatest(1, ceil(extract(epoch from due_at - now())))::int as "waitSeconds"
    from mails join customer_messages as message on message.order_id = mails.order_id
    join members on members.id = message.member_id
    where mails.id = ${mailId} and message.created_at > mails.created_at and members.id <> mails.asked_by
      and message.withdrawn_at is null
    order by message.id limit 1`);
  if (!rows[0]) return null;
  const { name, messageId, ...mail } = rows[0];
  // A mail has the same `created_at` as the first message that it announces.
  const createdAt = sql`(select created_at from customer_messages where id = ${messageId})`;
  await queueMail(tx, { ...mail, createdAt });
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
  const others = sql`document_id = ${documentId} and state not in ('cancelled', 'failed')`;
  return (await tx.$count(mails, others)) > 0;
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
