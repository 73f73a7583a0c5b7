import type { MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import { mails } from '../db/schema.ts';
import type { MailKind } from './mailQueries.ts';
import { sendMailJob } from './mailQueue.ts';

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
export async function queueMail(tx: Transaction, { documentId = null, ...mail }: MailRequest): Promise<number> {
  const [row] = await tx
    .insert(mails)
    .values({ ...mail, documentId })
    .returning({ id: mails.id });
  await sendMailJob(tx, { mailId: row!.id });
  return row!.id;
}
