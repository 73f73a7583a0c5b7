import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { DocumentStorage, StoredBytes } from './DocumentStorage.ts';

/**
 * Bytes that are read at once. Whoever reads slowly has some of these waiting at each step, and a thousand do it at once;
 * a quick one loses nothing by it.
 */
const chunkSize = 16 * 1024;

/** The suffix of bytes that are still on their way; no key ends so. */
const unfinished = '.part';

/**
 * Documents as files of one folder. A file gets its name only once its bytes are on the disk, so a crash leaves no half
 * file; what it does leave under a temporary name is swept by its age (`sweepUnfinished`): other instances may write here.
 */
export function diskStorage(folder: string): DocumentStorage {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = (key: string) => path.join(folder, fileNameOf(key));

  return {
    async put(key, source) {
      const temporary = `${place(key)}${unfinished}`;
      try {
        const stored = await writeDurably(temporary, source);
        await rename(temporary, place(key));
        await syncFolder(folder);
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async get(key, range) {
      const handle = await open(place(key)).catch(nullWhenMissing);
      const part = range && { start: range.first, end: range.last };
      return handle && handle.createReadStream({ ...part, highWaterMark: chunkSize });
    },

    async head(key) {
      const found = await stat(place(key)).catch(nullWhenMissing);
      return found && found.size;
    },

    async *list(prefix) {
      for await (const { name } of await opendir(folder, { bufferSize: 1_000 })) {
        if (!name.startsWith(prefix) || name.endsWith(unfinished)) continue;
        const found = await stat(path.join(folder, name)).catch(nullWhenMissing);
        if (found?.isFile()) yield { key: name, at: found.mtime };
      }
    },

    remove: async (key) => rm(place(key), { force: true }),
  };
}

/** A key names a file in the folder itself, whatever it looks like. */
function fileNameOf(key: string) {
  if (!/^[\w-][\w.-]*$/.test(key)) throw new Error('A storage key has only letters, digits, ".", "_" and "-"');
  return key;
}

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A renamed file is safe only when its folder is, too. */
async function syncFolder(folder: string) {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Writes a stream to a new file and waits until the disk has it. The stream is closed, also when it was not read. */
export async function writeDurably(file: string, source: Readable): Promise<StoredBytes> {
  const handle = await open(file, 'w', 0o600).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      // Writes all of it: a single write may take less, on a disk with little room.
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** The places of unfinished files: our folders in DATA_DIR/tmp, and files in the storage without their final name. */
const places: readonly { folder: string; ours: (name: string) => boolean }[] = [
  { folder: 'tmp', ours: (name) => /^(upload|document)-/.test(name) },
  { folder: 'uploads', ours: (name) => name.endsWith(unfinished) },
  { folder: 'outbox', ours: (name) => name.endsWith(unfinished) },
];

/**
 * Removes what a process that ended left half-done in DATA_DIR. Not whose it is counts, but its age: bytes that still
 * come, to this instance or to another, make a file young again. Answers how many were removed.
 */
export async function sweepUnfinished(dataDir: string, before: Date): Promise<number> {
  let removed = 0;
  for (const { folder, ours } of places) {
    const names = await readdir(path.join(dataDir, folder)).catch(noneWhenMissing);
    for (const name of names.filter(ours)) {
      const place = path.join(dataDir, folder, name);
      if ((await lastTouched(place)) >= before.getTime()) continue;
      await rm(place, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}

/** When a file, or the youngest of a folder and what lies in it, was written to; what has gone meanwhile: just now. */
async function lastTouched(place: string): Promise<number> {
  const found = await stat(place).catch(() => null);
  if (!found) return Infinity;
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = await readdir(place).catch(() => []);
  return Math.max(found.mtimeMs, ...(await Promise.all(inside.map((name) => lastTouched(path.join(place, name))))));
}

function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
