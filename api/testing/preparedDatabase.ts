import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

const root = path.resolve(import.meta.dirname, '../..');
const kept = path.join(root, '.build/testing');

/**
 * An embedded database with all its tables and no row, made once and kept until engine or migrations change: making one
 * takes three seconds, and the tests open more than a hundred. Answers its folder, in which `database` is the one of a
 * DATA_DIR and `image.tar` the same for one in memory.
 */
export async function preparedDatabase(): Promise<string> {
  const folder = path.join(kept, `database-${madeOf()}`);
  if (!existsSync(folder)) await prepare(folder);
  return folder;
}

/** Gives a DATA_DIR that has no database yet a copy of the prepared one, `from` its folder. */
export function copyPrepared(from: string, dataDir: string) {
  const database = path.join(dataDir, 'database');
  if (existsSync(database)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(path.join(from, 'database'), database, { recursive: true });
}

function madeOf(): string {
  const files = globSync('api/db/{embedded.ts,migrations/**/*.{sql,json}}', { cwd: root }).sort();
  const hash = createHash('sha256');
  for (const file of [...files, 'node_modules/@electric-sql/pglite/package.json']) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** It appears by a rename, so that nobody finds half of it. Those of other migrations go. */
async function prepare(folder: string) {
  await mkdir(kept, { recursive: true });
  const fresh = await mkdtemp(path.join(kept, 'fresh-'));
  try {
    const database = await openEmbedded({ dataDir: fresh, staffUrl: 'the tests' });
    await migrate(database);
    const { $client: engine } = database.db as unknown as { $client: PGlite };
    await engine.exec('checkpoint');
    const image = await engine.dumpDataDir('none');
    await database.close();
    await writeFile(path.join(fresh, 'image.tar'), Buffer.from(await image.arrayBuffer()));
    await rename(fresh, folder).catch((error: unknown) => {
      // Another run was faster.
      if (!existsSync(folder)) throw error;
    });
    const others = globSync('database-*', { cwd: kept }).filter((name) => name !== path.basename(folder));
    for (const name of others) await rm(path.join(kept, name), { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
