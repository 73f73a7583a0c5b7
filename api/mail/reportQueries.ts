import { and, count, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import type { MailEventType, MailReport } from './MailReport.ts';

/** A mail that still waits, or was taken back, has no provider heard of. */
const wasCalledFor = or(notInArray(mails.state, ['queued', 'cancelled']), isNotNull(mails.callBegunAt));

/**
 * Locks the mail that a report is of: the one whose id was given along, else the one with its message id. A mail to
 * somebody else, or one that has not gone yet, is another desk's that shares the provider's account: null, as for one that
 * is not there.
 */
export async function lockReportedMail(
  tx: Transaction,
  { provider, mailId, messageId, recipients }: MailReport,
): Promise<{ id: number; orderId: string | null } | null> {
  const isNamed = mailId !== null && eq(mails.id, mailId);
  const isOfMessage = messageId !== null && eq(mails.messageId, messageId);
  const named = [isNamed, isOfMessage].filter((condition) => condition !== false);
  if (named.length === 0 || recipients.length === 0) return null;
  const isTo = inArray(
    sql`lower(${mails.recipient})`,
    recipients.map((address) => address.toLowerCase()),
  );
  const [mail] = await tx
    .select({ id: mails.id, orderId: mails.orderId })
    .from(mails)
    .where(and(or(...named), isTo, eq(mails.provider, provider), wasCalledFor))
    // The one that was named, first.
    .orderBy(sql`${mails.id} = ${mailId ?? 0} desc`)
    .limit(1)
    .for('update');
  return mail ?? null;
}

/** Whether so many reports of this kind are kept of a mail already that no more are, today or ever. Of a locked mail. */
export async function hasEnoughReports(
  tx: Transaction,
  { mailId, type }: { mailId: number; type: MailEventType },
  { aDay, inAll }: { aDay: number; inAll: number },
): Promise<boolean> {
  const [kept] = await tx
    .select({
      inAll: count(),
      today: sql<number>`(count(*) filter (where ${mailEvents.receivedAt} > now() - interval '1 day'))::int`,
    })
    .from(mailEvents)
    .where(and(eq(mailEvents.mailId, mailId), eq(mailEvents.type, type)));
  return kept!.today >= aDay || kept!.inAll >= inAll;
}

/** Keeps what was reported of a mail. Answers false for what is known already. */
export async function insertMailEvent(
  tx: Transaction,
  mailId: number,
  { eventId, type, at, reason }: MailReport & { type: MailEventType },
): Promise<boolean> {
  const added = await tx
    .insert(mailEvents)
    .values({ mailId, eventId, type, at, reason })
    .onConflictDoNothing({ target: mailEvents.eventId })
    .returning({ id: mailEvents.id });
  return added.length > 0;
}

/** All that was reported of a mail. */
export function findMailEvents(db: Database, mailId: number) {
  const { type, at, eventId, reason } = mailEvents;
  return db.select({ type, at, eventId, reason }).from(mailEvents).where(eq(mailEvents.mailId, mailId));
}

/** The mail is as far as its provider says, whatever was known before. */
export async function markReported(
  tx: Transaction,
  mailId: number,
  told: { state: MailEventType; reason: string | null },
): Promise<void> {
  await tx.update(mails).set(told).where(eq(mails.id, mailId));
}

/** Why a mail that is out has not arrived yet, as long as nothing else is known of it. */
export async function noteDelay(tx: Transaction, mailId: number, reason: string | null): Promise<void> {
  await tx
    .update(mails)
    .set({ reason })
    .where(and(eq(mails.id, mailId), eq(mails.state, 'sent')));
}
