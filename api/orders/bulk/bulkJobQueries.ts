import { and, asc, desc, eq, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { bulkJobPortions, bulkJobs } from '../../db/schema/bulkJobs.ts';
import { orderActionBefores } from '../../db/schema/orderHistory.ts';
import type { ListScope } from '../lists/pageQueries.ts';
import { forgetIfIdle, markTakenBack } from '../plans/undoQueries.ts';
import { idsOf } from '../search/searchQueries.ts';

/** So many orders are one transaction: few enough that others get their turn, many enough to be fast. */
const ordersPerPortion = 500;

export type StoredJob = typeof bulkJobs.$inferSelect;

type NewJob = Pick<StoredJob, 'jobId' | 'memberId' | 'work' | 'undoable' | 'message' | 'actionId'>;

/** False when the member has one that runs. */
export async function insertBulkJob(tx: Transaction, job: NewJob): Promise<boolean> {
  const inserted = await tx.insert(bulkJobs).values(job).onConflictDoNothing().returning({ jobId: bulkJobs.jobId });
  return inserted.length > 0;
}

/** Stores the orders that a folder and search hold now, for the job. Answers how many. */
export function storeFilteredOrders(
  tx: Transaction,
  jobId: string,
  filter: ListScope & { searchVal: string },
): Promise<number> {
  return storePortions(tx, jobId, idsOf(filter));
}

/** Stores the orders of an action that is to be taken back. */
export function storeOrdersOfAction(tx: Transaction, jobId: string, actionId: string): Promise<number> {
  return storePortions(tx, jobId, sql`select order_id from ${orderActionBefores} where action_id = ${actionId}`);
}

/** Stores orders that were named. They are worked off in this order, so that `finished` tells which are left. */
export async function storeOrders(tx: Transaction, jobId: string, orderIds: readonly string[]): Promise<number> {
  const portions = Array.from({ length: Math.ceil(orderIds.length / ordersPerPortion) }, (_, number) => ({
    jobId,
    number,
    orderIds: orderIds.slice(number * ordersPerPortion, (number + 1) * ordersPerPortion),
  }));
  await tx.insert(bulkJobPortions).values(portions);
  return setTotal(tx, jobId, orderIds.length);
}

async function storePortions(tx: Transaction, jobId: string, ids: SQL): Promise<number> {
  const { rows } = await tx.execute(sql`
    with held as (
      select order_id, (row_number() over (order by order_id) - 1) / ${sql.raw(String(ordersPerPortion))} as number
      from (${ids}) as ids
    ), portions as (
      insert into ${bulkJobPortions} (job_id, number, order_ids)
      select ${jobId}::uuid, number, array_agg(order_id) from held group by number
    ), counted as (
      select count(*)::int as total from held
    )
    select total from counted`);
  return setTotal(tx, jobId, (rows[0] as { total: number }).total);
}

async function setTotal(tx: Transaction, jobId: string, total: number): Promise<number> {
  await tx.update(bulkJobs).set({ total }).where(eq(bulkJobs.jobId, jobId));
  return total;
}

/** A job of one's own. */
export async function findBulkJob(db: Database, { jobId, memberId }: { jobId: string; memberId: number }) {
  const [job] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.jobId, jobId), eq(bulkJobs.memberId, memberId)));
  return job;
}

/** A member's newest jobs, first the last one. */
export function findNewestJobs(db: Database, memberId: number, limit: number): Promise<StoredJob[]> {
  return db
    .select()
    .from(bulkJobs)
    .where(eq(bulkJobs.memberId, memberId))
    .orderBy(desc(bulkJobs.createdAt))
    .limit(limit);
}

/** Locks a running job whose turn it is and that nobody else is at, until the transaction ends. */
export async function takeBulkJob(tx: Transaction): Promise<StoredJob | undefined> {
  const [job] = await tx
    .select()
    .from(bulkJobs)
    .where(eq(bulkJobs.state, 'running'))
    .orderBy(asc(bulkJobs.workedAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return job;
}

/** Takes a job's next portion away; it comes back if the transaction fails. */
export async function takePortion(tx: Transaction, jobId: string): Promise<string[] | undefined> {
  const next = tx
    .select({ number: bulkJobPortions.number })
    .from(bulkJobPortions)
    .where(eq(bulkJobPortions.jobId, jobId))
    .orderBy(asc(bulkJobPortions.number))
    .limit(1);
  const [portion] = await tx
    .delete(bulkJobPortions)
    .where(and(eq(bulkJobPortions.jobId, jobId), eq(bulkJobPortions.number, next)))
    .returning({ orderIds: bulkJobPortions.orderIds });
  return portion?.orderIds;
}

/** What a portion changed of its job; the next turn is another job's. */
export async function saveProgress(tx: Database, jobId: string, progress: Partial<StoredJob>) {
  await tx
    .update(bulkJobs)
    .set({ ...progress, workedAt: sql`clock_timestamp()` })
    .where(eq(bulkJobs.jobId, jobId));
}

/**
 * Ends a job; what it has not come to is forgotten. An action is taken back once the job that did so is done, and not
 * when it was cancelled. False when it had ended before.
 */
export async function endBulkJob(
  tx: Transaction,
  jobId: string,
  end: { state: Exclude<StoredJob['state'], 'running'>; message?: string },
): Promise<boolean> {
  const ended = await tx
    .update(bulkJobs)
    .set({ ...end, finishedAt: sql`now()` })
    .where(and(eq(bulkJobs.jobId, jobId), eq(bulkJobs.state, 'running')))
    .returning({ actionId: bulkJobs.actionId, work: bulkJobs.work });
  const [job] = ended;
  if (!job) return false;
  if (job.work.action !== 'undo') await forgetIfIdle(tx, job.actionId);
  else if (end.state === 'done') await markTakenBack(tx, job.work.actionId);
  await tx.delete(bulkJobPortions).where(eq(bulkJobPortions.jobId, jobId));
  return true;
}

/** What a running job does with an action: it is still doing it, or taking it back; null: none does. */
export async function runningJobOf(db: Database, actionId: string): Promise<'action' | 'undo' | null> {
  const [job] = await db
    .select({ actionId: bulkJobs.actionId })
    .from(bulkJobs)
    .where(
      and(
        eq(bulkJobs.state, 'running'),
        or(
          eq(bulkJobs.actionId, actionId),
          sql`${bulkJobs.work} @> ${JSON.stringify({ action: 'undo', actionId })}::jsonb`,
        ),
      ),
    );
  if (!job) return null;
  return job.actionId === actionId ? 'action' : 'undo';
}

/** Forgets jobs that ended more than a day ago. */
export async function forgetBulkJobs(db: Database) {
  await db.delete(bulkJobs).where(lt(bulkJobs.finishedAt, sql`now() - interval '24 hours'`));
}
