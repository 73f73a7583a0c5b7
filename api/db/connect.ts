/** Opens the database: the embedded one in DATA_DIR, or PostgreSQL when DATABASE_URL is set. */
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import type { OpenDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/**
 * Opens it, without touching the tables (`migrate` does). Rejects with one readable line when the embedded database's
 * folder is in use by another process. `log` is told when a database server goes away and comes back, and when an embedded
 * database was open to other users of the machine.
 */
export function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'staffUrl'>,
  log?: FastifyBaseLogger,
): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, log) : openEmbedded(settings, log);
}
