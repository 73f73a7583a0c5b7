import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, OpenDatabase } from './database.ts';
import * as schema from './schema.ts';

/** A pool of connections to a PostgreSQL server; many instances of the API may share one database. */
export async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    connectionTimeoutMillis: 10_000,
    // Compiling a query takes longer than any of ours does.
    options: '-c jit=off',
  });
  // A connection that the server drops while idle is replaced at the next query; without a listener it ends the process.
  pool.on('error', () => {});
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new Error(`The database at DATABASE_URL does not answer: ${(error as Error).message || 'no connection'}`);
  }
  return {
    db: drizzle(pool, { schema }) as unknown as Database,
    driver: 'postgres',
    url: databaseUrl,
    executeSql: (text, values) => pool.query(text, values),
    exclusively: async (key, task) => {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [key]);
        return await task();
      } finally {
        await client.query('select pg_advisory_unlock($1)', [key]).catch(() => {});
        client.release();
      }
    },
    housekeeping: async () => {},
    close: () => pool.end(),
  };
}
