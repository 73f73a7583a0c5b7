import { mkdirSync } from 'node:fs';
import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentStorage } from './DocumentStorage.ts';
import { writeDurably } from './writeDurably.ts';

/**
 * Bytes that are read at once. Whoever reads slowly has some of these waiting at each step, and a thousand do it at once;
 * a quick one loses nothing by it.
 */
const chunkSize = 16 * 1024;

/** The suffix of bytes that are still on their way; no key ends so. */
export const unfinished = '.part';

/**
 * Documents as files of one folder. A file gets its name only once its bytes are on the disk, so a crash leaves no half
 * file; what it does leave under a temporary name is swept by its age (sweepUnfinished.ts): other instances may write here.
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
