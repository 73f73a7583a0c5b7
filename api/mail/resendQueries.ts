import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { mails } from '../db/schema/mails.ts';
import type { MailRequest, QueuedMail } from './queueMail.ts';

type Resend = Pick<MailRequest, 'orderId' | 'kind' | 'recipient' | 'provider'> & { documentId: number | null };

/**
 * The mail that is what this one would be, and whose time has not come (rules 12.22); null: none. The caller has locked
 * the order, so that of two equal ones the second finds the first.
 */
export async function findEqualWaitingMail(db: Database, mail: Resend): Promise<QueuedMail | null> {
  const [equal] = await db
    .select({ mailId: mails.id, dueAt: mails.dueAt })
    .from(mails)
    .where(
      and(
        eq(mails.orderId, mail.orderId),
        eq(mails.kind, mail.kind),
        eq(mails.recipient, mail.recipient),
        eq(mails.provider, mail.provider),
        mail.documentId === null ? isNull(mails.documentId) : eq(mails.documentId, mail.documentId),
        eq(mails.state, 'queued'),
        gt(mails.dueAt, sql`now()`),
      ),
    )
    .limit(1);
  return equal ?? null;
}
