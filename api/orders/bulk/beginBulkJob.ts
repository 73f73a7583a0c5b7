import { randomUUID } from 'node:crypto';
import { count } from 'shared/format/count';
import type { BulkResult } from 'shared/api/orderCalls';
import type { Month } from 'shared/format/dates';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import { listScope } from '../lists/listOrders.ts';
import type { BulkPlan } from '../plans/bulkPlan.ts';
import type { BulkWork } from '../../db/schema/bulkWork.ts';
import { beginAction } from '../plans/undoQueries.ts';
import { insertBulkJob, keepHeldOrders } from './bulkJobQueries.ts';

/** "Select all N": what a list shows, beyond its page. */
export interface BulkFilter {
  folderName: string;
  searchVal: string;
  month?: Month | undefined;
}

interface Beginning {
  work: BulkWork;
  plan: BulkPlan;
  member: Actor;
  filter: BulkFilter;
}

/**
 * Begins a bulk over a whole folder: the orders that it holds at this moment are noted, and jobs/bulkJobs works them
 * off. Answers at once; a member has one such job at a time.
 */
export async function beginBulkJob(db: Database, { work, plan, member, filter }: Beginning) {
  const { folderName, searchVal, month } = filter;
  const scope = listScope(folderName, month, member);
  const jobId = randomUUID();
  const total = await db.transaction(async (tx) => {
    const { undoable, texts } = plan;
    const job = { jobId, memberId: member.id, work, undoable, message: texts.several(0), actionId: randomUUID() };
    if (!(await insertBulkJob(tx, job))) throw alreadyAtIt();
    if (undoable) await beginAction(tx, job);
    const held = await keepHeldOrders(tx, jobId, { ...scope, searchVal });
    if (held === 0) throw new Refusal(404, 'No order is there to do this to.');
    return held;
  });
  return begun(jobId, total);
}

export const alreadyAtIt = () => new Refusal(409, 'You are still at another whole folder. Wait for it, or cancel it.');

/** The answer to what goes on beside the requests. */
export function begun(jobId: string, total: number): { message: string; data: BulkResult } {
  const message = total === 1 ? 'Working on 1 order' : `Working on ${count(total)} orders`;
  return { message, data: { done: [], failed: [], actionId: null, jobId } };
}
