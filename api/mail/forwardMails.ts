import type { Database } from '../db/database.ts';
import { findQueuedMails } from './mailQueries.ts';
import { addMissingMailJobs, mailQueueOf } from './mailQueue.ts';

/**
 * Brings mails that an earlier version put into its one queue to where they go out today. Doing it twice does no
 * harm: a mail that has its job gets no second one. Which of them a person asked for singly is not known, so none goes before
 * what somebody asks for now.
 */
export async function forwardMails(db: Database, mailIds: readonly number[]): Promise<void> {
  const waiting = await findQueuedMails(db, mailIds);
  const byQueue = Map.groupBy(waiting, mailQueueOf);
  await db.transaction(async (tx) => {
    for (const [queue, mails] of byQueue) {
      await addMissingMailJobs(tx, queue, mails, 'bulk');
    }
  });
}
