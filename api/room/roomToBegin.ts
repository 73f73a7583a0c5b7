import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../settings/settings.ts';
import type { Room } from './Room.ts';

/** Throws, in one line, when an embedded database would have to be made where there is no room for it. */
export async function roomToBegin(
  { dataDir, databaseUrl, minFreeMb }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'minFreeMb'>,
  room: Room,
): Promise<void> {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'database', 'PG_VERSION'))) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (await room.forChanges()) return;
  throw new Error(`DATA_DIR ${dataDir} has no room for a new database: MIN_FREE_MB keeps ${minFreeMb} MB free.`);
}
