import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pointerKey, releaseFile, type RemoteStore } from './RemoteStore.ts';

/** Names of unfinished files begin with a dot. */
export function folderStore(root: string): RemoteStore {
  return {
    localFolder: root,
    freshMs: 0,

    async folders(inside) {
      const entries = await readdir(path.join(root, inside), { withFileTypes: true }).catch(nullWhenMissing);
      return (entries ?? [])
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .filter((name) => !inside || existsSync(path.join(root, inside, name, releaseFile)));
    },

    async readPointer(name) {
      const text = await readFile(path.join(root, pointerKey(name)), 'utf8').catch(nullWhenMissing);
      return text === null ? null : { text, tag: createHash('sha256').update(text).digest('hex') };
    },

    readRelease: (name, version) =>
      readFile(path.join(root, name, version, releaseFile), 'utf8').catch(nullWhenMissing),

    async versionFolder(name, version) {
      const folder = path.join(root, name, version);
      return (await stat(path.join(folder, releaseFile)).catch(nullWhenMissing)) && folder;
    },

    async addVersion(name, version, from) {
      const target = path.join(root, name, version);
      // An interrupted removal may have left part of the version.
      const isPart = (await stat(target).catch(nullWhenMissing)) && !(await this.readRelease(name, version));
      if (isPart) await this.removeVersion(name, version);
      await createAtomically(target, (temporary) => cp(from, temporary, { recursive: true }));
    },

    async replacePointer(name, text) {
      const temporary = path.join(root, name, `.current-${randomUUID()}`);
      await mkdir(path.dirname(temporary), { recursive: true });
      await removeInterrupted(path.dirname(temporary));
      await writeFile(temporary, text);
      await rename(temporary, path.join(root, pointerKey(name)));
      return true;
    },

    async removeVersion(name, version) {
      const folder = path.join(root, name, version);
      // First, so that the version counts as missing if this is interrupted.
      await rm(path.join(folder, releaseFile), { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `write` fills a temporary folder, which then becomes `target` unless another process has made `target` first. */
export async function createAtomically(target: string, write: (temporary: string) => Promise<unknown>) {
  const temporary = path.join(path.dirname(target), `.new-${randomUUID()}`);
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await write(temporary);
    await rename(temporary, target);
  } catch (error) {
    const targetExists = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!targetExists || !(await stat(target).catch(nullWhenMissing))) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const dayMs = 86_400_000;

async function removeInterrupted(folder: string) {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!/^\.(new|current)-/.test(name)) continue;
    const found = await stat(file).catch(nullWhenMissing);
    if (found && Date.now() - found.mtimeMs > dayMs) await rm(file, { recursive: true, force: true });
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
