import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { testPostgres, type Driver, createEmptyPostgres, testDatabase } from '../testing/testDatabase.ts';
import { withCompileCache } from '../testing/launchProduct.ts';
import { countDone, killPoints, insertOrder, migrateTo, migrations, type KillPoint } from '../testing/migrateTo.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { serverProxy } from '../testing/serverProxy.ts';
import { openDatabase, migrate } from './openDatabase.ts';
import type { OpenDatabase } from './database.ts';
import { isDatabaseUnavailable } from './DatabaseUnavailableError.ts';
import { openPostgres } from './postgres.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

onBothDrivers((api) => {
  test('a newer version’s database is refused with advice, and not changed', async () => {
    const { database } = api().context;
    const before = await describeDatabase(database);
    const added = await database.db.execute(
      sql`insert into drizzle.migrations (hash, created_at) values ('newer', 9999999999999) returning id`,
    );
    await expect(migrate(database)).rejects.toThrow(
      'This database was made by a newer version of Arrival Desk. Nothing was changed. Start the newer version again, or restore a backup made before the update.',
    );
    const { id } = added.rows[0] as { id: number };
    await database.db.execute(sql`delete from drizzle.migrations where id = ${id}`);
    expect(await describeDatabase(database)).toEqual(before);
    await expect(migrate(database)).resolves.toBeUndefined();
  });
});

test('a newer engine’s folder is refused with advice, and its lock is released', async () => {
  copyPrepared(process.env.PREPARED_DATABASE!, folder, 'none');
  const open = () => openDatabase({ databaseUrl: null, dataDir: folder, staffUrl: 'the test' });
  await (await open()).close();
  const version = path.join(folder, 'database', 'PG_VERSION');
  const own = await readFile(version, 'utf8');
  await writeFile(version, `${Number(own) + 1}\n`);
  for (const _again of [1, 2]) {
    await expect(open()).rejects.toThrow(`The database in ${folder} was made by a newer version of Arrival Desk.`);
  }
  await writeFile(version, own);
  await (await open()).close();
});

test('a killed migration of the embedded database changes nothing, and succeeds at the next start', async () => {
  const undisturbed = await describeFresh('embedded');
  let dataDir = path.join(folder, 'first');
  copyPrepared(process.env.PREPARED_DATABASE!, dataDir, 'none');
  const orderIds: string[] = [];
  let done = 0;
  // Only three migrations, because each starts the engine. The PostgreSQL test below tries all of them.
  for (const [turn, before] of [0, Math.floor(migrations.length / 2), migrations.length - 1].entries()) {
    const text = killPoints(before).filter((death) => death !== 'commit')[turn % 2] ?? killPoints(before)[0]!;
    const left = path.join(folder, `after-${before}`);
    await inFolder(dataDir, async (database) => {
      expect(await countDone(database)).toBe(done);
      await migrateTo(database, before);
      if (before > done) orderIds.push(await insertOrder(database, 600_000 + before));
      await copyAtDeath(database, text, () =>
        cpSync(path.join(dataDir, 'database'), path.join(left, 'database'), copied),
      );
    });
    await rm(dataDir, { recursive: true });
    dataDir = left;
    done = before;
  }
  // One kill before COMMIT is enough, because all migrations share one COMMIT.
  expect(await dieEmbedded(dataDir, { before: done, orderNumber: null, text: 'COMMIT' })).toBe(done);
  await inFolder(dataDir, async (database) => {
    expect(await countDone(database)).toBe(done);
    await migrate(database);
    expect(await describeDatabase(database)).toEqual(undisturbed);
    expect(await readOrderIds(database)).toEqual(orderIds);
  });
}, 300_000);

(testPostgres() ? test : test.skip)(
  'each migration that is cut off on PostgreSQL changes nothing, and is done at the next start',
  async () => {
    const undisturbed = await describeFresh('postgres');
    const database = await createEmptyPostgres();
    try {
      const orderIds: string[] = [];
      for (const before of migrations.keys()) {
        await migrateTo(database, before);
        if (before > 0) orderIds.push(await insertOrder(database, 600_000 + before));
        const there = before > 0 ? await describeDatabase(database) : [];
        for (const text of killPoints(before)) {
          await cutOff(database, text);
          expect(await countDone(database)).toBe(before);
          if (before > 0) expect(await describeDatabase(database)).toEqual(there);
        }
      }
      await migrate(database);
      expect(await describeDatabase(database)).toEqual(undisturbed);
      expect(await readOrderIds(database)).toEqual(orderIds);
    } finally {
      await database.close();
    }
  },
);

const copied = { recursive: true };

async function inFolder(dataDir: string, task: (database: OpenDatabase) => Promise<void>) {
  const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: 'the test' });
  try {
    await task(database);
  } finally {
    await database.close();
  }
}

/**
 * Runs the product's own `migrate` until it is about to send `text` to the engine, then calls `copy` and gives up. The
 * copy is what a kill would leave: the engine runs in this process, so it writes nothing during the copying.
 */
async function copyAtDeath(database: OpenDatabase, text: string, copy: () => void) {
  const { $client: engine } = database.db as unknown as { $client: PGlite };
  const send = engine.execProtocolStream.bind(engine);
  engine.execProtocolStream = (message, options) => {
    if (!Buffer.from(message).includes(text)) return send(message, options);
    copy();
    throw new Error('Given up');
  };
  const givenUp = await migrate(database).catch((error: Error) => error.cause ?? error);
  engine.execProtocolStream = send;
  expect(givenUp).toMatchObject({ message: 'Given up' });
}

/** Starts a process that dies at `death` (testing/dieInMigration.ts). Returns how many migrations it found done. */
async function dieEmbedded(dataDir: string, death: KillPoint): Promise<number> {
  const script = path.join(import.meta.dirname, '..', 'testing', 'dieInMigration.ts');
  const given = ['--disable-warning=ExperimentalWarning', '--liftoff-only', script, dataDir, JSON.stringify(death)];
  const child = spawn(process.execPath, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...withCompileCache },
  });
  let found = '';
  child.stdout.on('data', (chunk) => (found += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  return Number(found);
}

/** Breaks all connections of a starting product when it sends `text`. To the server, this looks like a kill. */
async function cutOff({ url }: OpenDatabase, text: string) {
  const proxy = await serverProxy(url!);
  const database = await openPostgres(proxy.url);
  try {
    proxy.dieAt((sent) => sent.includes(text) && 'all');
    expect(await migrate(database).then(() => 'it was never sent', isDatabaseUnavailable)).toBe(true);
  } finally {
    await database.close();
    await proxy.close();
  }
}

async function describeFresh(driver: Driver) {
  const database = await testDatabase(driver);
  try {
    return await describeDatabase(database);
  } finally {
    await database.close();
  }
}

async function readOrderIds({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await db.execute(sql`select order_id from orders order by order_id`);
  return (rows as { order_id: string }[]).map((row) => row.order_id);
}

/** Everything that migrations create: columns, indexes, constraints, triggers, functions and the list of migrations. */
async function describeDatabase({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select concat_ws(' ', relname, reloptions::text) from pg_class where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'migration', hash, created_at) from drizzle.migrations
    order by 1`);
  return (rows as { line: string }[]).map(({ line }) => line);
}
