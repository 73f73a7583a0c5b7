import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { glob, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { DocumentStorage, StoredBytes } from './DocumentStorage.ts';

/** Bytes per read. Small, because each slow client buffers several chunks, and a thousand may be slow at once. */
const chunkSize = 16 * 1024;

/** Suffix of incomplete files. No key ends in it. */
const unfinished = '.part';

/** A file gets its name once its bytes are durable, so a crash leaves no partial document. */
export function diskStorage(folder: string): DocumentStorage {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = (key: string) => {
    if (!/^[\w-][\w.-]*$/.test(key))
      throw new Error('A storage key may contain only letters, digits, ".", "_" and "-"');
    return path.join(folder, key);
  };

  return {
    async put(key, source) {
      const temporary = `${place(key)}${unfinished}`;
      try {
        const stored = await writeAndSync(temporary, source);
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

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A rename is durable only after an fsync of the folder. */
export async function syncFolder(folder: string) {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

export async function writeAndSync(file: string, source: Readable): Promise<StoredBytes> {
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
      // Unlike `write`, `appendFile` never writes just a part of the chunk on an almost full disk.
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Our folders in `tmp`, and incomplete files in `uploads` and `outbox`. */
const leftovers = ['tmp/{upload,document}-*', `{uploads,outbox}/*${unfinished}`];

/** Deletes leftovers not modified since `before`, so that files still being written are kept. */
export async function sweepUnfinished(dataDir: string, before: Date): Promise<number> {
  let removed = 0;
  for await (const name of glob(leftovers, { cwd: dataDir })) {
    const place = path.join(dataDir, name);
    if ((await lastTouched(place)) >= before.getTime()) continue;
    await rm(place, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** The newest modification time in ms of a file, or of a folder and its content. Infinity if any of them has vanished. */
async function lastTouched(place: string): Promise<number> {
  const inside = await readdir(place, { recursive: true }).catch(() => []);
  const found = await Promise.all(['', ...inside].map((name) => stat(path.join(place, name)).catch(() => null)));
  return Math.max(...found.map((one) => one?.mtimeMs ?? Infinity));
}
