import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { BulkJob } from 'shared/api/bulkCalls';
import type { BulkResult } from 'shared/api/orderCalls';
import { count } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { folderNames } from 'shared/rules/folders';
import { type Database, type Transaction, inTransaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/DatabaseUnavailableError.ts';
import { type BulkWork, bulkJobs } from '../../db/schema/bulkJobs.ts';
import { undoSnapshots } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import { isDiskFullError } from '../../disk-space/DiskSpaceGuard.ts';
import { findActiveMember } from '../../team/memberQueries.ts';
import { listScope } from '../lists/listOrders.ts';
import { idsOf } from '../search/searchOrders.ts';
import type { BulkPlan } from '../plans/plan.ts';
import { type PlanContext, planOf } from '../plans/planOf.ts';
import { beginAction } from '../plans/undoQueries.ts';
import {
  endBulkJob,
  findBulkJob,
  saveProgress,
  type StoredJob,
  storeOrders,
  storePortions,
  takeBulkJob,
  takePortion,
} from './bulkJobQueries.ts';
import { changeInOneTransaction, successMessage, reasonTexts } from './changeOrders.ts';

export interface ListFilter {
  folderName: string;
  searchVal: string;
  month?: Month | undefined;
}

type JobOrders = { orderIds: readonly string[] } | { ofAction: string } | ListFilter;

interface Beginning {
  work: BulkWork;
  plan: BulkPlan;
  member: Actor;
  orders: JobOrders;
}

export async function beginBulkJob(
  db: Database,
  { work, plan: { undoable, texts }, member, orders }: Beginning,
): Promise<{ message: string; data: BulkResult }> {
  const jobId = randomUUID();
  const total = await inTransaction(db, async (tx) => {
    const job = {
      ...{ jobId, actionId: jobId, memberId: member.id, undoable, message: texts.several(0) },
      work: 'folderName' in orders ? { ...work, folderName: orders.folderName } : work,
    };
    // The table's unique index allows one running job per member.
    const inserted = await tx.insert(bulkJobs).values(job).onConflictDoNothing().returning({ jobId: bulkJobs.jobId });
    if (inserted.length === 0) throw stillWorking();
    if (undoable) await beginAction(tx, job);
    const stored = await storeJobOrders(tx, jobId, { orders, member });
    if (stored === 0) throw new HttpError(404, 'There are no orders to change.');
    return stored;
  });
  const message = total === 1 ? 'Working on 1 order' : `Working on ${count(total)} orders`;
  return { message, data: { done: [], failed: [], actionId: null, jobId } };
}

function storeJobOrders(tx: Transaction, jobId: string, { orders, member }: Pick<Beginning, 'orders' | 'member'>) {
  if ('orderIds' in orders) return storeOrders(tx, jobId, orders.orderIds);
  if ('ofAction' in orders) {
    const ofAction = sql`select order_id from ${undoSnapshots} where action_id = ${orders.ofAction}`;
    return storePortions(tx, jobId, ofAction);
  }
  const { folderName, searchVal, month } = orders;
  return storePortions(tx, jobId, idsOf({ ...listScope(folderName, month, member), searchVal }));
}

const stillWorking = () =>
  new HttpError(409, 'Your previous bulk action is still running. Wait for it, or cancel the rest.');

const failureSummary = 500;
const maxFaults = 5;

interface Worker extends Pick<PlanContext, 'refundMailProvider'> {
  log: FastifyBaseLogger;
}

/**
 * Runs one portion. Progress and changes are one transaction, so a crash neither loses nor repeats changes. Returns
 * false if there is nothing to do.
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
    // A database outage is not the job's fault.
    if (!taken || isDatabaseUnavailable(error)) throw error;
    worker.log.error({ err: error, bulk: taken.jobId }, 'a batch of a bulk job failed');
    // Disk full is temporary: retry without counting a failure.
    if (isDiskFullError(error)) return false;
    await noteFault(db, taken);
    return true;
  }
}

async function workOn(tx: Transaction, job: StoredJob, { refundMailProvider }: Worker) {
  const { jobId, work, actionId } = job;
  // Read for every portion, because the member may have been deleted or demoted meanwhile.
  const member = await findActiveMember(tx, job.memberId);
  if (!member) return endBulkJob(tx, jobId, { state: 'cancelled' });
  let plan;
  try {
    plan = await planOf(tx, work, { member, refundMailProvider });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return endBulkJob(tx, jobId, { state: 'cancelled', message: `${job.message}. ${error.message}` });
  }
  const orderIds = await takePortion(tx, jobId);
  if (!orderIds) return endBulkJob(tx, jobId, { state: 'done' });

  const together = { orderIds, plan, member, actionId, portion: true };
  const { done, failures, failed, changed } = await changeInOneTransaction(tx, together);
  const reasons = reasonTexts(failures, job.reasons);
  const soFar = { changed: job.changed + changed, done: job.done + done.length };
  const progress = {
    ...soFar,
    refused: job.refused + failures.length,
    failed: [...job.failed, ...failed].slice(0, failureSummary),
    reasons,
    faults: 0,
    message: [successMessage(plan.texts, soFar), ...reasons.map(({ text }) => text)].join(', '),
  };
  await saveProgress(tx, jobId, progress);
  if (progress.done + progress.refused === job.total) await endBulkJob(tx, jobId, { state: 'done' });
}

/** Fails the job after a few failed portions: a temporary failure is retried, but a bug would repeat. */
async function noteFault(db: Database, { jobId, faults }: StoredJob) {
  await db.transaction(async (tx) => {
    await saveProgress(tx, jobId, { faults: faults + 1 });
    if (faults + 1 >= maxFaults) await endBulkJob(tx, jobId, { state: 'failed' });
  });
}

export async function bulkProgress(db: Database, jobId: string, member: Actor) {
  const job = await findBulkJob(db, { jobId, memberId: member.id });
  if (!job) throw new HttpError(404, 'Bulk action not found');
  return { message: job.message, data: progressOf(job) };
}

const newestJobs = 3;

export async function bulkJobsOf(db: Database, member: Actor): Promise<{ message: string; data: BulkJob[] }> {
  const newest = await db
    .select()
    .from(bulkJobs)
    .where(eq(bulkJobs.memberId, member.id))
    .orderBy(desc(bulkJobs.createdAt))
    .limit(newestJobs);
  return { message: 'Bulks', data: newest.map(progressOf) };
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

/** Waits for the running portion, whose changes are kept. */
export async function cancelBulk(db: Database, jobId: string, member: Actor) {
  await db.transaction(async (tx) => {
    if (!(await findBulkJob(tx, { jobId, memberId: member.id }))) throw new HttpError(404, 'Bulk action not found');
    await endBulkJob(tx, jobId, { state: 'cancelled' });
  });
  return bulkProgress(db, jobId, member);
}
