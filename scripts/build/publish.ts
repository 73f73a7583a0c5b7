import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeFiles } from '../../api/remotes/folderStore.ts';
import type { Files } from '../../api/remotes/RemoteStore.ts';
import { root } from './apps.ts';
import { contentHash, isCompressed, publishedFiles, readFiles, withCompressed } from './files.ts';

/** Replaces the served shell and the library of the API reference, which api/reference serves. */
export async function publishShell() {
  await publishFiles('dist/shell', publishedFiles('shell'));
  const library = ['swagger-ui-bundle.js', 'swagger-ui.css'];
  const from = path.join(root, 'node_modules/swagger-ui-dist');
  const reference = library.map((file) => [file, readFileSync(path.join(from, file))] as const);
  await publishFiles('dist/reference', Object.fromEntries(reference));
}

/** Writes files to a new folder, which then replaces `to`, so that no request gets a mixture of builds. */
async function publishFiles(to: string, files: Files) {
  const target = path.join(root, to);
  if (existsSync(target) && contentHash(readFiles(target, '', isCompressed)) === contentHash(files)) return;
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await writeFiles(fresh, withCompressed(files));
  // Renaming the old folder takes less time than removing it, so `to` is missing only briefly.
  const old = `${target}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}
