import { lt, sql } from 'drizzle-orm';
import { retryIntervalMs, isDatabaseUnavailable } from '../db/DatabaseUnavailableError.ts';
import { limitWalSize, shrinkWal } from '../db/embedded.ts';
import { failedAttempts, idempotencyKeys, sessions } from '../db/schema/members.ts';
import type { AppContext } from '../context/AppContext.ts';
import { sweepDocuments } from '../documents/documentFiles.ts';
import { defaultProvider } from '../mail/queueMail.ts';
import { workOffboarding } from '../manage-team/offboarding.ts';
import { deleteOldBulkJobs, workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/folderCounts.ts';
import { deleteOldAddresses } from '../orders/messages.ts';
import { deleteOldActions } from '../orders/plans/undoLog.ts';
import { promoteOrders } from '../orders/promoteOrders.ts';
import { sweepUnfinished } from '../storage/diskStorage.ts';
import { foldSummaryCounts, tidySummaryCounts } from '../summaries/summaries.ts';

export interface Job {
  /** Starts no further run, and resolves once the current one has ended. */
  stop: () => Promise<void>;
}

interface ScheduledJob {
  name: string;
  everyMs: number;
  /** Jobs that run in batches start no further batch once `stopped` is aborted. */
  run: (stopped: AbortSignal) => Promise<unknown>;
  runAtStart?: boolean;
  runsOnFullDisk?: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Each job has its own timer, so that a failing job does not delay others. */
export function jobsOf(appContext: AppContext): ScheduledJob[] {
  const { database, settings, diskSpace, storage, log } = appContext;
  const { db } = database;
  /** Runs batches until none is left. */
  const portions = (work: () => Promise<boolean>) => async (stopped: AbortSignal) => {
    while (!stopped.aborted && (await diskSpace.allowsChanges()) && (await work())) {
      // Yields to requests: the embedded database has one connection, and this process one thread.
      await new Promise(setImmediate);
    }
  };

  const fold = (foldDeltas: typeof foldOrderCounts, tidy: typeof tidyCounts) => {
    let folded = 0;
    return async () => {
      folded += await foldDeltas(db);
      if (folded < 1_000) return;
      await tidy(db, folded);
      folded = 0;
    };
  };

  let lastShrunkAt = -Infinity;
  async function watchDiskSpace() {
    const enough = await diskSpace.allowsFiles();
    if (database.driver !== 'embedded') return;
    if (enough) return limitWalSize(db);
    if (performance.now() - lastShrunkAt < minute) return;
    lastShrunkAt = performance.now();
    await shrinkWal(db);
  }

  async function sweepFiles(stopped: AbortSignal) {
    const now = Date.now();
    const unfinished = await sweepUnfinished(settings.dataDir, new Date(now - hour));
    const documents = await sweepDocuments(db, storage, { before: new Date(now - day), stopped });
    if (unfinished + documents > 0) log.info({ unfinished, documents }, 'removed files of interrupted uploads');
  }

  const bulkWorker = { refundMailProvider: defaultProvider(settings), log };
  const cleanUp = (name: string, run: () => Promise<unknown>) => ({ name, everyMs: 5 * minute, run });
  return [
    { name: 'fold order counts', everyMs: second, run: fold(foldOrderCounts, tidyCounts) },
    { name: 'fold summary counts', everyMs: second, run: fold(foldSummaryCounts, tidySummaryCounts) },
    { name: 'promote', everyMs: minute, run: () => promoteOrders(db, new Date()), runAtStart: true },
    { name: 'bulk', everyMs: 250, run: portions(() => workBulkPortion(db, bulkWorker)), runAtStart: true },
    { name: 'unassign orders', everyMs: second, run: portions(() => workOffboarding(db)), runAtStart: true },
    { name: 'watch disk space', everyMs: second, run: watchDiskSpace, runsOnFullDisk: true },
    // The sweep frees space, so it must run on a full disk.
    { name: 'sweep files', everyMs: day, run: sweepFiles, runAtStart: true, runsOnFullDisk: true },
    cleanUp('delete old sessions', () => db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))),
    cleanUp('delete old idempotency keys', () =>
      db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`)),
    ),
    cleanUp('delete old failed attempts', () =>
      db.delete(failedAttempts).where(lt(failedAttempts.at, sql`now() - interval '1 hour'`)),
    ),
    cleanUp('delete old addresses', () => deleteOldAddresses(db)),
    cleanUp('delete old actions', () => deleteOldActions(db)),
    cleanUp('delete old bulk jobs', () => deleteOldBulkJobs(db)),
    cleanUp('housekeeping', () => database.housekeeping()),
  ];
}

export function startJobs(appContext: AppContext, names?: readonly string[]): Job {
  const started = jobsOf(appContext)
    .filter(({ name }) => !names || names.includes(name))
    .map((job) => schedule(job, appContext));
  return { stop: async () => void (await Promise.all(started.map((job) => job.stop()))) };
}

/** Runs a job periodically. Logs failures and continues. Retries sooner after a database outage, without logging it. */
export function schedule(
  { name, everyMs, run, runAtStart = false, runsOnFullDisk = false }: ScheduledJob,
  { log, diskSpace }: Pick<AppContext, 'log' | 'diskSpace'>,
): Job {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const later = (ms: number) => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => (running = runOnce()), ms);
    timer.unref();
  };
  const runOnce = async () => {
    try {
      if (runsOnFullDisk || (await diskSpace.allowsChanges())) await run(stopping.signal);
      later(everyMs);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error, job: name }, 'job failed');
      later(isDatabaseUnavailable(error) ? Math.min(everyMs, retryIntervalMs) : everyMs);
    }
  };
  later(runAtStart ? 0 : everyMs);
  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}
