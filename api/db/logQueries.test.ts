import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { boundLog, giveBackLog } from './logQueries.ts';

let dataDir: string;
let database: OpenDatabase;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'log-'));
  database = await openEmbedded({ dataDir, staffUrl: 'the test' });
  await database.db.execute(sql`create table lines (line text)`);
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const megabyte = 1_048_576;
/** Segments have 16 MB. */
const segments = async () =>
  (await readdir(path.join(dataDir, 'database', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
/** Some 10 MB of log. */
const work = (db: Pick<OpenDatabase['db'], 'execute'>) =>
  db.execute(sql`insert into lines select repeat(md5(n::text), 30) from generate_series(1, 10000) n`);

test('the log is written on again instead of growing, also in the middle of a transaction', async () => {
  for (let turn = 0; turn < 10; turn++) await work(database.db);
  const unbounded = await segments();
  expect(unbounded).toBeGreaterThanOrEqual(7);
  await database.db.transaction(async (tx) => {
    for (let turn = 0; turn < 20; turn++) {
      await work(tx);
      await boundLog(tx, 32 * megabyte);
    }
  });
  expect(await segments()).toBeLessThanOrEqual(unbounded + 1);
  const { rows } = await database.db.execute(sql`select count(*)::int as n from lines`);
  expect(rows).toEqual([{ n: 300_000 }]);
}, 60_000);

test('what the log keeps to write on can be given back to the disk', async () => {
  await giveBackLog(database.db);
  expect(await segments()).toBeLessThanOrEqual(2);
  const { rows } = await database.db.execute(sql`select current_setting('wal_recycle') as recycles`);
  expect(rows).toEqual([{ recycles: 'on' }]);
});
