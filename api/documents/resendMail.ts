import type { ParsedInput } from 'shared/api/call';
import type { documentCalls } from 'shared/api/documentCalls';
import { Refusal } from '../http/Refusal.ts';
import type { Context, Reply } from '../http/serve.ts';
import { queueMail } from '../mail/queueMail.ts';
import { findNewestDocument, lockOrderForDocument } from './documentQueries.ts';
import { fitForDocument } from './fitForDocument.ts';

type ResendCall = typeof documentCalls.resend;

/** Mails the newest document of an order again, to the address given. */
export async function resendMail(
  { orderId, email, mailServiceProvider }: ParsedInput<ResendCall>,
  { db, member }: Context<ResendCall>,
): Promise<Reply<ResendCall>> {
  await db.transaction(async (tx) => {
    fitForDocument(await lockOrderForDocument(tx, orderId));
    const newest = await findNewestDocument(tx, orderId);
    if (!newest) throw new Refusal(409, 'This order has no document yet. Upload one first.');
    await queueMail(tx, {
      orderId,
      kind: 'approval',
      recipient: email,
      provider: mailServiceProvider,
      documentId: newest.id,
      askedBy: member.id,
    });
  });
  return { message: 'The e-mail is on its way.', data: null };
}
