import { and, asc, eq, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { bulkJobPortions, bulkJobs } from '../../db/schema/bulkJobs.ts';
import { deleteUnchangedAction, markUndone } from '../plans/undoQueries.ts';

/** Orders per transaction. A compromise: more would be faster, but would delay other statements for longer. */
const ordersPerPortion = 500;

export type StoredJob = typeof bulkJobs.$inferSelect;

/** Stores the orders in the sequence in which the job will process them. Returns their number. */
export async function storeOrders(tx: Transaction, jobId: string, orderIds: readonly string[]): Promise<number> {
  const portions = Array.from({ length: Math.ceil(orderIds.length / ordersPerPortion) }, (_, number) => ({
    jobId,
    number,
    orderIds: orderIds.slice(number * ordersPerPortion, (number + 1) * ordersPerPortion),
  }));
  await tx.insert(bulkJobPortions).values(portions);
  return setTotal(tx, jobId, orderIds.length);
}

/** `ids` is a query for order ids. Returns their number. */
export async function storePortions(tx: Transaction, jobId: string, ids: SQL): Promise<number> {
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

export async function findBulkJob(db: Database, { jobId, memberId }: { jobId: string; memberId: number }) {
  const [job] = await db
    .select()
    .from(bulkJobs)
    .where(and(eq(bulkJobs.jobId, jobId), eq(bulkJobs.memberId, memberId)));
  return job;
}

/** Locks the running job that has waited longest, of those that no other instance has locked. */
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

export async function saveProgress(tx: Database, jobId: string, progress: Partial<StoredJob>) {
  await tx
    .update(bulkJobs)
    .set({ ...progress, workedAt: sql`clock_timestamp()` })
    .where(eq(bulkJobs.jobId, jobId));
}

/** Returns false if the job has already ended. Only a finished Undo marks its action as undone. */
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
  if (job.work.action !== 'undo') await deleteUnchangedAction(tx, job.actionId);
  else if (end.state === 'done') await markUndone(tx, job.work.actionId);
  await tx.delete(bulkJobPortions).where(eq(bulkJobPortions.jobId, jobId));
  return true;
}

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

export async function deleteOldBulkJobs(db: Database) {
  await db.delete(bulkJobs).where(lt(bulkJobs.finishedAt, sql`now() - interval '24 hours'`));
}
