import type { MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import { insertMails, type MailKind } from './mailQueries.ts';
import { addMailJobs, mailQueueOf, type MailHaste } from './mailQueue.ts';

/** A mail that a change asks for. */
export interface MailRequest {
  orderId: string;
  kind: MailKind;
  recipient: string;
  provider: MailServiceProvider;
  /** The document to attach. */
  documentId?: number | null;
  /** The member who asked for it; null: the product itself did. */
  askedBy: number | null;
}

/**
 * Asks for a mail in the transaction of the change that wants it: both are there after a crash, or neither. Answers the
 * id of its row in the mail history.
 */
export async function queueMail(tx: Transaction, mail: MailRequest): Promise<number> {
  const [mailId] = await queueMails(tx, [mail], 'single');
  return mailId!;
}

/** The same for many at once, in two statements for each queue. Answers the ids in the order of the requests. */
export async function queueMails(
  tx: Transaction,
  requests: readonly MailRequest[],
  haste: MailHaste,
): Promise<number[]> {
  if (!requests.length) return [];
  const queued = await insertMails(tx, requests);
  const byQueue = Map.groupBy(queued, ({ provider, documentId }) => mailQueueOf(provider, documentId !== null));
  for (const [queue, mails] of byQueue) {
    const mailIds = mails.map(({ id }) => id);
    await addMailJobs(tx, queue, mailIds, haste);
  }
  return queued.map(({ id }) => id);
}
