import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PGlite, protocol, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import type { Database, OpenDatabase } from './database.ts';
import { DurableNodeFs } from './DurableNodeFs.ts';
import { lockFolder } from './lockFolder.ts';
import { embeddedReads } from './readPrepared.ts';

/**
 * PostgreSQL in this process, in DATA_DIR/database. It has one connection: whoever holds a transaction open must not
 * wait for a query outside of it.
 */
export async function openEmbedded(
  { dataDir, staffUrl }: Pick<Settings, 'dataDir' | 'staffUrl'>,
  log?: FastifyBaseLogger,
): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // First: a second engine on the same folder destroys it for good.
  const unlock = lockFolder(dataDir, staffUrl);
  const folder = path.join(dataDir, 'database');
  const fs = new DurableNodeFs(folder, endBroken);
  try {
    const format = formatOf(folder);
    if (format > engineFormat) throw new NewerDatabase(`The database in ${dataDir}`);
    const wasOpen = closeFolder(folder);
    if (wasOpen && format > 0) {
      closeFiles(folder);
      log?.warn({ folder }, 'other users of this machine could read the database; they no longer can');
    }
    const engine = new PGlite({
      extensions: { pg_trgm },
      fs,
      startParams: [
        // -F switches fsync off.
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
        // The one method that reaches the file system's fsync: the engine's fdatasync does nothing.
        ...['-c', 'wal_sync_method=fsync'],
        // Half of its default: what it does not hold, the system's own cache does.
        ...['-c', 'shared_buffers=64MB'],
        // The log keeps no more than it needs between two checkpoints (`boundLog`).
        ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=256MB'],
      ],
    });
    await engine.waitReady;
    // initdb makes its files readable for everybody.
    if (format === 0) closeFiles(folder);
    return embedded(engine, unlock);
  } catch (error) {
    unlock();
    if (error instanceof NewerDatabase) throw error;
    const { message, errno } = error as { message?: string; errno?: number };
    const why = fs.lastWords ?? (errno === noSpace ? 'No space left on device' : message);
    throw new Error(`The embedded database in ${dataDir} could not be opened: ${why}`, { cause: error });
  }
}

/** A newer version of the product has been here, and this one would spoil what it left: says so and what to do. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';

  constructor(place: string) {
    super(
      `${place} was made by a newer version of Arrival Desk. Nothing was touched. ` +
        'Start the newer version again, or restore a backup from before it.',
    );
  }
}

/** ENOSPC, in the numbering of the engine's own system calls. */
const noSpace = 51;

/** Nothing that was answered is lost: it stands in the log, from which the next start goes on. */
function endBroken(reason: string) {
  console.error(
    `The embedded database cannot go on: ${reason}. Nothing that was answered is lost. Mend it and start again.`,
  );
  process.exit(1);
}

/** The major version of PostgreSQL that the engine is: it cannot read the files of another one, and does not say why. */
const engineFormat = 18;

/** The one that a folder's files were made by; 0: there are none yet. */
function formatOf(folder: string): number {
  const file = path.join(folder, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

/** Keeps other users of the machine out of the folder. Answers whether it was open to them. */
function closeFolder(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) === 0) return false;
  chmodSync(folder, 0o700);
  return true;
}

/** Closes the files as well, in case the folder is copied elsewhere. */
function closeFiles(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}

/** A database in memory, for tests: gone when it is closed. `options` are the engine's own. */
export async function openInMemory(options: PGliteOptions = {}): Promise<OpenDatabase> {
  const engine = new PGlite({ ...options, extensions: { pg_trgm } });
  await engine.waitReady;
  return embedded(engine, () => {});
}

function embedded(engine: PGlite, unlock: () => void): OpenDatabase {
  const db = drizzle(engine) as unknown as Database;
  embeddedReads.set(db, namedReadsOf(engine));
  return {
    db,
    driver: 'embedded',
    url: null,
    executeSql: async (text, values) => {
      // Several statements at once go by the simple protocol, which takes no values; they bring their own BEGIN and
      // COMMIT. In here, so that a failure is rolled back before anybody else's query gets the connection.
      if (values?.length) return engine.query<Record<string, unknown>>(text, values);
      const results = await engine.transaction((own) => own.exec(text));
      return { rows: results.flatMap(({ rows }) => rows as Record<string, unknown>[]) };
    },
    listen: async (channel, onNotification, onListening) => {
      const unlisten = await engine.listen(channel, onNotification);
      onListening();
      return unlisten;
    },
    answers: () =>
      engine.query('select 1').then(
        () => true,
        () => false,
      ),
    // The folder's lock has kept every other process away.
    exclusively: (_key, task) => task(db),
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

/** Bytes that the log may grow by between two checkpoints: the margin of the room is more. */
const mostLog = 128 * 1_048_576;

/**
 * Embedded only: writes a checkpoint when much has been logged since the last, so that the log's old part is used again.
 * The engine alone never does, for that is another process's task. Also good within a transaction.
 */
export async function boundLog(db: Database, most = mostLog): Promise<void> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint::text as bytes from pg_control_checkpoint()`,
  );
  if (Number(rows[0]!.bytes) > most) await db.execute(sql`checkpoint`);
}

/** Embedded only: gives the disk back what the log does not need any more, which it else keeps to write on. */
export async function giveBackLog(db: Database): Promise<void> {
  await db.execute(sql`set wal_recycle = off`);
  try {
    await db.execute(sql`checkpoint`);
  } finally {
    await db.execute(sql`reset wal_recycle`);
  }
}

const { serialize } = protocol;

/**
 * Named statements of the engine, by its wire protocol: its own `query` plans each statement again, which is most of a
 * short read's time (docs/decisions/09-any-page-and-search.md). Each row comes as one JSON column, as on PostgreSQL.
 */
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
    // The transaction keeps the read out of another one that is open; `runExclusive` is what the protocol calls for.
    engine
      .transaction(() => engine.runExclusive(() => read(name, text, values)))
      .catch((error: Error) => {
        throw new DrizzleQueryError(text, [...values], error);
      });
}

/** A value in PostgreSQL's text format. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(String(one))).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}
