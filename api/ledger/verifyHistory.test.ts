import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { openDatabase, migrate } from '../db/openDatabase.ts';
import type { OpenDatabase } from '../db/database.ts';
import { testPostgres, createEmptyPostgres } from '../testing/testDatabase.ts';
import { withCompileCache } from '../testing/launchProduct.ts';
import { insertOrder } from '../testing/migrateTo.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { readLedger } from './ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Runs the command as `npm run verify-history` does. */
async function verify(environment: Record<string, string>, ...args: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, ...withCompileCache, ...environment };
  const script = path.join(import.meta.dirname, 'verifyHistory.ts');
  // Without V8's optimising WebAssembly compiler, which costs more time than it saves here.
  const command = spawn(process.execPath, ['--liftoff-only', script, ...args], { env, cwd: folder });
  const [out, err] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'close')]);
  return { exitCode: command.exitCode, out, err };
}

/** Opens a database temporarily, because only one process at a time can open the embedded one. */
type Use = <T>(work: (database: OpenDatabase) => Promise<T>) => Promise<T>;

const inFolder: Use = async (work) => {
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, staffUrl: 'the test' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

const makeHistories = (use: Use) =>
  use(async (database) => {
    await migrate(database);
    for (const number of [100_001, 100_002, 100_003]) await insertOrder(database, number);
    await database.db.execute(sql`update orders set email = 'b@example.com' where order_id = '100002'`);
    return (await readLedger(database.db, '100001')).lastHash!;
  });

const allWhole = { exitCode: 0, out: '3 histories with 4 entries: all intact.\n' };

async function expectVerified(use: Use, environment: Record<string, string>) {
  const missing = await verify(environment);
  expect(missing).toMatchObject({
    exitCode: 1,
    err: 'There is no history yet. Start this version of Arrival Desk once, then try again.\n',
  });
  const hash = await makeHistories(use);
  expect(await verify(environment)).toMatchObject(allWhole);
  expect(await verify(environment, '100002', 'ab')).toMatchObject({
    exitCode: 1,
    out: 'Order 100002: entry 2 is the last; no entry has this hash.\n',
  });
  expect(await verify(environment, '1', '2', '3')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('Usage: npm run verify-history'),
  });
  await use(({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update ledger_entries set facts = replace(facts, 'b@', 'c@') where order_id = '100002'`);
      await tx.execute(sql`delete from ledger_entries where order_id = '100003'`);
    }),
  );
  expect(await verify(environment)).toMatchObject({
    exitCode: 1,
    out:
      'Order 100002: entry 2 is not what was recorded.\nOrder 100003: entry 1 is missing.\n' +
      '3 histories with 3 entries: 2 not intact.\n',
  });
  expect(await verify(environment, '100001', hash)).toMatchObject({
    exitCode: 0,
    out: 'Order 100001: history intact.\n',
  });
}

test('npm run verify-history checks the histories of an embedded database that is not in use', async () => {
  copyPrepared(process.env.PREPARED_DATABASE!, folder, 'none');
  await makeHistories(inFolder);
  expect(await verify({})).toMatchObject(allWhole);
  await inFolder(async () => {
    const { exitCode, err } = await verify({});
    expect([exitCode, err]).toEqual([1, expect.stringContaining('in use')]);
  });
}, 240_000);

test('on PostgreSQL the command checks all histories or one while the product runs', async () => {
  const database = testPostgres() ? await createEmptyPostgres() : null;
  try {
    if (database)
      return await expectVerified((work) => work(database), {
        DATABASE_URL: database.url!,
        SESSION_SECRET: 'the one secret of the tests, long enough',
      });
    copyPrepared(process.env.PREPARED_DATABASE!, folder, 'none');
    await expectVerified(inFolder, {});
  } finally {
    await database?.close();
  }
}, 240_000);
