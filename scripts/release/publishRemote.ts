import { createHash } from 'node:crypto';
import {
  type Author,
  type Files,
  type Pointer,
  type Release,
  releaseFile,
  type RemoteStore,
} from '../../api/remotes/RemoteStore.ts';
import { publishedFiles, withCompressed } from '../build/files.ts';
import { builtVersion } from '../build/stamps.ts';
import { movePointer } from './livePointer.ts';
import { nameOf } from './liveRemotes.ts';

const dayMs = 86_400_000;

/** Publishes a remote's build and makes it live. */
export function publishRemote(app: string, store: RemoteStore, author: Author, keepDays: number) {
  const version = builtVersion(app);
  const files = () => {
    const built = publishedFiles(app);
    if (builtVersion(app) !== version) throw new Error(`${app} was rebuilt in the meantime. Run the command again.`);
    return withCompressed(built);
  };
  return publishVersion(store, { name: nameOf(app), version, author, keepDays, files });
}

interface NewVersion {
  name: string;
  version: string;
  author: Author;
  keepDays: number;
  /** Called only if the version is not published yet. */
  files: () => Files;
}

/**
 * Publishes a version, makes it live, and removes versions that stopped being live over `keepDays` days ago, except the
 * previous one. A build (`by` is null) does not replace a version that a release made live. Returns the resulting
 * pointer.
 */
export async function publishVersion(
  store: RemoteStore,
  { name, version, author, keepDays, files }: NewVersion,
): Promise<Pointer> {
  const isDone = (live: Pointer | null) =>
    live !== null &&
    ((author.by === null && live.by !== null) ||
      (live.version === version && (live.by === null) === (author.by === null)));
  const live = await store.readPointer(name);
  if (live && isDone(live)) return live;
  if (!(await store.readRelease(name, version))) await store.addVersion(name, version, described(files(), author));
  const pointer = await movePointer(store, name, author, (found) => (isDone(found) ? null : version));
  await removeOld(store, name, keepDays);
  return pointer;
}

async function removeOld(store: RemoteStore, name: string, keepDays: number) {
  const versions = await store.versions(name);
  const pointer = await store.readPointer(name);
  for (const version of versions) {
    if (!pointer || version === pointer.version || version === pointer.previous) continue;
    const ended = pointer.retired[version] ?? (await store.readRelease(name, version))?.at;
    if (ended && Date.now() - Date.parse(ended) > keepDays * dayMs) await store.removeVersion(name, version);
  }
}

/** Adds the file that describes a version, with the hashes of its scripts and stylesheets. */
function described(files: Files, { at, by, commit }: Author): Files {
  const contents = Object.entries(files);
  const checked = contents.filter(([file]) => /\.(js|css)$/.test(file) && !file.startsWith('site/'));
  const release: Release = {
    ...{ at, by, commit },
    bytes: contents.reduce((sum, [, content]) => sum + content.length, 0),
    integrity: Object.fromEntries(checked.map(([file, content]) => [file, integrityOf(content)])),
  };
  return { ...files, [releaseFile]: Buffer.from(JSON.stringify(release)) };
}

const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
