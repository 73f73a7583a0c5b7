import type { FastifyBaseLogger } from 'fastify';
import { PgBoss, type Db } from 'pg-boss';
import type { OpenDatabase } from '../db/database.ts';

/**
 * The job queue, on either driver: with connections of its own on PostgreSQL, through the one connection there is on
 * the embedded database. A new job wakes its workers by NOTIFY; what waits for a later time is found by asking.
 */
export async function openBoss(database: OpenDatabase, log: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    ...(database.url ? { connectionString: database.url, max: 4 } : { db: embedded(database), backend: 'pglite' }),
    useListenNotify: true,
    schedule: false,
    // How soon a job is noticed whose process died.
    superviseIntervalSeconds: 30,
    // Of jobs that depend on each other there are none, and indexes are never rebuilt here.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'the job queue warns'));
  await boss.start();
  return boss;
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
    async listen(channel, onNotification, onReconnect) {
      const unlisten = await listen!(channel, onNotification);
      onReconnect();
      return { close: unlisten };
    },
  };
}
