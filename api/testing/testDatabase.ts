import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import type { OpenDatabase } from '../db/database.ts';
import { embeddedDatabase } from '../db/embedded.ts';
import { migrate } from '../db/openDatabase.ts';
import { openPostgres } from '../db/postgres.ts';

export type Driver = OpenDatabase['driver'];

/** The server that testing/globalSetup.ts found, or null. */
export const testPostgres = () => process.env.FOUND_TEST_POSTGRES || null;

/** A migrated database, which is dropped when it is closed. */
export async function testDatabase(driver: Driver): Promise<OpenDatabase> {
  const database = driver === 'embedded' ? await preparedEmbedded() : await copyOf(process.env.TEMPLATE_DATABASE!);
  await migrate(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return database;
}

const engine = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');

/** The engine's code and the prepared database, read once per worker. */
let preparedEngine: Promise<{ pgliteWasmModule: WebAssembly.Module; loadDataDir: Blob }> | undefined;

async function readPrepared() {
  const [code, database] = await Promise.all([
    readFile(engine),
    readFile(path.join(process.env.PREPARED_DATABASE!, 'database.tar')),
  ]);
  return { pgliteWasmModule: await WebAssembly.compile(code), loadDataDir: new Blob([database]) };
}

async function preparedEmbedded(): Promise<OpenDatabase> {
  // A start clears all buffers. With the default of 128 MB, this takes most of its time.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
  preparedEngine ??= readPrepared();
  const client = new PGlite({ ...(await preparedEngine), startParams, extensions: { pg_trgm } });
  await client.waitReady;
  return embeddedDatabase(client, () => {});
}

/** An empty PostgreSQL database, dropped when it is closed. */
export const createEmptyPostgres = () => copyOf('template1');

/** A long timeout, because the machine may be busy. */
const longConnectTimeout = { connectMs: 60_000 };

async function copyOf(template: string): Promise<OpenDatabase> {
  const server = testPostgres();
  if (!server) throw new Error('No PostgreSQL was found for the tests');
  const name = await makeDatabase(server, template);
  const database = await openPostgres(addressOf(server, name), longConnectTimeout);
  return { ...database, close: () => database.close().then(() => dropDatabase(server, name)) };
}

/** Tests copy this database, which is faster than migrating. Returns its name. */
export async function makeTemplate(server: string): Promise<string> {
  const name = await makeDatabase(server, 'template1');
  try {
    const database = await openPostgres(addressOf(server, name), longConnectTimeout);
    await migrate(database).finally(database.close);
  } catch (error) {
    await dropDatabase(server, name);
    throw error;
  }
  return name;
}

export async function makeDatabase(server: string, template: string): Promise<string> {
  const name = `arrival_desk_test_${randomBytes(6).toString('hex')}`;
  await runOutsideTransaction(server, `create database ${name} template ${template}`);
  return name;
}

export const dropDatabase = (server: string, name: string) =>
  runOutsideTransaction(server, `drop database if exists ${name} with (force)`);

export const addressOf = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

/** Runs a statement that no transaction allows. */
export async function runOutsideTransaction(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
