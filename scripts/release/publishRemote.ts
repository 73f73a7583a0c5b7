import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Author,
  parseRelease,
  type Pointer,
  type Release,
  releaseFile,
  type RemoteStore,
} from '../../api/remotes/RemoteStore.ts';
import { type App, outputsOf } from '../build/apps.ts';
import { filesBelow } from '../build/contentHash.ts';
import { copyFiles, publishedFiles } from '../build/packFiles.ts';
import { builtVersion } from '../build/stamps.ts';
import { movePointer, readPointer } from './livePointer.ts';
import { nameOf } from './liveRemotes.ts';

const dayMs = 86_400_000;

/** Publishes a remote's build and makes it live. */
export const publishRemote = (app: App, store: RemoteStore, { keepDays, ...author }: Author & { keepDays: number }) =>
  publishVersion(store, {
    ...{ name: nameOf(app), version: builtVersion(app), author, keepDays },
    pack: () => packVersion(app, author),
  });

interface NewVersion {
  name: string;
  version: string;
  author: Author;
  keepDays: number;
  /** Writes the version's files to a temporary folder. */
  pack: () => string;
}

/**
 * Publishes a version, makes it live, and removes versions that stopped being live over `keepDays` days ago, except the
 * previous one. A build (`by` is null) does not replace a version that a release made live. Returns the resulting
 * pointer.
 */
export async function publishVersion(
  store: RemoteStore,
  { name, version, author, keepDays, pack }: NewVersion,
): Promise<Pointer> {
  const isDone = (live: Pointer | null) =>
    live !== null &&
    ((author.by === null && live.by !== null) ||
      (live.version === version && (live.by === null) === (author.by === null)));
  const live = await readPointer(store, name);
  if (live && isDone(live)) return live;
  if (!(await store.readRelease(name, version))) {
    const folder = pack();
    await store.addVersion(name, version, folder).finally(() => rmSync(folder, { recursive: true, force: true }));
  }
  const pointer = await movePointer(store, name, author, (found) => (isDone(found) ? null : version));
  await removeOld(store, name, keepDays);
  return pointer;
}

async function removeOld(store: RemoteStore, name: string, keepDays: number) {
  const versions = await store.folders(name);
  const pointer = await readPointer(store, name);
  for (const version of versions) {
    if (!pointer || version === pointer.version || version === pointer.previous) continue;
    const release = await store.readRelease(name, version);
    if (!release) continue;
    const ended = pointer.retired[version] ?? parseRelease(release).at;
    if (Date.now() - Date.parse(ended) > keepDays * dayMs) await store.removeVersion(name, version);
  }
}

/** Copies a remote's build to a temporary folder, in the form in which it is published. */
function packVersion(app: App, author: Author): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${nameOf(app)}-`));
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
