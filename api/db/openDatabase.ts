import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import type { OpenDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

/** Opens without migrating. Rejects with a one-line message if another process uses the embedded database's folder. */
export function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'staffUrl'>,
  log?: FastifyBaseLogger,
): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, { log }) : openEmbedded(settings, log);
}
