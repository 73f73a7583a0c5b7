import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { outputsOf, root, shell } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';
import { copyFiles, isPacked, publishedFiles } from './packFiles.ts';

/** The library of the API reference, which api/reference serves. */
const reference = {
  from: 'node_modules/swagger-ui-dist',
  to: 'dist/reference',
  files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
};

/** Replaces the served shell and API reference. */
export function publishShell() {
  const { from } = outputsOf(shell)[0]!;
  publishFiles({ from, to: 'dist/shell', files: publishedFiles(from) });
  publishFiles(reference);
}

/** Copies files to a new folder, which then replaces `to`, so that no request gets a mixture of builds. */
function publishFiles({ from, to, files }: { from: string; to: string; files: readonly string[] }) {
  const target = path.join(root, to);
  const isThere =
    existsSync(target) &&
    contentHash(filesBelow(target, isPacked), target) === contentHash(files, path.join(root, from));
  if (isThere) return;
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  copyFiles(files, from, fresh);
  // Renaming the old folder takes less time than removing it, so `to` is missing only briefly.
  const old = `${target}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}
