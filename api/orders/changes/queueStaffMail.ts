import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { count } from 'shared/format/count';
import { advisoryLocks, type Transaction } from '../../db/database.ts';
import { mails } from '../../db/schema/mails.ts';
import { HttpError } from '../../http/HttpError.ts';
import { queueMail, type MailRequest, type QueuedMail } from '../../mail/queueMail.ts';
import type { Settings } from '../../settings/settings.ts';

/** Throws 429 over the member's hourly limit (rules 12.25). */
export async function queueStaffMail(
  tx: Transaction,
  mail: Omit<MailRequest, 'waitSeconds'> & { askedBy: number },
  { perMemberAndHour, delaySeconds }: Settings['mail'],
): Promise<QueuedMail> {
  // Serialises the member's requests. Locking the member's row could deadlock, as other code locks it before orders.
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

function tooManyMails(max: number, seconds: number) {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new HttpError(
    429,
    `You have mailed ${count(max)} documents and invoices in the last hour, which is the limit. Try again in ${minutes} min. The limit is set by MAIL_PER_MEMBER_HOUR.`,
    { retryAfter: Math.max(1, seconds) },
  );
}
