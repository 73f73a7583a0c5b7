import { rmSync } from 'node:fs';
import { parseRelease, type Pointer, type RemoteStore } from '../../api/remotes/RemoteStore.ts';
import type { App } from '../build/apps.ts';
import { builtVersion } from '../build/stamps.ts';
import { movePointer, readPointer } from './livePointer.ts';
import { type Author, packVersion } from './packVersion.ts';
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
 * Publishes a version, makes it live and removes versions that ended over `keepDays` ago. A build (`by` is null) does
 * not replace a version that a release made live. Returns the resulting pointer.
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
  if (!(await store.folders(name)).includes(version)) {
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
