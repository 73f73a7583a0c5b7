import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import type { Settings } from '../settings.ts';
import type { Database, OpenDatabase } from './database.ts';
import { DurableNodeFs } from './DurableNodeFs.ts';
import { lockFolder } from './lockFolder.ts';
import { PreparingPGlite } from './PreparingPGlite.ts';
import * as schema from './schema.ts';

/**
 * PostgreSQL in this process, in DATA_DIR/database. It has one connection: whoever holds a transaction open must not
 * wait for a query outside of it.
 */
export async function openEmbedded({
  dataDir,
  staffUrl,
}: Pick<Settings, 'dataDir' | 'staffUrl'>): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // First: a second engine on the same folder destroys it for good.
  const unlock = lockFolder(dataDir, staffUrl);
  try {
    const engine = new PreparingPGlite({
      extensions: { pg_trgm },
      fs: new DurableNodeFs(path.join(dataDir, 'database')),
      startParams: [
        // -F switches fsync off.
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
        // The one method that reaches the file system's fsync: the engine's fdatasync does nothing.
        ...['-c', 'wal_sync_method=fsync'],
      ],
    });
    await engine.waitReady;
    return embedded(engine, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The same in memory, for tests: gone when it is closed. */
export async function openInMemory(): Promise<OpenDatabase> {
  const engine = new PreparingPGlite({ extensions: { pg_trgm } });
  await engine.waitReady;
  return embedded(engine, () => {});
}

function embedded(engine: PGlite, unlock: () => void): OpenDatabase {
  return {
    db: drizzle(engine, { schema }) as unknown as Database,
    driver: 'embedded',
    url: null,
    executeSql: async (text, values) => {
      // Several statements at once go by the simple protocol, which takes no values; they bring their own BEGIN and
      // COMMIT. In here, so that a failure is rolled back before anybody else's query gets the connection.
      if (values?.length) return engine.query<Record<string, unknown>>(text, values);
      const results = await engine.transaction((own) => own.exec(text));
      return { rows: results.flatMap(({ rows }) => rows as Record<string, unknown>[]) };
    },
    listen: (channel, onNotification) => engine.listen(channel, onNotification),
    // The folder's lock has kept every other process away.
    exclusively: (_key, task) => task(),
    // There is no background process in here: without this the log would grow, and with it the time to reopen.
    housekeeping: async () => {
      await engine.exec('vacuum analyze');
      await engine.exec('checkpoint');
    },
    close: async () => {
      if (!engine.closed) {
        await engine.exec('checkpoint');
        await engine.close();
      }
      unlock();
    },
  };
}
