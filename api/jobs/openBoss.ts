import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Db } from 'pg-boss';
import type { OpenDatabase } from '../db/database.ts';
import { isAway, untilAnswered } from '../db/DatabaseAway.ts';

/**
 * The job queue, on either driver, through the product's own connections: so it knows as much of a server that goes away
 * as they do. A new job wakes its workers by NOTIFY; what waits for a later time is found by asking.
 */
export async function openBoss(database: OpenDatabase, log: FastifyBaseLogger): Promise<PgBoss> {
  const stopping = new AbortController();
  const boss = new PgBoss({
    ...(database.driver === 'postgres'
      ? { db: onServer(database, stopping.signal) }
      : { db: embedded(database), backend: 'pglite' }),
    useListenNotify: true,
    schedule: false,
    // A job whose process died is noticed within 5 s of its missing heartbeat. The embedded database has one process.
    ...(database.driver === 'postgres'
      ? { superviseIntervalSeconds: 5, monitorIntervalSeconds: 4 }
      : { superviseIntervalSeconds: 30 }),
    // Of jobs that depend on each other there are none, and indexes are never rebuilt here.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => isAway(error) || log.error({ err: error }, 'the job queue failed'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'the job queue warns'));
  const { offWork, stop } = boss;
  boss.offWork = (...about) => {
    stopping.abort();
    return offWork.apply(boss, about);
  };
  boss.stop = (...about) => {
    stopping.abort();
    return stop.apply(boss, about);
  };
  await boss.start();
  return boss;
}

/**
 * A statement waits for a server that is away instead of failing: a job that is done is told so once it is back, and its
 * workers go on at that moment; but not once these are to stop. All of the queue's statements may be made twice.
 */
function onServer({ executeSql, listen }: OpenDatabase, stopping: AbortSignal): Db {
  return {
    executeSql: (text, values) => untilAnswered(() => executeSql(text, values), stopping),
    listen: async (...about) => ({ close: await listen(...about) }),
  };
}

/** pg-boss expects a pool, where one failed statement spoils no other; on a single connection that takes a rollback. */
function embedded({ executeSql, listen }: OpenDatabase): Db {
  return {
    async executeSql(text, values) {
      try {
        return await executeSql(text, values);
      } catch (error) {
        await executeSql('rollback').catch(() => {});
        throw error;
      }
    },
    listen: async (...about) => ({ close: await listen(...about) }),
  };
}
