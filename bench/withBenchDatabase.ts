import { randomUUID } from 'node:crypto';
import pg from 'pg';

const postgresUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * Runs `task` on a PostgreSQL database of its own, which is gone afterwards whatever happens. Where no server is there,
 * it answers `otherwise`; without that it rejects.
 */
export async function withBenchDatabase<T>(task: (databaseUrl: string) => Promise<T>, otherwise?: T): Promise<T> {
  const server = new pg.Client(postgresUrl);
  try {
    await server.connect();
  } catch (error) {
    if (otherwise === undefined) throw error;
    return otherwise;
  }
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  try {
    await server.query(`create database ${name}`);
    return await task(url.href);
  } finally {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}
