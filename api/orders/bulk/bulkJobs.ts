import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { BulkJob } from 'shared/api/bulkCalls';
import type { BulkResult } from 'shared/api/orderCalls';
import { pluralize } from 'shared/format/count';
import type { Month } from 'shared/format/dates';
import { folderNames } from 'shared/rules/folders';
import { type Database, type Transaction, inTransaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/DatabaseUnavailableError.ts';
import { type BulkWork, bulkJobPortions, bulkJobs } from '../../db/schema/bulkJobs.ts';
import { orderActions, undoSnapshots } from '../../db/schema/orderHistory.ts';
import type { Actor } from '../../http/session.ts';
import { HttpError } from '../../http/HttpError.ts';
import { isDiskFullError } from '../../disk-space/DiskSpaceGuard.ts';
import { findActiveMember } from '../../team/memberQueries.ts';
import { listScope } from '../lists/listOrders.ts';
import { idsOf } from '../search/searchOrders.ts';
import type { BulkPlan } from '../plans/plan.ts';
import { type PlanContext, planOf } from '../plans/planOf.ts';
import { deleteUnchangedAction, markUndone } from '../plans/undoLog.ts';
import { changeInOneTransaction, successMessage, reasonTexts } from './changeOrders.ts';

export interface ListFilter {
  folderName: string;
  searchVal: string;
  month?: Month | undefined;
}

interface Beginning {
  work: BulkWork;
  plan: BulkPlan;
  member: Actor;
  orders: { orderIds: readonly string[] } | { ofAction: string } | ListFilter;
}

type StoredJob = typeof bulkJobs.$inferSelect;

/** Orders per transaction. A compromise: more would be faster, but would delay other statements for longer. */
const ordersPerPortion = 500;

export async function beginBulkJob(
  db: Database,
  { work, plan: { undo, texts }, member, orders }: Beginning,
): Promise<{ message: string; data: BulkResult }> {
  const jobId = randomUUID();
  const total = await inTransaction(db, async (tx) => {
    const job = {
      ...{ jobId, actionId: jobId, memberId: member.id, undoable: undo === 'offered', message: texts.several(0) },
      work: 'folderName' in orders ? { ...work, folderName: orders.folderName } : work,
    };
    // The table's unique index allows one running job per member.
    const inserted = await tx.insert(bulkJobs).values(job).onConflictDoNothing().returning({ jobId: bulkJobs.jobId });
    if (inserted.length === 0) {
      throw new HttpError(
        409,
        'Your previous bulk action is still running. Wait until it has finished, or cancel the rest.',
      );
    }
    if (undo !== 'none') await tx.insert(orderActions).values(job);
    const stored = await storeOrders(tx, jobId, { orders, member });
    if (stored === 0) throw new HttpError(404, 'There are no orders to change.');
    return stored;
  });
  const message = `Working on ${pluralize(total, 'order')}`;
  return { message, data: { done: [], failed: [], actionId: null, jobId } };
}

/** Stores the orders in the sequence in which the job will process them. Returns their number. */
async function storeOrders(
  tx: Transaction,
  jobId: string,
  { orders, member }: Pick<Beginning, 'orders' | 'member'>,
): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(sql`
    with portions as (
      insert into ${bulkJobPortions} (job_id, number, order_ids)
      select ${jobId}::uuid, (place - 1) / ${sql.raw(String(ordersPerPortion))}, array_agg(order_id order by place)
      from (${placedIds(orders, member)}) as ids group by 2
      returning cardinality(order_ids) as size
    )
    update ${bulkJobs} set total = (select coalesce(sum(size), 0) from portions) where job_id = ${jobId}
    returning total`);
  return rows[0]!.total;
}

/** A query for the ids of a job's orders and their places, counted from 1. */
function placedIds(orders: Beginning['orders'], member: Actor): SQL {
  if ('orderIds' in orders) {
    const { orderIds } = orders;
    return sql`select * from unnest(${sql.param([...orderIds])}::text[]) with ordinality as given (order_id, place)`;
  }
  const ids =
    'ofAction' in orders
      ? sql`select order_id from ${undoSnapshots} where action_id = ${orders.ofAction}`
      : idsOf({ ...listScope(orders.folderName, orders.month, member), searchVal: orders.searchVal });
  return sql`select order_id, row_number() over (order by order_id) as place from (${ids}) as ids`;
}

const failureSummary = 500;
const maxFaults = 5;

interface Worker extends Pick<PlanContext, 'refundMailProvider'> {
  log: FastifyBaseLogger;
}

/**
 * Runs one portion. Saves progress and changes in one transaction, so a crash neither loses nor repeats changes.
 * Returns false if there is nothing to do, or the disk is full.
 */
export async function workBulkPortion(db: Database, worker: Worker): Promise<boolean> {
  let taken: StoredJob | undefined;
  try {
    return await db.transaction(async (tx) => {
      taken = await takeJob(tx);
      if (!taken) return false;
      await workOn(tx, taken, worker);
      return true;
    });
  } catch (error) {
    // A database outage is not the job's fault.
    if (!taken || isDatabaseUnavailable(error)) throw error;
    worker.log.error({ err: error, bulk: taken.jobId }, 'a portion of a bulk job failed');
    // Disk full is temporary: retry without counting a failure.
    if (isDiskFullError(error)) return false;
    await noteFault(db, taken);
    return true;
  }
}

/** Locks the running job that has waited longest, of those that no other instance has locked. */
async function takeJob(tx: Transaction): Promise<StoredJob | undefined> {
  const [job] = await tx
    .select()
    .from(bulkJobs)
    .where(eq(bulkJobs.state, 'running'))
    .orderBy(asc(bulkJobs.workedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return job;
}

async function workOn(tx: Transaction, job: StoredJob, { refundMailProvider }: Worker) {
  const { jobId, work, actionId } = job;
  // Read for every portion: the member may have been deleted or demoted since the last one.
  const member = await findActiveMember(tx, job.memberId);
  if (!member) return endJob(tx, jobId, { state: 'cancelled' });
  let plan;
  try {
    plan = await planOf(tx, work, { member, refundMailProvider });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return endJob(tx, jobId, { state: 'cancelled', message: `${job.message.replace(/\.$/, '')}. ${error.message}` });
  }
  const orderIds = await takePortion(tx, jobId);
  if (!orderIds) return endJob(tx, jobId, { state: 'done' });

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
    message: successMessage(plan.texts, { ...soFar, reasons }),
  };
  await saveProgress(tx, jobId, progress);
  if (progress.done + progress.refused === job.total) await endJob(tx, jobId, { state: 'done' });
}

async function takePortion(tx: Transaction, jobId: string): Promise<string[] | undefined> {
  const { rows } = await tx.execute<{ orderIds: string[] }>(sql`
    delete from ${bulkJobPortions}
    where job_id = ${jobId} and number = (select min(number) from ${bulkJobPortions} where job_id = ${jobId})
    returning order_ids as "orderIds"`);
  return rows[0]?.orderIds;
}

async function saveProgress(tx: Transaction, jobId: string, progress: Partial<StoredJob>) {
  await tx
    .update(bulkJobs)
    .set({ ...progress, workedAt: sql`clock_timestamp()` })
    .where(eq(bulkJobs.jobId, jobId));
}

/** Does nothing if the job has already ended. After a cancelled or failed Undo, the action does not count as undone. */
async function endJob(
  tx: Transaction,
  jobId: string,
  end: { state: Exclude<StoredJob['state'], 'running'>; message?: string },
) {
  const [job] = await tx
    .update(bulkJobs)
    .set({ ...end, finishedAt: sql`now()` })
    .where(and(eq(bulkJobs.jobId, jobId), eq(bulkJobs.state, 'running')))
    .returning({ actionId: bulkJobs.actionId, work: bulkJobs.work });
  if (!job) return;
  if (job.work.action !== 'undo') await deleteUnchangedAction(tx, job.actionId);
  else if (end.state === 'done') await markUndone(tx, job.work.actionId);
  await tx.delete(bulkJobPortions).where(eq(bulkJobPortions.jobId, jobId));
}

/** Fails the job after a few failed portions: a temporary failure passes, but a bug would recur. */
async function noteFault(db: Database, { jobId, faults }: StoredJob) {
  await db.transaction(async (tx) => {
    await saveProgress(tx, jobId, { faults: faults + 1 });
    if (faults + 1 >= maxFaults) await endJob(tx, jobId, { state: 'failed' });
  });
}

export async function bulkProgress(db: Database, jobId: string, member: Actor) {
  const [job] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.jobId, jobId), eq(bulkJobs.memberId, member.id)));
  if (!job) throw new HttpError(404, 'Bulk action not found.');
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
  return { message: 'Bulk actions', data: newest.map(progressOf) };
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

/** Waits for the running portion, whose changes are kept. Throws 404. */
export async function cancelBulk(db: Database, jobId: string, member: Actor) {
  await bulkProgress(db, jobId, member);
  await db.transaction((tx) => endJob(tx, jobId, { state: 'cancelled' }));
  return bulkProgress(db, jobId, member);
}

/** Whether the action, or an Undo of it, is still running. */
export async function runningJobOf(db: Database, actionId: string): Promise<'action' | 'undo' | null> {
  const { rows } = await db.execute<{ running: 'action' | 'undo' }>(sql`
    select case when action_id = ${actionId} then 'action' else 'undo' end as running from ${bulkJobs}
    where state = 'running'
      and (action_id = ${actionId} or work @> ${JSON.stringify({ action: 'undo', actionId })}::jsonb)`);
  return rows[0]?.running ?? null;
}

export async function deleteOldBulkJobs(db: Database) {
  await db.delete(bulkJobs).where(lt(bulkJobs.finishedAt, sql`now() - interval '24 hours'`));
}
