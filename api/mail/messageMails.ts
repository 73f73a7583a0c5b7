import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import type { Transaction } from '../db/database.ts';
import { mails, messageMailKinds } from '../db/schema/mails.ts';
import { queueMail } from './queueMail.ts';
import { messageMailInterval, secondsUntil, deliveryMessage } from './waitingMails.ts';

interface MessageMail {
  kind: (typeof messageMailKinds)[number];
  askedBy: number;
  provider: MailServiceProvider;
  delaySeconds: number;
}

/** Queues one mail per order in 15 minutes. A waiting mail covers later messages too. Requires the order's lock. */
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
  return { message: deliveryText(secondsUntil(dueAt)), data: { mailId, dueAt: dueAt?.toISOString() ?? null } };
}

const deliveryText = (seconds: number) =>
  seconds > 120
    ? `Email sends in ${Math.ceil(seconds / 60)} minutes, because the customer was just emailed.`
    : deliveryMessage(seconds);

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
