import type { FastifyBaseLogger } from 'fastify';
import type { Database, Transaction } from '../../db/database.ts';
import { isAway } from '../../db/DatabaseAway.ts';
import { Refusal } from '../../http/Refusal.ts';
import { tellsOfNoRoom } from '../../room/tellsOfNoRoom.ts';
import { findLivingMember } from '../../team/memberQueries.ts';
import { planOf, type PlanContext } from '../plans/planOf.ts';
import { endBulkJob, saveProgress, takeBulkJob, takePortion, type StoredJob } from './bulkJobQueries.ts';
import { changeTogether } from './changeTogether.ts';
import { doneText } from './doneText.ts';
import { reasonTexts } from './reasonTexts.ts';

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
    if (tellsOfNoRoom(error)) return false;
    await noteFault(db, taken);
    return true;
  }
}

async function workOn(tx: Transaction, job: StoredJob, { refundMailProvider }: Worker) {
  const { jobId, work, actionId } = job;
  // As the database knows them now: whoever was deleted or demoted does no more.
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

/** What failed once may pass; a fault in the product does not: after a few the job has failed. */
async function noteFault(db: Database, { jobId, faults }: StoredJob) {
  await db.transaction(async (tx) => {
    await saveProgress(tx, jobId, { faults: faults + 1 });
    if (faults + 1 >= mostFaults) await endBulkJob(tx, jobId, { state: 'failed' });
  });
}
