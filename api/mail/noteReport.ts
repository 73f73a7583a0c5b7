import { and, count, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields';
import type { mailEventTypes } from 'shared/api/orderDetails';
import type { Database, Transaction } from '../db/database.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';

/** What a provider can report that changes a mail's state. */
export type MailEventType = (typeof mailEventTypes)[number];

/**
 * So many reports of one kind are kept of a mail, in a day and in all; what comes beyond that is taken and forgotten. Whoever
 * loads an e-mail's picture again and again would else write as many entries into its order's history, for ever.
 */
export const mostReports = { aDay: 10, inAll: 100 };

/** What a provider reported about one mail. */
export interface MailReport {
  provider: MailServiceProvider;
  /** The provider's name for it, by which a repeated report is known. */
  eventId: string;
  /** `delayed`: it did not arrive yet, or not this time, which says nothing of the address. */
  type: MailEventType | 'delayed';
  /** When it happened, as the provider says. */
  at: Date;
  /** Why, for people. */
  reason: string | null;
  /** The row of the mail history, as it was given along with the mail; null: it was not. */
  mailId: number | null;
  /** As the mail's row has it. */
  messageId: string | null;
  /** The mail's addresses. */
  recipients: readonly string[];
}

/**
 * Writes down what a provider reported of a mail, once, and what follows from that for the mail and its order's address. Of
 * one kind a mail has at most `mostReports`; what comes beyond that changes nothing.
 * Answers false when there is no such mail here.
 */
export function noteReport(db: Database, report: MailReport): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mail = await lockReportedMail(tx, report);
    if (!mail) return false;
    if (!isEvent(report)) await noteDelay(tx, mail.id, report.reason);
    else if (await keeps(tx, mail.id, report)) {
      await markReported(tx, mail.id, reportedState(await findMailEvents(tx, mail.id))!);
      if (mail.orderId) await settleBouncedAddresses(tx, [mail.orderId]);
    }
    return true;
  });
}

/** Whether it is written down: it is not known yet, and there are not very many like it. */
const keeps = async (tx: Transaction, mailId: number, report: MailReport & { type: MailEventType }) =>
  !(await hasEnoughReports(tx, { mailId, type: report.type }, mostReports)) &&
  (await insertMailEvent(tx, mailId, report));

const isEvent = (report: MailReport): report is MailReport & { type: MailEventType } => report.type !== 'delayed';

interface ReportedEvent {
  type: MailEventType;
  at: Date;
  eventId: string;
  reason: string | null;
}

/** What says more of a mail stands later: one that was opened and reported as spam is told as that. */
const order: readonly MailEventType[] = ['delivered', 'opened', 'bounced', 'complained'];

/**
 * A mail's state and its reason by all that was reported of it (rules 12.15), however often and in whatever order it
 * came: the event that says most, and of several of its kind the newest. Null: nothing was reported.
 */
export function reportedState(
  events: readonly ReportedEvent[],
): { state: MailEventType; reason: string | null } | null {
  const [last] = events.toSorted(byWeight).slice(-1);
  return last ? { state: last.type, reason: last.reason } : null;
}

const byWeight = (a: ReportedEvent, b: ReportedEvent) =>
  order.indexOf(a.type) - order.indexOf(b.type) || a.at.getTime() - b.at.getTime() || (a.eventId < b.eventId ? -1 : 1);

/** A mail that still waits, or was taken back, has no provider heard of. */
const wasCalledFor = or(notInArray(mails.state, ['queued', 'cancelled']), isNotNull(mails.callBegunAt));

/**
 * Locks the mail that a report is of: the one whose id was given along, else the one with its message id. A mail to
 * somebody else, or one that has not gone yet, is another desk's that shares the provider's account: null, as for one that
 * is not there.
 */
async function lockReportedMail(
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
async function hasEnoughReports(
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
async function insertMailEvent(
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
function findMailEvents(db: Database, mailId: number) {
  const { type, at, eventId, reason } = mailEvents;
  return db.select({ type, at, eventId, reason }).from(mailEvents).where(eq(mailEvents.mailId, mailId));
}

/** The mail is as far as its provider says, whatever was known before. */
async function markReported(
  tx: Transaction,
  mailId: number,
  told: { state: MailEventType; reason: string | null },
): Promise<void> {
  await tx.update(mails).set(told).where(eq(mails.id, mailId));
}

/** Why a mail that is out has not arrived yet, as long as nothing else is known of it. */
async function noteDelay(tx: Transaction, mailId: number, reason: string | null): Promise<void> {
  await tx
    .update(mails)
    .set({ reason })
    .where(and(eq(mails.id, mailId), eq(mails.state, 'sent')));
}
