import { setTimeout } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { asAway, awayMs, DatabaseAway, isAway } from './DatabaseAway.ts';
import type { Database, OpenDatabase } from './database.ts';

/** How long a call waits for the answer to one statement, until it fails as `DatabaseAway`. */
const answerMs = 15_000;
/** How long a health check waits. */
const healthMs = 2_000;
/** Connections live this long at most, so a server that is being shut down slowly is rid of them. */
const lifetimeSeconds = 60;

/** The statement under way fails with the same error. Without a listener, the event would end the process. */
const ignore = () => {};

/**
 * A pool of connections to a PostgreSQL server; many instances of the API may share one database. While the server is
 * away, calls fail with `DatabaseAway`, after `connectMs` if it does not even refuse them. `log` is told when it goes away
 * and when it is back.
 */
export async function openPostgres(
  databaseUrl: string,
  { log, connectMs = 3_000 }: { log?: FastifyBaseLogger; connectMs?: number } = {},
): Promise<OpenDatabase> {
  const config = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // A transaction whose process or network is gone holds its rows no longer than this.
    idle_in_transaction_session_timeout: 60_000,
    // Compiling a query takes longer than any of ours does. A statement whose client has gone is given up.
    options: '-c jit=off -c client_connection_check_interval=2s',
  };
  const closing = new AbortController();
  const noteOutage = outageLog(closing.signal, config, log);
  const poolOf = (max: number) =>
    new pg.Pool({ ...config, max, query_timeout: answerMs, maxLifetimeSeconds: lifetimeSeconds })
      .on('connect', (client) => client.on('error', ignore))
      .on('error', () => void noteOutage());
  const pool = poolOf(20);
  // Statements of the queue do not wait for people's, nor theirs for the queue's.
  const queuePool = poolOf(4);
  const close = async () => {
    closing.abort();
    await Promise.all([pool.end(), queuePool.end()]);
  };

  /** A connection for one task, without a limit on how long a statement takes. */
  async function onOwnConnection<T>(task: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(config).on('error', ignore);
    try {
      await client.connect();
      return await task(client);
    } catch (error) {
      throw asAway(error);
    } finally {
      await endWithin(client, healthMs);
    }
  }

  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw new Error(`The database at DATABASE_URL does not answer: ${(error as Error).message || 'no connection'}`);
  }
  return {
    db: pooled(pool, noteOutage),
    driver: 'postgres',
    url: databaseUrl,
    executeSql: (text, values) =>
      queuePool.query(text, values).catch((error: unknown) => {
        throw asAway(error);
      }),
    listen: (channel, onNotification, onListening) => {
      const ending = new AbortController();
      const hearing = listenUntil(ending.signal, config, async (client) => {
        client.on('notification', ({ payload }) => onNotification(payload ?? ''));
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onListening();
      });
      return Promise.resolve(async () => {
        ending.abort();
        await hearing;
      });
    },
    answers: () =>
      Promise.race([
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
        setTimeout(healthMs, false, { ref: false }),
      ]),
    exclusively: (key, task) =>
      onOwnConnection(async (client) => {
        // Freed with the connection.
        await client.query('select pg_advisory_lock($1)', [key]);
        return task(drizzle(client) as unknown as Database);
      }),
    housekeeping: async () => {},
    close,
  };
}

/**
 * Drizzle on the pool, with a transaction of ours: drizzle's own does not release a connection whose BEGIN failed, and
 * waits for the ROLLBACK of one that no longer answers.
 */
function pooled(pool: pg.Pool, noteOutage: () => Promise<void>): Database {
  const db = drizzle(pool);
  db.transaction = async (task, config) => {
    const client = await pool.connect().catch((error: unknown) => {
      void noteOutage();
      throw new DatabaseAway(error);
    });
    let isBroken = false;
    try {
      return await drizzle(client).transaction(async (tx) => {
        try {
          return await task(tx);
        } catch (error) {
          if (isAway(error)) void client.end();
          throw error;
        }
      }, config);
    } catch (error) {
      isBroken = isAway(error);
      if (isBroken) void noteOutage();
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return db as unknown as Database;
}

/** Logs once that the server went away and once that it is back, which new connections tell. */
function outageLog(closing: AbortSignal, config: pg.ClientConfig, log?: FastifyBaseLogger): () => Promise<void> {
  let isAwayNow = false;
  const takesConnections = async () => {
    const client = new pg.Client(config).on('error', ignore);
    const taken = await client.connect().then(
      () => true,
      () => false,
    );
    void client.end();
    return taken;
  };
  return async () => {
    if (isAwayNow || closing.aborted) return;
    isAwayNow = true;
    const began = performance.now();
    // A single connection may have broken alone.
    if (!(await takesConnections())) {
      log?.warn('the database does not answer: calls are refused until it does');
      while (!(await takesConnections())) {
        await setTimeout(awayMs, null, { ref: false });
        if (closing.aborted) return;
      }
      log?.warn({ seconds: Math.round((performance.now() - began) / 100) / 10 }, 'the database answers again');
    }
    isAwayNow = false;
  };
}

/**
 * Keeps a connection on which `begin` listens, and opens the next one when it breaks. A listener does not notice a silent
 * server, so each connection is replaced after its lifetime too.
 */
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
      await wait(awayMs);
    } finally {
      await endWithin(client, healthMs);
    }
  }
}

/** A server that hangs does not say goodbye. */
async function endWithin(client: pg.Client, ms: number) {
  await Promise.race([client.end(), setTimeout(ms, null, { ref: false })]);
}
