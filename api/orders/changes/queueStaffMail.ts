import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { count } from 'shared/format/count';
import { advisoryLocks, type Transaction } from '../../db/database.ts';
import { mails } from '../../db/schema/mails.ts';
import { Refusal } from '../../http/Refusal.ts';
import { queueMail, type MailRequest, type QueuedMail } from '../../mail/queueMail.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Queues a document or an invoice that a member mails to an address of their choice; it can be taken back for a while.
 * Throws a 429 for a member who has mailed as many within the last hour as the settings allow (rules 12.25).
 */
export async function queueStaffMail(
  tx: Transaction,
  mail: Omit<MailRequest, 'waitSeconds'> & { askedBy: number },
  { perMemberAndHour, delaySeconds }: Settings['mail'],
): Promise<QueuedMail> {
  // One request of a member after the other: each counts those before it. Their row is not locked, because a change of
  // the member locks it before the orders, and the caller has locked an order.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.staffMails}, ${mail.askedBy}::int)`);
  const [{ sent, secondsLeft }] = (await tx
    .select({
      sent: sql<number>`count(*)::int`,
      secondsLeft: sql<number>`ceil(extract(epoch from min(${mails.createdAt}) + interval '1 hour' - now()))::int`,
    })
    .from(mails)
    .where(
      and(
        eq(mails.askedBy, mail.askedBy),
        sql`${mails.createdAt} > now() - interval '1 hour'`,
        inArray(mails.kind, ['approval', 'invoice']),
        ne(mails.state, 'cancelled'),
      ),
    )) as [{ sent: number; secondsLeft: number }];
  if (sent >= perMemberAndHour) throw tooManyMails(perMemberAndHour, secondsLeft);
  return queueMail(tx, { ...mail, waitSeconds: delaySeconds });
}

function tooManyMails(most: number, seconds: number) {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new Refusal(
    429,
    `You have mailed ${count(most)} documents and invoices within an hour, which is the limit. Try again in ${minutes} min, or ask an Admin to raise MAIL_PER_MEMBER_HOUR.`,
    { headers: { 'Retry-After': String(Math.max(1, seconds)) } },
  );
}
