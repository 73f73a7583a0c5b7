import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { filesBelow } from './contentHash.ts';
import { packFiles } from './packFiles.ts';

// Source maps are needed only to read stack traces.
const unpublished = (name: string) => name.endsWith('.map') || name === 'mf-manifest-stats.json';

export function publishedFiles(from: string): string[] {
  return filesBelow(path.join(root, from), unpublished);
}

export function copyFiles(files: readonly string[], from: string, target: string) {
  for (const file of files) cpSync(path.join(root, from, file), path.join(target, file));
  packFiles(files, target);
}

/** Copies files to a new folder that then replaces `target` in one step. */
export function copyOver(files: readonly string[], from: string, target: string) {
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  copyFiles(files, from, fresh);
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}
