import { randomBytes } from 'node:crypto';
import type { PGliteOptions } from '@electric-sql/pglite';
import pg from 'pg';
import type { OpenDatabase } from '../db/database.ts';
import { openInMemory } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import { testPostgres, type Driver } from './drivers.ts';

declare global {
  /** What databaseEnvironment.js gives test files: for engines that begin as the prepared database. */
  var preparedEngine: () => Promise<PGliteOptions>;
}

/** A migrated database of one's own, which is gone when it is closed. */
export async function testDatabase(driver: Driver): Promise<OpenDatabase> {
  const database = driver === 'embedded' ? await openInMemory(await preparedEngine()) : await emptyPostgres();
  await migrate(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return database;
}

/** A PostgreSQL database of one's own with nothing in it, which is gone when it is closed. */
export async function emptyPostgres(): Promise<OpenDatabase> {
  const server = testPostgres();
  if (!server) throw new Error('No PostgreSQL was found for the tests');
  const name = `arrival_desk_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href);
  return {
    ...database,
    close: async () => {
      await database.close();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

async function administer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
