import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import {
  toDatabaseError,
  retryIntervalMs,
  DatabaseUnavailableError,
  isDatabaseUnavailable,
} from './DatabaseUnavailableError.ts';
import type { Database, OpenDatabase } from './database.ts';

/** Statement timeout. The statement then fails with `DatabaseUnavailableError`. */
const answerMs = 15_000;
const healthMs = 2_000;
/** Maximum lifetime of a connection. Limited, because a server that shuts down may wait until all clients have left. */
const lifetimeSeconds = 60;

/** Without a listener, a client's `error` event would end the process. The pending statement rejects anyway. */
const ignore = () => {};

/**
 * In an outage, queries fail with `DatabaseUnavailableError`: after `connectMs` if they cannot connect, otherwise after
 * `answerMs`.
 */
export async function openPostgres(
  databaseUrl: string,
  { log, connectMs = 3_000 }: { log?: FastifyBaseLogger; connectMs?: number } = {},
): Promise<OpenDatabase> {
  const config = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Frees the row locks of a transaction whose client has vanished.
    idle_in_transaction_session_timeout: 60_000,
    // JIT compilation takes longer than any query here. The interval cancels statements of disconnected clients.
    options: '-c jit=off -c client_connection_check_interval=2s',
  };
  let isUnavailable = false;
  let respondedAt = 0;
  const poolOf = (max: number) =>
    new pg.Pool({ ...config, max, query_timeout: answerMs, maxLifetimeSeconds: lifetimeSeconds })
      .on('connect', (client) => {
        client.on('error', ignore);
        if (!isUnavailable) return;
        log?.warn('the database is responding again');
        isUnavailable = false;
        respondedAt = performance.now();
      })
      .on('error', ignore);
  const pool = poolOf(20);
  // A separate pool, so that the queue and requests do not wait for each other.
  const queuePool = poolOf(4);
  const close = async () => {
    await Promise.all([pool.end(), queuePool.end()]);
  };

  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw new Error(`The database at DATABASE_URL is not responding: ${(error as Error).message || 'no connection'}`);
  }
  return {
    db: pooled(pool),
    driver: 'postgres',
    url: databaseUrl,
    queue: {
      // The queue polls every second, so its statements notice an outage first.
      executeSql: (text, values) => {
        const askedAt = performance.now();
        return queuePool.query(text, values).catch((error: unknown) => {
          const failure = toDatabaseError(error);
          // A statement sent during the last outage may time out only after the outage has ended.
          if (!isUnavailable && askedAt > respondedAt && isDatabaseUnavailable(failure)) {
            isUnavailable = true;
            log?.warn('the database is not responding: calls are refused until it responds');
          }
          throw failure;
        });
      },
      // pg-boss looks for missed jobs after each `onReconnect`.
      listen: async (channel, onNotification, onReconnect) => {
        const ending = new AbortController();
        const hearing = listenUntil(ending.signal, config, async (client) => {
          client.on('notification', ({ payload }) => onNotification(payload ?? ''));
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
          onReconnect();
        });
        return {
          close: () => {
            ending.abort();
            return hearing;
          },
        };
      },
    },
    answers: () =>
      Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        setTimeout(healthMs, false, { ref: false }),
      ]),
    exclusively: async (key, task) => {
      const client = new pg.Client(config).on('error', ignore);
      try {
        await client.connect();
        // Closing the connection releases the lock.
        await client.query('select pg_advisory_lock($1)', [key]);
        return await task(drizzle(client) as unknown as Database);
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        await endSoon(client);
      }
    },
    housekeeping: async () => {},
    close,
  };
}

/** Drizzle's own `transaction` leaks the connection if BEGIN fails, and waits for ROLLBACK on a dead connection. */
function pooled(pool: pg.Pool): Database {
  const db = drizzle(pool);
  db.transaction = async (task, config) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError(error);
    });
    let isBroken = false;
    try {
      return await drizzle(client).transaction(async (tx) => {
        try {
          return await task(tx);
        } catch (error) {
          if (isDatabaseUnavailable(error)) void client.end();
          throw error;
        }
      }, config);
    } catch (error) {
      isBroken = isDatabaseUnavailable(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return db as unknown as Database;
}

/** Keeps a connection on which `begin` has run. Replaces it regularly: a listener does not notice a dead server. */
async function listenUntil(closing: AbortSignal, config: pg.PoolConfig, begin: (client: pg.Client) => Promise<void>) {
  const wait = (ms: number) => setTimeout(ms, null, { signal: closing, ref: false }).catch(() => null);
  while (!closing.aborted) {
    const client = new pg.Client({ ...config, query_timeout: config.connectionTimeoutMillis }).on('error', ignore);
    const ended = new Promise((resolve) => client.once('end', resolve));
    try {
      await client.connect();
      await begin(client);
      await Promise.race([ended, wait(lifetimeSeconds * 1_000)]);
    } catch {
      await wait(retryIntervalMs);
    } finally {
      await endSoon(client);
    }
  }
}

/** `end` waits for the server to close the connection, which a hung server never does. */
async function endSoon(client: pg.Client) {
  await Promise.race([client.end(), setTimeout(healthMs, null, { ref: false })]);
}
