import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { isAway, untilAnswered } from '../db/DatabaseAway.ts';
import type { Database } from '../db/database.ts';
import { hasWaitingJob, msUntilNextJob, putBack } from './jobQueries.ts';
import type { Job } from './scheduler.ts';

/** What became of a job: it is done with, or tried again later, or put back as if it had not been taken. */
export type Outcome = 'done' | 'putBack' | Error;

export interface Drain<Data> {
  boss: PgBoss;
  db: Database;
  queue: string;
  log: FastifyBaseLogger;
  /** How many jobs are taken by one statement, and how many are under way at most. */
  together: number;
  most: number;
  /** Resolves when the next jobs may be taken; false: it was not its turn, since none `waits`. */
  turn: (stopped: AbortSignal, waits: () => Promise<boolean>) => Promise<boolean>;
  /** Processes the jobs and returns their outcomes in the same order. After `stopped`, jobs not yet begun are put back. */
  work: (taken: Data[], stopped: AbortSignal) => Promise<Outcome[]>;
}

/** How soon a job is found that nobody rang for, for it may not be taken yet; from then on its moment is known. */
const lookMs = 5_000;
const afterFaultMs = 1_000;
const beatMs = 3_000;

/**
 * Works off a queue as fast as `turn` and `most` allow, by priority and age. A job is taken only when it can begin, so one
 * that comes later and is more urgent is the next. `ring`: there is a new one. A stop takes no more and resolves when
 * what is under way has ended.
 */
export function drainQueue<Data>({ boss, db, queue, log, together, most, turn, work }: Drain<Data>): Job & {
  ring: () => void;
} {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const taken = new Set<string>();
  let rung = false;
  let wake = () => {};

  /** Waits until something happens: a job comes, one ends, or it is time to look. */
  const something = async (ms: number) => {
    const waited = new AbortController();
    const time = setTimeout(ms, null, { signal: AbortSignal.any([waited.signal, stopping.signal]) });
    await Promise.race([new Promise<void>((resolve) => (wake = resolve)), time.catch(() => null)]);
    waited.abort();
  };

  /** Of a database that is away, its own watch tells. */
  const tell = (error: unknown, what: string) => isAway(error) || log.error({ err: error, queue }, what);

  async function take() {
    while (taken.size >= most && !stopping.signal.aborted) await something(lookMs);
    rung = false;
    const mayTake = await turn(stopping.signal, () => hasWaitingJob(db, queue));
    if (stopping.signal.aborted) return;
    const jobs = mayTake ? await boss.fetch<Data>(queue, { batchSize: Math.min(together, most - taken.size) }) : [];
    if (!jobs.length) {
      const untilNext = (await msUntilNextJob(db, queue)) ?? lookMs;
      if (!rung) await something(Math.min(Math.max(Math.ceil(untilNext), 1), lookMs));
      return;
    }
    for (const { id } of jobs) taken.add(id);
    const ended = end(jobs).finally(() => {
      for (const { id } of jobs) taken.delete(id);
      underWay.delete(ended);
      wake();
    });
    underWay.add(ended);
  }

  async function end(jobs: { id: string; data: Data }[]) {
    const outcomes: Outcome[] = await work(
      jobs.map(({ data }) => data),
      stopping.signal,
    ).catch((error: Error) => {
      tell(error, 'jobs could not be worked off');
      return jobs.map(() => error);
    });
    const idsOf = (wanted: (outcome: Outcome) => boolean) =>
      jobs.flatMap(({ id }, index) => (wanted(outcomes[index]!) ? [id] : []));
    const [done, back] = [idsOf((outcome) => outcome === 'done'), idsOf((outcome) => outcome === 'putBack')];
    const again = idsOf((outcome) => outcome instanceof Error);
    const reason = outcomes.find((outcome) => outcome instanceof Error);
    try {
      if (done.length) await untilAnswered(() => boss.complete(queue, done), stopping.signal);
      if (back.length) await untilAnswered(() => putBack(db, queue, back), stopping.signal);
      if (again.length)
        await untilAnswered(() => boss.fail(queue, again, { message: reason!.message }), stopping.signal);
    } catch (error) {
      // They stay taken until they expire; then they are tried again.
      tell(error, 'jobs could not be ended');
    }
  }

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await take();
      } catch (error) {
        if (stopping.signal.aborted) return;
        tell(error, 'jobs could not be taken');
        await setTimeout(afterFaultMs, null, { signal: stopping.signal }).catch(() => null);
      }
    }
  }

  /** Tells other instances that this one is alive: they retry the jobs of one that is silent. */
  async function beat(ended: AbortSignal) {
    while (!ended.aborted) {
      await setTimeout(beatMs, null, { signal: ended }).catch(() => null);
      if (!taken.size || ended.aborted) continue;
      await boss.touch(queue, [...taken]).catch((error: unknown) => tell(error, 'jobs could not be kept'));
    }
  }

  const ended = new AbortController();
  const [taking, beating] = [run(), beat(ended.signal)];
  return {
    ring() {
      rung = true;
      wake();
    },
    async stop() {
      stopping.abort();
      await taking;
      await Promise.all(underWay);
      ended.abort();
      await beating;
    },
  };
}
