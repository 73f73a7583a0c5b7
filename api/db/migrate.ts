import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import { advisoryLocks, type Database, type OpenDatabase } from './database.ts';
import { NewerDatabase } from './embedded.ts';

const migrations = { migrationsFolder: path.join(import.meta.dirname, 'migrations'), migrationsTable: 'migrations' };

/**
 * Brings the tables up to date; of several instances that start at once, one does it and the others wait. All that is
 * missing is one transaction: a process that dies meanwhile leaves what was there before. Rejects with one readable line,
 * and touches nothing, when a newer version has been here.
 */
export async function migrate({ driver, exclusively }: OpenDatabase): Promise<void> {
  await exclusively(advisoryLocks.migration, async (own) => {
    const known = readMigrationFiles(migrations);
    const done = await doneMigrations(own);
    if (done.some((createdAt) => !known.some(({ folderMillis }) => folderMillis === createdAt))) {
      throw new NewerDatabase('This database');
    }
    // Even an empty run would need the right to create tables, which a runner lacks (db/runner.sql).
    if (done.length === known.length) return;
    if (driver === 'postgres') await migratePostgres(own as unknown as NodePgDatabase, migrations);
    else await migrateEmbedded(own as unknown as PgliteDatabase, migrations);
  });
}

/** When each was made that has been done here: that is what names a migration. */
async function doneMigrations(db: Database): Promise<number[]> {
  const { rows } = await db.execute(sql`select to_regclass('drizzle.migrations') is not null as there`);
  if (!(rows[0] as { there: boolean }).there) return [];
  const done = await db.execute(sql`select created_at from drizzle.migrations`);
  return (done.rows as { created_at: unknown }[]).map((row) => Number(row.created_at));
}
