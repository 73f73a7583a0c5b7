import fs, { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { openEmbedded } from './embedded.ts';

let dataDir: string;
let warned: string[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'arrival-desk-modes-'));
  // Readable to all, like a folder that an operator created.
  chmodSync(dataDir, 0o755);
  warned = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const log = { warn: (_about: object, text: string) => warned.push(text) } as unknown as FastifyBaseLogger;
const databaseIn = () => path.join(dataDir, 'database');

async function openAndClose() {
  const database = await openEmbedded({ dataDir, staffUrl: 'the tests' }, log);
  await database.queue.executeSql('create table written (by text)');
  await database.close();
}

const modes = () => {
  const inside = readdirSync(databaseIn(), { recursive: true, encoding: 'utf8' });
  const all = ['.', ...inside].map((name) => statSync(path.join(databaseIn(), name)));
  return [...new Set(all.map((one) => `${one.isDirectory() ? 'folder' : 'file'} ${(one.mode & 0o777).toString(8)}`))];
};

test('other users of the machine cannot read a new database, even in a folder open to all', async () => {
  await openAndClose();
  expect(statSync(databaseIn()).mode & 0o777).toBe(0o700);
  expect(modes().filter((mode) => mode.startsWith('file') && /[^0]$|[^0].$/.test(mode.slice(6)))).toEqual([]);
  expect(warned).toEqual([]);
});

test('a database that other users can read is closed to them at start, which is logged once', async () => {
  copyPrepared(process.env.PREPARED_DATABASE!, dataDir);
  chmodSync(databaseIn(), 0o755);
  chmodSync(path.join(databaseIn(), 'pg_hba.conf'), 0o666);
  await openAndClose();
  expect(statSync(databaseIn()).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(databaseIn(), 'pg_hba.conf')).mode & 0o777).toBe(0o600);
  expect(warned).toEqual([expect.stringContaining('other users of this machine could read the database')]);
  await openAndClose().catch(() => {});
  expect(warned).toHaveLength(1);
});

test('each commit is synced to the disk before it is acknowledged', async () => {
  copyPrepared(process.env.PREPARED_DATABASE!, dataDir);
  const database = await openEmbedded({ dataDir, staffUrl: 'the tests' });
  const sync = vi.spyOn(fs, 'fsyncSync');
  try {
    await database.queue.executeSql('create table written (by text)');
    syncBuiltinESMExports();
    for (let n = 0; n < 5; n++) await database.queue.executeSql("insert into written values ('a test')");
    expect(sync.mock.calls.length).toBeGreaterThanOrEqual(5);
  } finally {
    sync.mockRestore();
    syncBuiltinESMExports();
    await database.close();
  }
});
