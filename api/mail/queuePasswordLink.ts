import type { MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import { insertMails } from './mailQueries.ts';
import { addMailJobs } from './mailQueue.ts';
import { isLinkOnItsWay, replacePasswordLink } from './passwordLinkQueries.ts';

interface LinkRequest {
  memberId: number;
  recipient: string;
  provider: MailServiceProvider;
  /** The member who sends it. */
  askedBy: number;
}

/**
 * Asks for the mail with a link to choose a password, in the transaction of the change that wants it. While the mail of
 * their link waits for the same address, that one will do.
 */
export async function queuePasswordLink(tx: Transaction, request: LinkRequest): Promise<void> {
  if (await isLinkOnItsWay(tx, request)) return;
  const [mail] = await insertMails(tx, [{ ...request, orderId: null, kind: 'password' }]);
  await replacePasswordLink(tx, { memberId: request.memberId, mailId: mail!.id });
  await addMailJobs(tx, [mail!], 'single');
}
