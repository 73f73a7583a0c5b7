import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import { doneMigrations, migrationConfig, openDatabase } from '../db/openDatabase.ts';
import type { OpenDatabase } from '../db/database.ts';
import { testPostgres, createEmptyPostgres } from './testDatabase.ts';
import { copyPrepared } from './preparedDatabase.ts';

/** Oldest first. */
export const migrations = readMigrationFiles(migrationConfig);

/** The number of migrations before the first that contains this text. */
export const migrationsBefore = (text: string) =>
  migrations.findIndex(({ sql: statements }) => statements.join().includes(text));

/** Registers a test per driver, each on a database without tables. */
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
    const database = await createEmptyPostgres();
    await task(database).finally(database.close);
  }, 60_000);
}

export async function migrateTo({ db }: OpenDatabase, count: number) {
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  await dialect.migrate(migrations.slice(0, count), session, migrationConfig);
}

export const countDone = async ({ db }: OpenDatabase) => (await doneMigrations(db)).length;

/** Passed to testing/dieInMigration.ts. */
export interface KillPoint {
  /** How many migrations to apply first. */
  before: number;
  /** An order to insert after those migrations, or null. */
  orderNumber: number | null;
  /** The message to the engine at which the process dies. */
  text: string;
}

/** Inserts an order that every version since the first can hold. */
export async function insertOrder({ db }: OpenDatabase, number: number): Promise<string> {
  const orderId = String(number);
  await db.execute(sql`
    insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
    values (${orderId}, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}')`);
  return orderId;
}

/**
 * The texts at which a test kills a start after the first `before` migrations. They are a statement of the next
 * migration, the hash that records it, and COMMIT if it is the last.
 */
export function killPoints(before: number): string[] {
  const { sql: statements, hash } = migrations[before]!;
  const middle = statements[Math.ceil(statements.length / 2)];
  return [...(middle ? [middle] : []), hash, ...(before === migrations.length - 1 ? ['commit'] : [])];
}
