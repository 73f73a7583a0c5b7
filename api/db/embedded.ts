import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PGlite, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import type { FastifyBaseLogger } from 'fastify';
import { fromPglite } from 'pg-boss';
import type { Settings } from '../settings/settings.ts';
import type { Database, OpenDatabase } from './database.ts';
import { DurableNodeFs } from './DurableNodeFs.ts';
import { lockDataDir } from './lockDataDir.ts';
import { embeddedReads } from './prepareRead.ts';

/** PostgreSQL in this process, with one connection. A transaction that awaits a query outside itself deadlocks. */
export async function openEmbedded(
  { dataDir, staffUrl }: Pick<Settings, 'dataDir' | 'staffUrl'>,
  log?: FastifyBaseLogger,
): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Two engines on one folder would corrupt it.
  const unlock = lockDataDir(dataDir, staffUrl);
  const folder = path.join(dataDir, 'database');
  const fs = new DurableNodeFs(folder, endBroken);
  try {
    const format = formatOf(folder);
    if (format > engineFormat) throw new NewerDatabaseError(`The database in ${dataDir}`);
    const wasOpen = closeFolder(folder);
    if (wasOpen && format > 0) {
      closeFiles(folder);
      log?.warn({ folder }, 'other users of this machine could read the database; they no longer can');
    }
    const engine = new PGlite({
      extensions: { pg_trgm },
      fs,
      startParams: [
        // -F turns fsync off.
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
        // The engine's fdatasync, which would be the default, does nothing.
        ...['-c', 'wal_sync_method=fsync'],
        // Half the default, because the operating system also caches the files.
        ...['-c', 'shared_buffers=64MB'],
        // Together with the checkpoints of `limitWalSize`, this limits the WAL on disk.
        ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=256MB'],
      ],
    });
    await engine.waitReady;
    // initdb makes its files world-readable.
    if (format === 0) closeFiles(folder);
    return embeddedDatabase(engine, unlock);
  } catch (error) {
    unlock();
    if (error instanceof NewerDatabaseError) throw error;
    const { message, errno } = error as { message?: string; errno?: number };
    const why = fs.lastWords ?? (errno === noSpace ? 'No space left on device' : message);
    throw new Error(`The embedded database in ${dataDir} could not be opened: ${why}`, { cause: error });
  }
}

export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';

  constructor(place: string) {
    super(
      `${place} was made by a newer version of Arrival Desk. Nothing was changed. ` +
        'Start the newer version again, or restore a backup made before the update.',
    );
  }
}

/** ENOSPC in the engine's own numbering. */
const noSpace = 51;

/** Ends the process. Committed data is safe: the next start recovers it from the WAL. */
function endBroken(reason: string) {
  console.error(
    `The embedded database has stopped: ${reason}. No confirmed changes were lost. Fix the cause and start again.`,
  );
  process.exit(1);
}

/** The engine's PostgreSQL version. Checked before the start: the engine's error for other versions gives no reason. */
const engineFormat = 18;

function formatOf(folder: string): number {
  const file = path.join(folder, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

function closeFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) === 0) return false;
  chmodSync(folder, 0o700);
  return true;
}

/** Restricts every file as well as the folder, in case a file is copied elsewhere. */
function closeFiles(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

export function embeddedDatabase(engine: PGlite, unlock: () => void): OpenDatabase {
  const db = drizzle(engine) as unknown as Database;
  embeddedReads.set(db, namedReadsOf(engine));
  return {
    db,
    driver: 'embedded',
    url: null,
    queue: fromPglite(engine),
    answers: () =>
      engine.query('select 1').then(
        () => true,
        () => false,
      ),
    // `lockDataDir` already keeps other processes out.
    exclusively: (_key, task) => task(db),
    // The engine has no background processes. Without checkpoints the WAL would grow and slow down the next start.
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

const maxWalBytes = 128 * 1_048_576;

/**
 * For the embedded database: runs a checkpoint if the WAL has grown by more than `most` bytes since the last one. May
 * be called in a transaction.
 */
export async function limitWalSize(db: Database, most = maxWalBytes): Promise<void> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint::text as bytes from pg_control_checkpoint()`,
  );
  if (Number(rows[0]!.bytes) > most) await db.execute(sql`checkpoint`);
}

/** For the embedded database: deletes WAL segments that are no longer needed. */
export async function shrinkWal(db: Database): Promise<void> {
  await db.execute(sql`set wal_recycle = off`);
  try {
    await db.execute(sql`checkpoint`);
  } finally {
    await db.execute(sql`reset wal_recycle`);
  }
}

const { serialize } = protocol;

/** Returns a function for prepared reads. PGlite's `query` plans each time, which takes most of a short read's time. */
function namedReadsOf(engine: PGlite) {
  const planned = new Set<string>();
  const ask = (...messages: Uint8Array[]) =>
    engine.execProtocol(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  async function read(name: string, text: string, values: readonly unknown[]): Promise<unknown[]> {
    if (!planned.has(name)) {
      await ask(serialize.parse({ name, text: `select to_json(answer)::text from (${text}) as answer` }));
      planned.add(name);
    }
    const { messages } = await ask(
      serialize.bind({ statement: name, values: values.map(textOf) }),
      serialize.execute({}),
    );
    return messages.flatMap((message) =>
      message instanceof protocol.messages.DataRowMessage ? [JSON.parse(message.fields[0]!) as unknown] : [],
    );
  }

  return (name: string, text: string, values: readonly unknown[]) =>
    // The transaction keeps the read out of other open transactions. Protocol messages require `runExclusive`.
    engine
      .transaction(() => engine.runExclusive(() => read(name, text, values)))
      .catch((error: Error) => {
        throw new DrizzleQueryError(text, [...values], error);
      });
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(String(one))).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}
