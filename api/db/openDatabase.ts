import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { advisoryLocks, type Database, type OpenDatabase } from './database.ts';
import { NewerDatabaseError, openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** Opens without migrating. Rejects with a one-line message if the database cannot be opened. */
export function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'staffUrl'>,
  log?: FastifyBaseLogger,
): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, { log }) : openEmbedded(settings, log);
}

export const migrationConfig = {
  migrationsFolder: path.join(import.meta.dirname, 'migrations'),
  migrationsTable: 'migrations',
};

/**
 * Migrates in one transaction, which a crash rolls back. One instance migrates at a time; the others wait. Rejects
 * without changes if the database was migrated by a newer version.
 */
export async function migrate({ driver, exclusively }: OpenDatabase): Promise<void> {
  await exclusively(advisoryLocks.migration, async (own) => {
    const known = readMigrationFiles(migrationConfig);
    const done = await doneMigrations(own);
    if (done.some((createdAt) => !known.some(({ folderMillis }) => folderMillis === createdAt))) {
      throw new NewerDatabaseError('This database');
    }
    // Drizzle's `migrate` always needs the right to create tables, which the user of db/runner.sql lacks.
    if (done.length === known.length) return;
    if (driver === 'postgres') await migratePostgres(own as unknown as NodePgDatabase, migrationConfig);
    else await migrateEmbedded(own as unknown as PgliteDatabase, migrationConfig);
  });
}

/** The times of the migrations done, each as in `readMigrationFiles`. */
export async function doneMigrations(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.migrations') is not null as there`,
  );
  if (!rows[0]!.there) return [];
  const done = await db.execute<{ created_at: unknown }>(sql`select created_at from drizzle.migrations`);
  return done.rows.map((row) => Number(row.created_at));
}
