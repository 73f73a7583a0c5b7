import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { BulkJob, BulkResult } from 'shared/api/orderCalls';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { folderNames } from 'shared/rules/folders';
import { type Database, type Transaction, within } from '../../db/database.ts';
import { isAway } from '../../db/DatabaseAway.ts';
import type { BulkWork } from '../../db/schema/bulkJobs.ts';
import type { Actor } from '../../http/authorise.ts';
import { Refusal } from '../../http/Refusal.ts';
import { isDiskFull } from '../../room/Room.ts';
import { findLivingMember } from '../../team/memberQueries.ts';
import { listScope } from '../lists/listOrders.ts';
import type { BulkPlan } from '../plans/plan.ts';
import { type PlanContext, planOf } from '../plans/planOf.ts';
import { beginAction } from '../plans/undoQueries.ts';
import {
  endBulkJob,
  findBulkJob,
  findNewestJobs,
  insertBulkJob,
  saveProgress,
  type StoredJob,
  storeFilteredOrders,
  storeOrders,
  storeOrdersOfAction,
  takeBulkJob,
  takePortion,
} from './bulkJobQueries.ts';
import { changeTogether, doneText, reasonTexts } from './changeOrders.ts';

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
 * Begins a bulk that outlives its request: its orders are stored as they are at this moment, and jobs/scheduler works them
 * off. Answers at once; a member has one such job at a time.
 */
export async function beginBulkJob(
  db: Database,
  { work, plan: { undoable, texts }, member, orders }: Beginning,
): Promise<{ message: string; data: BulkResult }> {
  const jobId = randomUUID();
  const total = await within(db, async (tx) => {
    const job = {
      ...{ jobId, actionId: jobId, memberId: member.id, undoable, message: texts.several(0) },
      work: 'folderName' in orders ? { ...work, folderName: orders.folderName } : work,
    };
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

const toldFailures = 500;
const mostFaults = 5;

interface Worker extends Pick<PlanContext, 'refundMailProvider'> {
  log: FastifyBaseLogger;
}

/**
 * Works off one portion of one job that no other instance is at, by the same rules as the calls that answer at once.
 * Portion, progress and changes are one transaction: a crash loses none and repeats none. False: nothing is to be done.
 */
export async function workBulkPortion(db: Database, worker: Worker): Promise<boolean> {
  let taken: StoredJob | undefined;
  try {
    return await db.transaction(async (tx) => {
      taken = await takeBulkJob(tx);
      if (!taken) return false;
      await workOn(tx, taken, worker);
      return true;
    });
  } catch (error) {
    // Nothing is wrong with the job when the database went away.
    if (!taken || isAway(error)) throw error;
    worker.log.error({ err: error, bulk: taken.jobId }, 'a portion of a bulk failed');
    // That passes, however long it takes.
    if (isDiskFull(error)) return false;
    await noteFault(db, taken);
    return true;
  }
}

async function workOn(tx: Transaction, job: StoredJob, { refundMailProvider }: Worker) {
  const { jobId, work, actionId } = job;
  // Read now, because a member who was deleted or demoted does no more.
  const member = await findLivingMember(tx, job.memberId);
  if (!member) return endBulkJob(tx, jobId, { state: 'cancelled' });
  let plan;
  try {
    plan = await planOf(tx, work, { member, refundMailProvider });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return endBulkJob(tx, jobId, { state: 'cancelled', message: `${job.message}. ${error.message}` });
  }
  const orderIds = await takePortion(tx, jobId);
  if (!orderIds) return endBulkJob(tx, jobId, { state: 'done' });

  const together = { orderIds, plan, member, actionId, portion: true };
  const { done, failures, failed, changed } = await changeTogether(tx, together);
  const reasons = reasonTexts(failures, job.reasons);
  const soFar = { changed: job.changed + changed, done: job.done + done.length };
  const progress = {
    ...soFar,
    refused: job.refused + failures.length,
    failed: [...job.failed, ...failed].slice(0, toldFailures),
    reasons,
    faults: 0,
    message: [doneText(plan.texts, soFar), ...reasons.map(({ text }) => text)].join(', '),
  };
  await saveProgress(tx, jobId, progress);
  if (progress.done + progress.refused === job.total) await endBulkJob(tx, jobId, { state: 'done' });
}

/** A failure may be temporary, a fault in the product is not: the job fails after a few. */
async function noteFault(db: Database, { jobId, faults }: StoredJob) {
  await db.transaction(async (tx) => {
    await saveProgress(tx, jobId, { faults: faults + 1 });
    if (faults + 1 >= mostFaults) await endBulkJob(tx, jobId, { state: 'failed' });
  });
}

/** How far one's own bulk over many orders is; another's is not there. */
export async function bulkProgress(
  db: Database,
  jobId: string,
  member: Actor,
): Promise<{ message: string; data: BulkJob }> {
  const job = await findBulkJob(db, { jobId, memberId: member.id });
  if (!job) throw new Refusal(404, 'There is no such bulk');
  return { message: job.message, data: progressOf(job) };
}

const newestJobs = 3;

/** How far one's own newest bulks are. */
export async function bulkJobsOf(db: Database, member: Actor): Promise<{ message: string; data: BulkJob[] }> {
  return { message: 'Bulks', data: (await findNewestJobs(db, member.id, newestJobs)).map(progressOf) };
}

function progressOf(job: StoredJob): BulkJob {
  const { jobId, state, work, total, done, refused, failed, message } = job;
  const undoable = state !== 'running' && job.undoable && job.changed > 0;
  return {
    ...{ jobId, state, total, finished: done + refused, done, refused, failed, message },
    action: work.action === 'move' && work.updatingStatus === 'Deleted' ? 'delete' : work.action,
    folderName: folderNames.find((name) => name === work.folderName) ?? null,
    actionId: undoable ? job.actionId : null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

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
