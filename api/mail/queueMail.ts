import type { MailServiceProvider } from 'shared/api/fields';
import type { Transaction } from '../db/database.ts';
import { settleBouncedAddresses } from './bouncedAddressQueries.ts';
import { insertMails } from './mailQueries.ts';
import { addMailJobs, type MailHaste } from './mailQueue.ts';
import type { OrderMailKind } from './templates/mailText.ts';

/** A mail that a change asks for. */
export interface MailRequest {
  orderId: string;
  kind: OrderMailKind;
  recipient: string;
  provider: MailServiceProvider;
  /** The document to attach. */
  documentId?: number | null;
  /** The member who asked for it; null: the product itself did. */
  askedBy: number | null;
  /** For so many seconds it waits and can be taken back (rules 12.11); 0 and left out: it goes at once. */
  waitSeconds?: number;
}

/** A mail that was asked for. */
export interface QueuedMail {
  /** Of its row in the mail history. */
  mailId: number;
  /** When it goes; null: at once. */
  dueAt: Date | null;
}

/**
 * Asks for a mail in the transaction of the change that wants it: both are there after a crash, or neither. The caller
 * has locked its order.
 */
export async function queueMail(tx: Transaction, mail: MailRequest): Promise<QueuedMail> {
  const [queued] = await queueMails(tx, [mail], 'single');
  return queued!;
}

/** The same for many at once, in a few statements. Answers in the order of the requests. */
export async function queueMails(
  tx: Transaction,
  requests: readonly MailRequest[],
  haste: MailHaste,
): Promise<QueuedMail[]> {
  if (!requests.length) return [];
  const queued = await insertMails(tx, requests);
  await settleBouncedAddresses(
    tx,
    requests.map(({ orderId }) => orderId),
  );
  await addMailJobs(tx, queued, haste);
  return queued.map(({ id, dueAt }) => ({ mailId: id, dueAt }));
}
