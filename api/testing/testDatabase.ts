import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import type { OpenDatabase } from '../db/database.ts';
import { openInMemory } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import { administer } from './administer.ts';
import { testPostgres, type Driver } from './drivers.ts';
import { PreparedFs, type PreparedFile } from './PreparedFs.ts';

declare global {
  /** What databaseEnvironment.js gives test files: for engines that begin as the prepared database. */
  var preparedEngine: () => Promise<{ pgliteWasmModule: WebAssembly.Module; files: PreparedFile[] }>;
}

/** A migrated database of one's own, which is gone when it is closed. */
export async function testDatabase(driver: Driver): Promise<OpenDatabase> {
  const database = driver === 'embedded' ? await preparedEmbedded() : await ownPostgres(process.env.TEMPLATE_DATABASE!);
  await migrate(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return database;
}

async function preparedEmbedded(): Promise<OpenDatabase> {
  const { pgliteWasmModule, files } = await preparedEngine();
  // All of its buffers are cleared when it starts: 128 MB by itself, which takes longer than all else of a start.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
  return openInMemory({ pgliteWasmModule, fs: new PreparedFs(files), startParams });
}

/** A PostgreSQL database of one's own with nothing in it, which is gone when it is closed. */
export const emptyPostgres = () => ownPostgres('template1');

async function ownPostgres(template: string): Promise<OpenDatabase> {
  const server = testPostgres();
  if (!server) throw new Error('No PostgreSQL was found for the tests');
  const name = `arrival_desk_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
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
