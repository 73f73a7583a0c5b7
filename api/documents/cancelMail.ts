import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { mailCalls } from 'shared/api/mailCalls';
import type { Context, Reply } from '../http/serve.ts';
import { takeBackMail } from '../mail/waitingMails.ts';
import { appendHistory } from '../orders/changes/historyQueries.ts';
import { findVersion } from '../orders/changes/lockQueries.ts';
import { notWaiting } from './notWaiting.ts';

type CancelCall = typeof mailCalls.cancel;

/** Takes back a mail that waits (rules 12.11). Its document stays, and the order's version: nothing of it has changed. */
export async function cancelMail(
  { mailId }: ParsedInput<CancelCall>,
  { db, member }: Context<CancelCall>,
): Promise<Reply<CancelCall>> {
  await db.transaction(async (tx) => {
    const orderId = await takeBackMail(tx, mailId);
    if (orderId === null) throw await notWaiting(tx, mailId);
    const version = (await findVersion(tx, orderId))!;
    const change = { kind: 'mail', field: 'mail', from: 'queued', to: 'cancelled' } as const;
    await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
  });
  return { message: 'The e-mail was taken back.', data: null };
}
