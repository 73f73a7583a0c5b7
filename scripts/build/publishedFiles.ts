import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { filesBelow } from './contentHash.ts';
import { packFiles } from './packFiles.ts';

// Maps are for the one who reads a stack trace, not for everybody who opens the site.
const unpublished = (name: string) => name.endsWith('.map') || name === 'mf-manifest-stats.json';

/** What of a build's output is served, as paths below `from`, which is told from the root. */
export function publishedFiles(from: string): string[] {
  return filesBelow(path.join(root, from), unpublished);
}

/** Copies the files, packs them, and puts the copy in the place of `target`, all at once. */
export function copyOver(files: readonly string[], from: string, target: string) {
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const file of files) cpSync(path.join(root, from, file), path.join(fresh, file));
  packFiles(files, fresh);
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}
