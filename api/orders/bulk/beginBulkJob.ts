import { randomUUID } from 'node:crypto';
import type { BulkResult } from 'shared/api/orderCalls';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { type Database, type Transaction, within } from '../../db/database.ts';
import type { Actor } from '../../http/member.ts';
import { Refusal } from '../../http/Refusal.ts';
import { listScope } from '../lists/listOrders.ts';
import type { BulkPlan } from '../plans/bulkPlan.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import { beginAction } from '../plans/undoQueries.ts';
import { insertBulkJob, storeFilteredOrders, storeOrders, storeOrdersOfAction } from './bulkJobQueries.ts';

/** "Select all N": what a list shows, beyond its page. */
export interface ListFilter {
  folderName: string;
  searchVal: string;
  month?: Month | undefined;
}

/** The orders of a job: these, all of a list, or all that an action changed. */
type JobOrders = { orderIds: readonly string[] } | { ofAction: string } | ListFilter;

interface Beginning {
  work: BulkWork;
  plan: BulkPlan;
  member: Actor;
  orders: JobOrders;
}

/**
 * Begins a bulk that outlives its request: its orders are stored as they are at this moment, and jobs/bulkJobs works them
 * off. Answers at once; a member has one such job at a time.
 */
export async function beginBulkJob(
  db: Database,
  { work, plan: { undoable, texts }, member, orders }: Beginning,
): Promise<{ message: string; data: BulkResult }> {
  const jobId = randomUUID();
  const total = await within(db, async (tx) => {
    const job = { jobId, memberId: member.id, work, undoable, message: texts.several(0), actionId: randomUUID() };
    if (!(await insertBulkJob(tx, job))) throw stillWorking();
    if (undoable) await beginAction(tx, job);
    const stored = await storeJobOrders(tx, jobId, { orders, member });
    if (stored === 0) throw new Refusal(404, 'No order is there to do this to.');
    return stored;
  });
  const message = total === 1 ? 'Working on 1 order' : `Working on ${count(total)} orders`;
  return { message, data: { done: [], failed: [], actionId: null, jobId } };
}

function storeJobOrders(tx: Transaction, jobId: string, { orders, member }: Pick<Beginning, 'orders' | 'member'>) {
  if ('orderIds' in orders) return storeOrders(tx, jobId, orders.orderIds);
  if ('ofAction' in orders) return storeOrdersOfAction(tx, jobId, orders.ofAction);
  const { folderName, searchVal, month } = orders;
  return storeFilteredOrders(tx, jobId, { ...listScope(folderName, month, member), searchVal });
}

const stillWorking = () =>
  new Refusal(409, 'What you began before is still being worked off. Wait for it, or cancel the rest.');
