import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { notifyChannelSql } from 'pg-boss/dist/plans.js';

/**
 * Hears of new jobs as they are committed: `onJobs` is called with the name of their queue, or with null when some may
 * have been missed. Answers what ends it. Who does not hear finds them by looking.
 */
export async function hearJobs(
  boss: PgBoss,
  log: FastifyBaseLogger,
  onJobs: (queue: string | null) => void,
): Promise<() => Promise<void>> {
  const db = boss.getDb();
  try {
    const { rows } = await db.executeSql(`select ${notifyChannelSql('pgboss')} as channel`);
    const { channel } = rows[0] as { channel: string };
    const hearing = await db.listen!(channel, onJobs, () => onJobs(null));
    return () => hearing.close();
  } catch (error) {
    log.warn({ err: error }, 'new jobs are not heard of, only found');
    return async () => {};
  }
}
