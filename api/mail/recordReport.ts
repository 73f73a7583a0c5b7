import { and, eq, inArray, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { toOneLine } from 'shared/api/fields/visibleText';
import type { mailEventTypes } from 'shared/api/orderDetails';
import type { Database, Transaction } from '../db/database.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';

export type MailEventType = (typeof mailEventTypes)[number];

/** Maximum reports of one kind per mail. Each is a ledger entry, and a mail may be opened any number of times. */
export const maxReports = { aDay: 10, inAll: 100 };

export interface MailReport {
  provider: MailServiceProvider;
  eventId: string;
  /** `delayed`: not delivered yet, which says nothing about the address. */
  type: MailEventType | 'delayed';
  at: Date;
  reason: string | null;
  /** The id passed with the mail, if any. */
  mailId: number | null;
  messageId: string | null;
  recipients: readonly string[];
}

/** The mail id in a tag that was sent with the mail, or null if the tag is not one of ours. */
export const mailIdOf = (messageTag: string | undefined): number | null =>
  messageTag && /^\d{1,9}$/.test(messageTag) ? Number(messageTag) : null;

export function reasonText(provider: string, said: string | undefined): string | null {
  const line = toOneLine(said ?? '');
  return line ? `${provider}: ${line}`.slice(0, 500) : null;
}

/** Ignores repeated reports, and those over `maxReports`. Returns false if the mail is unknown. */
export function recordReport(db: Database, report: MailReport): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mail = await lockReportedMail(tx, report);
    if (!mail) return false;
    const { eventId, type, at, reason } = report;
    if (type === 'delayed') {
      const isSent = and(eq(mails.id, mail.id), eq(mails.state, 'sent'));
      await tx.update(mails).set({ reason }).where(isSent);
      return true;
    }
    const events = await tx.select().from(mailEvents).where(eq(mailEvents.mailId, mail.id));
    if (areEnough(events.filter((event) => event.type === type))) return true;
    const [added] = await tx
      .insert(mailEvents)
      .values({ mailId: mail.id, eventId, type, at, reason })
      .onConflictDoNothing({ target: mailEvents.eventId })
      .returning();
    if (!added) return true;
    const newState = reportedState([...events, added])!;
    await tx.update(mails).set(newState).where(eq(mails.id, mail.id));
    if (mail.orderId) await updateBouncedAddresses(tx, [mail.orderId]);
    return true;
  });
}

const dayMs = 86_400_000;

const areEnough = (reports: readonly { receivedAt: Date }[]) =>
  reports.length >= maxReports.inAll ||
  reports.filter(({ receivedAt }) => Date.now() - receivedAt.getTime() < dayMs).length >= maxReports.aDay;

type ReportedEvent = Pick<typeof mailEvents.$inferSelect, 'type' | 'at' | 'eventId' | 'reason'>;

/** From weakest to strongest: a mail that was opened and also reported as spam is `complained`. */
const order: readonly MailEventType[] = ['delivered', 'opened', 'bounced', 'complained'];

/** State and reason from the newest report of the strongest kind (rule 12.15). Null without reports. */
export function reportedState(events: readonly ReportedEvent[]) {
  const last = events.toSorted(byWeight).at(-1);
  return last ? { state: last.type, reason: last.reason } : null;
}

const byWeight = (a: ReportedEvent, b: ReportedEvent) =>
  order.indexOf(a.type) - order.indexOf(b.type) || a.at.getTime() - b.at.getTime() || (a.eventId < b.eventId ? -1 : 1);

/** Null unless recipient and mail match: reports may be for another installation on the same provider account. */
async function lockReportedMail(tx: Transaction, { provider, mailId, messageId, recipients }: MailReport) {
  const isReported = sql`provider = ${provider} and (id = ${mailId}::int or message_id = ${messageId}::text)`;
  const wasCalledFor = sql`(state not in ('queued', 'cancelled') or call_begun_at is not null)`;
  const isTo = inArray(
    sql`lower(${mails.recipient})`,
    recipients.map((address) => address.toLowerCase()),
  );
  const [mail] = await tx
    .select({ id: mails.id, orderId: mails.orderId })
    .from(mails)
    .where(and(isReported, isTo, wasCalledFor))
    // Prefers the id that was passed with the mail.
    .orderBy(sql`${mails.id} = ${mailId ?? 0} desc`)
    .limit(1)
    .for('update');
  return mail ?? null;
}

/**
 * Sets each order's `bounced_address`: the newest mail's recipient if the newest reported mail to that address is
 * `bounced` or `complained`, else null (rule 12.17). Reads all of the order's mails, because reports may arrive late.
 */
export async function updateBouncedAddresses(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  // A separate lock comes first, so that the statement below sees mails committed during the wait.
  await tx.execute(sql`select from orders where order_id in ${[...orderIds]} order by order_id for update`);
  await tx.execute(sql`
    with newest as (
      select distinct on (order_id) order_id, recipient from mails
      where order_id in ${[...orderIds]} and state <> 'cancelled'
      order by order_id, id desc
    ), settled as (
      select newest.order_id, case when reported.state in ('bounced', 'complained') then newest.recipient end as address
      from newest left join lateral (
        select state from mails
        where mails.order_id = newest.order_id and lower(mails.recipient) = lower(newest.recipient)
          and state in ('delivered', 'opened', 'bounced', 'complained')
        order by id desc limit 1
      ) as reported on true
    )
    update orders set bounced_address = settled.address from settled
    where orders.order_id = settled.order_id and orders.bounced_address is distinct from settled.address`);
}
