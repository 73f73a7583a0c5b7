import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/openDatabase.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cacheFolder = path.join(root, '.build/testing');

/**
 * An embedded database with all tables and no rows, reused until engine or migrations change, because creating one
 * takes seconds. Returns a folder with `database` for a DATA_DIR, `database.tar` for an engine in memory, and `empty`,
 * which has no tables.
 */
export async function preparedDatabase(): Promise<string> {
  const folder = path.join(cacheFolder, `database-${madeOf()}`);
  if (!existsSync(folder)) await prepare(folder);
  return folder;
}

export function copyPrepared(from: string, dataDir: string, tables: 'migrated' | 'none' = 'migrated') {
  const database = path.join(dataDir, 'database');
  if (existsSync(database)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(path.join(from, tables === 'none' ? 'empty' : 'database'), database, { recursive: true });
}

function madeOf(): string {
  const files = globSync(['api/db/{embedded.ts,migrations/**/*.{sql,json}}', 'api/testing/preparedDatabase.ts'], {
    cwd: root,
  }).sort();
  const hash = createHash('sha256');
  for (const file of [...files, 'node_modules/@electric-sql/pglite/package.json']) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Creates the folder and renames it when complete. Removes databases of other migrations. */
async function prepare(folder: string) {
  await mkdir(cacheFolder, { recursive: true });
  const fresh = await mkdtemp(path.join(cacheFolder, 'fresh-'));
  try {
    const open = () => openEmbedded({ dataDir: fresh, staffUrl: 'the tests' });
    await (await open()).close();
    cpSync(path.join(fresh, 'database'), path.join(fresh, 'empty'), { recursive: true });
    const database = await open();
    await migrate(database);
    const { $client: engine } = database.db as unknown as { $client: PGlite };
    const dumped = await engine.dumpDataDir('none');
    await writeFile(path.join(fresh, 'database.tar'), dumped.stream());
    // A clean shutdown, so that engines on its copies need not recover.
    await database.close();
    await rename(fresh, folder).catch((error: unknown) => {
      // Another run has created the folder first.
      if (!existsSync(folder)) throw error;
    });
    const others = globSync('database-*', { cwd: cacheFolder }).filter((name) => name !== path.basename(folder));
    for (const name of others) await rm(path.join(cacheFolder, name), { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
