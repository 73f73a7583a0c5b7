import { existsSync } from 'node:fs';
import path from 'node:path';
import { outputsOf, root, shell } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';
import { isPacked } from './packFiles.ts';
import { copyOver, publishedFiles } from './publishedFiles.ts';

/** The library of the API reference, which api/reference serves. */
const reference = {
  from: 'node_modules/swagger-ui-dist',
  to: 'dist/reference',
  files: ['swagger-ui-bundle.js', 'swagger-ui.css'],
};

/** Replaces the served shell and API reference by a rename, so that no request gets a mixture of builds. */
export function publishShell() {
  const [{ from } = { from: '' }] = outputsOf(shell);
  publishFiles({ from, to: 'dist/shell', files: publishedFiles(from) });
  publishFiles(reference);
}

function publishFiles({ from, to, files }: { from: string; to: string; files: readonly string[] }) {
  const target = path.join(root, to);
  const isThere =
    existsSync(target) &&
    contentHash(filesBelow(target, isPacked), target) === contentHash(files, path.join(root, from));
  if (!isThere) copyOver(files, from, target);
}
