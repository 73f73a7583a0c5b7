import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Files } from '../../api/remotes/RemoteStore.ts';

/** Reads the files below `folder`, which is relative to `root`. Skips every name for which `leaveOut` returns true. */
export function readFiles(root: string, folder = '', leaveOut: (name: string) => boolean = () => false): Files {
  const files: Record<string, Buffer> = {};
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (leaveOut(entry.name)) continue;
    if (entry.isDirectory()) Object.assign(files, readFiles(root, file, leaveOut));
    else files[file] = readFileSync(path.join(root, file));
  }
  return files;
}

/** A hash of names and contents, in hex. */
export function contentHash(files: Files): string {
  const hash = createHash('sha256');
  for (const file of Object.keys(files).sort()) hash.update(`${file}\0`).update(files[file]!).update('\0');
  return hash.digest('hex');
}
