import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Db } from 'pg-boss';
import type { OpenDatabase } from '../db/database.ts';
import { isAway, untilAnswered } from '../db/DatabaseAway.ts';

/**
 * Starts the job queue, on either driver, through the product's own connections. A new job wakes its workers by NOTIFY;
 * polling finds jobs that wait for a later time. Once `stopping`, no statement waits for a database that is away.
 */
export async function openBoss(
  database: OpenDatabase,
  log: FastifyBaseLogger,
  stopping: AbortSignal = new AbortController().signal,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...(database.driver === 'postgres'
      ? { db: onServer(database, stopping) }
      : { db: embedded(database), backend: 'pglite' }),
    useListenNotify: true,
    schedule: false,
    // A job whose process died is noticed within 5 s of its missing heartbeat.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 4,
    // No jobs depend on each other, and indexes are never rebuilt here.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => isAway(error) || log.error({ err: error }, 'the job queue failed'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'the job queue warns'));
  await boss.start();
  return boss;
}

/** Statements wait for a server that is away instead of failing: all of them may be made twice. */
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
