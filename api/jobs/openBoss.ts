import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../db/database.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/DatabaseUnavailableError.ts';

/**
 * NOTIFY wakes workers for new jobs; polling finds jobs scheduled for later. Once `stopping` is aborted, statements no
 * longer wait for an unavailable database.
 */
export async function openBoss(
  { queue, driver }: OpenDatabase,
  log: FastifyBaseLogger,
  stopping: AbortSignal = new AbortController().signal,
): Promise<PgBoss> {
  const boss = new PgBoss({
    // All statements are idempotent, so they are retried after an outage.
    db: { ...queue, executeSql: (...asked) => retryWhileUnavailable(() => queue.executeSql(...asked), stopping) },
    backend: driver === 'embedded' ? 'pglite' : 'postgres',
    useListenNotify: true,
    schedule: false,
    // Detects a dead worker within 5 s of its missed heartbeat.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 4,
    // Seldom or never, because no job depends on another and indexes are never rebuilt.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => isDatabaseUnavailable(error) || log.error({ err: error }, 'the job queue failed'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'job queue warning'));
  await boss.start();
  return boss;
}
