import type { Database } from '../db/database.ts';
import { findQueuedMails } from './mailQueries.ts';
import { addMissingMailJobs, mailQueueOf } from './mailQueue.ts';

/**
 * Moves jobs that an earlier version put into its one queue to the queues of today. Doing it twice does no harm: a mail
 * that has its job gets no second one. They go as those of a bulk, since it is not known which of them a person asked for
 * singly.
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
