import { randomUUID } from 'node:crypto';
import type { ParsedInput } from 'shared/api/call';
import type { mailCalls } from 'shared/api/mailCalls';
import type { Context, Reply } from '../http/serve.ts';
import { isMailedOtherwise, takeBackMail } from '../mail/waitingMails.ts';
import { appendHistory, findVersion } from '../orders/changes/changeQueries.ts';
import { notWaiting } from './notWaiting.ts';
import { withdraw } from './withdrawDocument.ts';

type CancelCall = typeof mailCalls.cancel;

/**
 * Takes back a mail that waits, and withdraws its document unless another mail carries that too (rules 12.11). The mail
 * alone changes nothing of the order: its version stays.
 */
export async function cancelMail(
  { mailId }: ParsedInput<CancelCall>,
  { db, member }: Context<CancelCall>,
): Promise<Reply<CancelCall>> {
  return db.transaction(async (tx) => {
    const mail = await takeBackMail(tx, mailId === undefined ? { askedBy: member.id } : { mailId });
    if (!mail) {
      if (mailId === undefined) return { message: 'No e-mail of yours waits.', data: null };
      throw await notWaiting(tx, mailId);
    }
    const { orderId, documentId } = mail;
    const version = (await findVersion(tx, orderId))!;
    const change = { kind: 'mail', field: 'mail', from: 'queued', to: 'cancelled' } as const;
    await appendHistory(tx, [{ orderId, memberId: member.id, actionId: randomUUID(), version, ...change }]);
    const withdrawn =
      documentId !== null &&
      !(await isMailedOtherwise(tx, documentId)) &&
      (await withdraw(tx, { orderId, documentId, memberId: member.id }));
    return {
      message: `The e-mail was taken back.${withdrawn ? ' Its document was withdrawn.' : ''}`,
      data: { mailId: mail.id, orderId },
    };
  });
}
