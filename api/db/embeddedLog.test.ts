import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from './database.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { openEmbedded, limitWalSize, shrinkWal } from './embedded.ts';

let dataDir: string;
let database: OpenDatabase;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'log-'));
  copyPrepared(process.env.PREPARED_DATABASE!, dataDir, 'none');
  database = await openEmbedded({ dataDir, staffUrl: 'the test' });
  await database.db.execute(sql`create table lines (line text)`);
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const megabyte = 1_048_576;
const segments = async () =>
  (await readdir(path.join(dataDir, 'database', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
/** Inserts one row and writes 10 MB of WAL. */
const work = async (db: Pick<OpenDatabase['db'], 'execute'>) => {
  await db.execute(sql`insert into lines values ('one more')`);
  await db.execute(sql`select pg_logical_emit_message(false, 'test', repeat('x', ${10 * megabyte}))`);
};

test('the WAL is reused instead of growing, even within a transaction', async () => {
  for (let turn = 0; turn < 10; turn++) await work(database.db);
  const unbounded = await segments();
  expect(unbounded).toBeGreaterThanOrEqual(7);
  await database.db.transaction(async (tx) => {
    for (let turn = 0; turn < 20; turn++) {
      await work(tx);
      await limitWalSize(tx, 32 * megabyte);
    }
  });
  expect(await segments()).toBeLessThanOrEqual(unbounded + 1);
  const { rows } = await database.db.execute(sql`select count(*)::int as n from lines`);
  expect(rows).toEqual([{ n: 30 }]);
});

test('unused WAL segments can be deleted', async () => {
  // Uses up the segments created in advance, because `shrinkWal` would not delete those.
  for (let turn = 0; turn < 10; turn++) await work(database.db);
  expect(await segments()).toBeGreaterThanOrEqual(7);
  await shrinkWal(database.db);
  expect(await segments()).toBeLessThanOrEqual(2);
  const { rows } = await database.db.execute(sql`select current_setting('wal_recycle') as recycles`);
  expect(rows).toEqual([{ recycles: 'on' }]);
});
