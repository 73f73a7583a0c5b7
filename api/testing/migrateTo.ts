import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import { openDatabase, type OpenDatabase } from '../db/database.ts';
import { testPostgres } from './drivers.ts';
import { copyPrepared } from './preparedDatabase.ts';
import { emptyPostgres } from './testDatabase.ts';

const config = {
  migrationsFolder: path.join(import.meta.dirname, '..', 'db', 'migrations'),
  migrationsTable: 'migrations',
};

/** All there are, the first one first. */
export const migrations = readMigrationFiles(config);

/** How many migrations there are before the first one that has this text. */
export const migrationsBefore = (text: string) =>
  migrations.findIndex(({ sql: statements }) => statements.join().includes(text));

/** Registers a test on each driver that begins with a database without tables. */
export function testOfMigration(name: string, task: (database: OpenDatabase) => Promise<void>) {
  test(`${name}, on the embedded database`, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'migration-'));
    copyPrepared(process.env.PREPARED_DATABASE!, dataDir, 'none');
    const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: 'the test' });
    await task(database).finally(database.close);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }, 60_000);
  if (!testPostgres()) return;
  test(`${name}, on PostgreSQL`, async () => {
    const database = await emptyPostgres();
    await task(database).finally(database.close);
  }, 60_000);
}

/** Brings a database to where it was after so many migrations. */
export async function migrateTo({ db }: OpenDatabase, count: number) {
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  await dialect.migrate(migrations.slice(0, count), session, config);
}

/** How many migrations are noted as done. */
export async function countDone({ db }: OpenDatabase): Promise<number> {
  const { rows } = await db.execute(sql`select to_regclass('drizzle.migrations') is not null as there`);
  if (!(rows[0] as { there: boolean }).there) return 0;
  const counted = await db.execute(sql`select count(*)::int as done from drizzle.migrations`);
  return (counted.rows[0] as { done: number }).done;
}

/** How a process of testing/dieInMigration.ts ends. */
export interface Death {
  /** So many migrations are done first. */
  before: number;
  /** With an order of this number put in then; null: none. */
  orderNumber: number | null;
  /** What it is about to send to the engine when it dies. */
  text: string;
}

/** An order as each version since the first can hold it. Answers its id. */
export async function insertOrder({ db }: OpenDatabase, number: number): Promise<string> {
  const orderId = String(number);
  await db.execute(sql`
    insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
    values (${orderId}, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}')`);
  return orderId;
}

/**
 * Where a start dies that has the migrations after the first `before` to do: what it is about to send when it does. In
 * the middle of the next one, when that is done and is to be noted, and when all that is missing is the COMMIT.
 */
export function deathsAfter(before: number): string[] {
  const { sql: statements, hash } = migrations[before]!;
  const middle = statements[Math.ceil(statements.length / 2)];
  return [...(middle ? [middle] : []), hash, ...(before === migrations.length - 1 ? ['commit'] : [])];
}
