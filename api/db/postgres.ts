import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import type { Database, OpenDatabase } from './database.ts';
import { keepSession } from './keepSession.ts';
import { ServerWatch } from './ServerWatch.ts';
import { WatchedPool } from './WatchedPool.ts';

/** So long a question about the server's health waits for its answer. */
const healthMs = 2_000;

/**
 * A pool of connections to a PostgreSQL server; many instances of the API may share one database. Whenever the server goes
 * away, calls fail with `DatabaseAway` until it answers again; `log` is told of both.
 */
export async function openPostgres(databaseUrl: string, log?: FastifyBaseLogger): Promise<OpenDatabase> {
  const config = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // What is left of a transaction whose process or network is gone holds its rows no longer.
    idle_in_transaction_session_timeout: 60_000,
    // Compiling a query takes longer than any of ours does.
    options: '-c jit=off',
  };
  const watch = new ServerWatch(config, log);
  const pool = new WatchedPool(watch, { ...config, max: 20 });
  // The queue's statements do not wait for people's, nor these for the queue's.
  const queuePool = new WatchedPool(watch, { ...config, max: 4 });
  const close = async () => {
    watch.end();
    await watch.letGo(() => Promise.all([pool.end(), queuePool.end()]));
  };
  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    const { message } = (error as Error).cause as Error;
    throw new Error(`The database at DATABASE_URL does not answer: ${message || 'no connection'}`);
  }
  watch.begin();
  return {
    db: drizzle(pool) as unknown as Database,
    driver: 'postgres',
    url: databaseUrl,
    executeSql: (text, values) => queuePool.query(text, values),
    listen: (channel, onNotification, onListening) =>
      keepSession(watch, config, async (client) => {
        client.on('notification', ({ payload }) => onNotification(payload ?? ''));
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onListening();
      }),
    keepSession: (begin) => keepSession(watch, config, begin),
    answers: () =>
      Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        setTimeout(healthMs, false, { ref: false }),
      ]),
    exclusively: async (key, task) => {
      const client = await pool.connect();
      let unlocked = false;
      try {
        await client.query('select pg_advisory_lock($1)', [key]);
        return await task();
      } finally {
        unlocked = await client.query('select pg_advisory_unlock($1)', [key]).then(
          () => true,
          () => false,
        );
        // The lock goes with its connection.
        client.release(!unlocked);
      }
    },
    housekeeping: async () => {},
    close,
  };
}
