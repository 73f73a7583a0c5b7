import { lt, sql } from 'drizzle-orm';
import { awayMs, isAway } from '../db/DatabaseAway.ts';
import { boundLog, giveBackLog } from '../db/embedded.ts';
import { failedAttempts, idempotencyKeys, sessions } from '../db/schema/members.ts';
import type { Desk } from '../desk/desk.ts';
import { sweepDocuments } from '../documents/sweepDocuments.ts';
import { unchosenProvider } from '../mail/queueMail.ts';
import { workDeparture } from '../manage-team/departure.ts';
import { forgetBulkJobs } from '../orders/bulk/bulkJobQueries.ts';
import { workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { foldOrderCounts, tidyCounts } from '../orders/lists/countQueries.ts';
import { forgetAddresses } from '../orders/messages.ts';
import { forgetActions } from '../orders/plans/undoQueries.ts';
import { promoteOrders } from '../orders/promoteOrders.ts';
import { sweepUnfinished } from '../storage/diskStorage.ts';
import { foldSummaryCounts, tidySummaryCounts } from '../summaries/foldSummaries.ts';

/** A job that runs in the background. */
export interface Job {
  /** Resolves when the run that is under way has ended; none begins after. */
  stop: () => Promise<void>;
}

interface ScheduledJob {
  name: string;
  /** The pause after each run. */
  everyMs: number;
  /** A job of many parts begins no other once `stopped`. */
  run: (stopped: AbortSignal) => Promise<unknown>;
  /** Whether the first run is at the start, and not a pause later. */
  atOnce?: boolean;
  /** Whether it runs even while the disk is almost full. */
  withoutRoom?: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The jobs, each with its own timer: a failure of one skips no other. */
export function jobsOf(desk: Desk): ScheduledJob[] {
  const { database, settings, room, storage, log } = desk;
  const { db } = database;
  const portions = (work: () => Promise<boolean>) => (stopped: AbortSignal) =>
    workOff(async () => (await room.forChanges()) && work(), stopped);

  /** Adds appended deltas to the kept counts, and vacuums them after a thousand. */
  const fold = (
    foldDeltas: (on: typeof db) => Promise<number>,
    tidy: (on: typeof db, folded: number) => Promise<void>,
  ) => {
    let folded = 0;
    return async () => {
      folded += await foldDeltas(db);
      if (folded < 1_000) return;
      await tidy(db, folded);
      folded = 0;
    };
  };

  let gaveBackAt = -Infinity;
  async function watchRoom() {
    const enough = await room.forFiles();
    if (database.driver !== 'embedded') return;
    if (enough) return boundLog(db);
    if (performance.now() - gaveBackAt < minute) return;
    gaveBackAt = performance.now();
    await giveBackLog(db);
  }

  async function sweepFiles(stopped: AbortSignal) {
    const now = Date.now();
    const unfinished = await sweepUnfinished(settings.dataDir, new Date(now - hour));
    const documents = await sweepDocuments(db, storage, { before: new Date(now - day), stopped });
    if (unfinished + documents > 0) log.info({ unfinished, documents }, 'files that broken uploads left were removed');
  }

  const bulkWorker = { refundMailProvider: unchosenProvider(settings), log };
  const cleanUp = (name: string, run: () => Promise<unknown>) => ({ name, everyMs: 5 * minute, run });
  return [
    { name: 'fold order counts', everyMs: second, run: fold(foldOrderCounts, tidyCounts) },
    { name: 'fold summary counts', everyMs: second, run: fold(foldSummaryCounts, tidySummaryCounts) },
    { name: 'promote', everyMs: minute, run: () => promoteOrders(db, new Date()), atOnce: true },
    { name: 'bulk', everyMs: 250, run: portions(() => workBulkPortion(db, bulkWorker)), atOnce: true },
    { name: 'free orders', everyMs: second, run: portions(() => workDeparture(db)), atOnce: true },
    { name: 'watch room', everyMs: second, run: watchRoom, withoutRoom: true },
    // It makes room, so it needs none.
    { name: 'sweep files', everyMs: day, run: sweepFiles, atOnce: true, withoutRoom: true },
    cleanUp('forget sessions', () => db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))),
    cleanUp('forget idempotency keys', () =>
      db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`)),
    ),
    cleanUp('forget failed attempts', () =>
      db.delete(failedAttempts).where(lt(failedAttempts.at, sql`now() - interval '1 hour'`)),
    ),
    cleanUp('forget addresses', () => forgetAddresses(db)),
    cleanUp('forget actions', () => forgetActions(db)),
    cleanUp('forget bulk jobs', () => forgetBulkJobs(db)),
    cleanUp('housekeeping', () => database.housekeeping()),
  ];
}

/** Starts the jobs, or only those named. */
export function startJobs(desk: Desk, names?: readonly string[]): Job {
  const started = jobsOf(desk)
    .filter(({ name }) => !names || names.includes(name))
    .map((job) => schedule(job, desk));
  return { stop: async () => void (await Promise.all(started.map((job) => job.stop()))) };
}

/** Runs a job again and again. A failure is logged and the next run tries again, sooner if the database was away. */
export function schedule(
  { name, everyMs, run, atOnce = false, withoutRoom = false }: ScheduledJob,
  { log, room }: Pick<Desk, 'log' | 'room'>,
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
      if (withoutRoom || (await room.forChanges())) await run(stopping.signal);
      later(everyMs);
    } catch (error) {
      if (!isAway(error)) log.error({ err: error, job: name }, 'job failed');
      later(isAway(error) ? Math.min(everyMs, awayMs) : everyMs);
    }
  };
  later(atOnce ? 0 : everyMs);
  return {
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      return running;
    },
  };
}

/** Works off portions while there is one, and returns how many there were. */
async function workOff(workPortion: () => Promise<boolean>, stopped: AbortSignal): Promise<number> {
  let portions = 0;
  while (!stopped.aborted && (await workPortion())) {
    portions += 1;
    // Lets requests in between two portions: the embedded database has one connection, and this process one thread.
    await new Promise(setImmediate);
  }
  return portions;
}
