import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { OpenDatabase } from './database.ts';

const migrations = { migrationsFolder: path.join(import.meta.dirname, 'migrations'), migrationsTable: 'migrations' };
/** Any number, the same in all instances. */
const migrationLock = 4_000_100;

/** Brings the tables up to date; of several instances that start at once, one does it and the others wait. */
export async function migrate({ db, exclusively }: OpenDatabase): Promise<void> {
  // What drizzle's two migrators (one a driver) do, on the type that both drivers share.
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  await exclusively(migrationLock, () => dialect.migrate(readMigrationFiles(migrations), session, migrations));
}
