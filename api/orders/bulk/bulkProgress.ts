import type { BulkJob } from 'shared/api/orderCalls';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import { findBulkJob } from './bulkJobQueries.ts';

/** How far one's own bulk over many orders is; another's is not there. */
export async function bulkProgress(
  db: Database,
  jobId: string,
  member: Actor,
): Promise<{ message: string; data: BulkJob }> {
  const job = await findBulkJob(db, { jobId, memberId: member.id });
  if (!job) throw new Refusal(404, 'There is no such bulk');
  const { state, total, done, refused, failed, message } = job;
  const undoable = state !== 'running' && job.undoable && job.changed > 0;
  const data = { jobId, state, total, finished: done + refused, done, refused, failed, message };
  return { message, data: { ...data, actionId: undoable ? job.actionId : null } };
}
