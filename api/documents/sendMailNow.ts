import type { ParsedInput } from 'shared/api/call';
import type { mailCalls } from 'shared/api/mailCalls';
import type { Context, Reply } from '../http/serve.ts';
import { hastenMail } from '../mail/waitingMails.ts';
import { notWaiting } from './notWaiting.ts';

type SendNowCall = typeof mailCalls.sendNow;

/** Sends a mail that waits at once (rules 12.11). */
export async function sendMailNow(
  { mailId }: ParsedInput<SendNowCall>,
  { db }: Context<SendNowCall>,
): Promise<Reply<SendNowCall>> {
  await db.transaction(async (tx) => {
    if (!(await hastenMail(tx, mailId))) throw await notWaiting(tx, mailId);
  });
  return { message: 'The e-mail is on its way.', data: null };
}
