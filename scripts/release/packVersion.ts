import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseFile, type Release } from '../../api/remotes/RemoteStore.ts';
import { outputsOf, type App } from '../build/apps.ts';
import { filesBelow } from '../build/contentHash.ts';
import { copyFiles, publishedFiles } from '../build/publishedFiles.ts';

export type Author = Pick<Release, 'at' | 'by' | 'commit'>;

/** Copies a remote's build to a temporary folder, in the form in which it is published. */
export function packVersion(app: App, author: Author): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${path.basename(app.name)}-`));
  for (const { from, to } of outputsOf(app)) copyFiles(publishedFiles(from), from, path.join(folder, to));
  describeVersion(folder, author);
  return folder;
}

/** Writes the file that describes a version, with the hashes of its scripts and stylesheets. */
export function describeVersion(folder: string, { at, by, commit }: Author) {
  const files = filesBelow(folder, (name) => name === releaseFile);
  const release: Release = {
    ...{ at, by, commit },
    bytes: files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0),
    integrity: Object.fromEntries(
      files
        .filter((file) => /\.(js|css)$/.test(file) && !file.startsWith('site/'))
        .map((file) => [file, integrityOf(readFileSync(path.join(folder, file)))]),
    ),
  };
  writeFileSync(path.join(folder, releaseFile), JSON.stringify(release));
}

const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
