import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import { endBulkJob, findBulkJob } from './bulkJobQueries.ts';
import { bulkProgress } from './bulkProgress.ts';

/**
 * Cancels the rest of one's own bulk. It waits for the portion that is under way, which stays done, as all before it;
 * cancelling what has ended changes nothing.
 */
export async function cancelBulk(db: Database, jobId: string, member: Actor) {
  await db.transaction(async (tx) => {
    if (!(await findBulkJob(tx, { jobId, memberId: member.id }))) throw new Refusal(404, 'There is no such bulk');
    await endBulkJob(tx, jobId, { state: 'cancelled' });
  });
  return bulkProgress(db, jobId, member);
}
