import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Files,
  isRemoteName,
  isVersion,
  parsePointer,
  parseRelease,
  pointerKey,
  pointerText,
  releaseFile,
  type RemoteStore,
} from './RemoteStore.ts';

/** Names of unfinished files begin with a dot. */
export function folderStore(root: string): RemoteStore {
  const folderOf = (name: string, version: string) => path.join(root, name, version);
  const isComplete = (folder: string) => existsSync(path.join(folder, releaseFile));

  return {
    localFolder: root,
    freshMs: 0,

    remotes: async () => (await namesIn(root)).filter(isRemoteName),

    async versions(name) {
      const names = await namesIn(path.join(root, name));
      return names.filter((version) => isVersion(version) && isComplete(folderOf(name, version)));
    },

    async readPointer(name) {
      const text = await readText(path.join(root, pointerKey(name)));
      return text === null ? null : { ...parsePointer(name, text), tag: text };
    },

    async replacePointer(name, pointer) {
      const temporary = path.join(root, name, `.current-${randomUUID()}`);
      await mkdir(path.dirname(temporary), { recursive: true });
      await removeInterrupted(path.dirname(temporary));
      await writeFile(temporary, pointerText(pointer));
      await rename(temporary, path.join(root, pointerKey(name)));
      return true;
    },

    async readRelease(name, version) {
      const text = await readText(path.join(folderOf(name, version), releaseFile));
      return text === null ? null : parseRelease(text);
    },

    async versionFolder(name, version) {
      const folder = folderOf(name, version);
      return isComplete(folder) ? folder : null;
    },

    async addVersion(name, version, files) {
      const target = folderOf(name, version);
      // An interrupted removal may have left part of the version.
      if (existsSync(target) && !isComplete(target)) await this.removeVersion(name, version);
      const temporary = path.join(root, name, `.new-${randomUUID()}`);
      try {
        await writeFiles(temporary, files);
        await rename(temporary, target);
      } catch (error) {
        // Another process may have added this version first.
        if (!isComplete(target)) throw error;
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },

    async removeVersion(name, version) {
      const folder = folderOf(name, version);
      // First, so that the version counts as missing if this is interrupted.
      await rm(path.join(folder, releaseFile), { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function writeFiles(folder: string, files: Files) {
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    if (!target.startsWith(`${folder}${path.sep}`)) throw new Error(`${file} is outside its folder`);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
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

const namesIn = async (folder: string) => (await readdir(folder).catch(nullWhenMissing)) ?? [];

const readText = (file: string) => readFile(file, 'utf8').catch(nullWhenMissing);

function nullWhenMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
