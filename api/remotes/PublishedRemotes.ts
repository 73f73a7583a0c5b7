import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { apiVersion } from 'shared/api/version';
import { incompatibilityOf } from 'shared/remote/currentVersions';
import { readRegistry, type RegistryEntry } from 'shared/remote/registry';
import type { AppContext } from '../context/AppContext.ts';
import type { Settings } from '../settings/settings.ts';
import { folderStore } from './folderStore.ts';
import {
  isRemoteName,
  isVersion,
  parseRelease,
  pointerKey,
  releaseFile,
  type RemoteStore,
  type StoredPointer,
} from './RemoteStore.ts';

interface Live {
  pointer: StoredPointer;
  entry: RegistryEntry;
}

/** Milliseconds that a request waits for a bucket's pointers before it gets the last known ones. */
const maxWait = 1_000;

type StoreSettings = Pick<Settings, 'remotesDir' | 's3Connection' | 'dataDir'>;

/** The folder or bucket of REMOTES_DIR. A bucket's versions are copied to DATA_DIR when they are first needed. */
export async function openRemoteStore({ remotesDir, s3Connection, dataDir }: StoreSettings): Promise<RemoteStore> {
  if (!remotesDir.startsWith('s3://')) return folderStore(remotesDir);
  const { bucketStore } = await import('./bucketStore.ts');
  return bucketStore(remotesDir, s3Connection, path.join(dataDir, 'remotes'));
}

/**
 * Reads the store when a request needs it, at most once per `freshMs`. If a remote cannot be read, its last good state
 * is used, even after a restart. A remote whose pointer was deleted is withdrawn.
 */
export class PublishedRemotes {
  readonly store: RemoteStore;
  readonly #log: AppContext['log'];
  readonly #live = new Map<string, Live>();
  readonly #warned = new Map<string, string>();
  /** The last good pointers. */
  readonly #kept: RemoteStore;
  readonly #restored: Promise<void>;
  #reading: Promise<void> | null = null;
  #readAt = 0;

  constructor(store: RemoteStore, { settings, log }: Pick<AppContext, 'settings' | 'log'>) {
    this.store = store;
    this.#kept = folderStore(path.join(settings.dataDir, 'pointers'));
    this.#log = log;
    this.#restored = this.#restore();
  }

  /** With `preview` (NAME@VERSION) instead of the live version. Null if that, or every remote, is unpublished. */
  async registry(preview?: string): Promise<{ text: string; etag: string } | null> {
    await this.#update();
    const remotes = Object.fromEntries(
      [...this.#live.keys()].sort().map((name) => [name, this.#live.get(name)!.entry]),
    );
    if (preview !== undefined) {
      const [name = '', version = ''] = preview.split('@');
      const entry = isRemoteName(name) && isVersion(version) && (await this.#entryOf(name, version).catch(() => null));
      if (!entry) return null;
      remotes[name] = { ...entry, previous: remotes[name]?.version ?? null };
    }
    if (Object.keys(remotes).length === 0) return null;
    const text = JSON.stringify({ api: apiVersion, remotes });
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  }

  /** Finds the version folder with `file`: the live one, else an earlier one that open tabs may still use. */
  async folderWith(name: string, file: string): Promise<string | null> {
    await this.#update();
    const { pointer } = this.#live.get(name) ?? {};
    for (const version of pointer ? [pointer.version, ...Object.keys(pointer.retired)] : []) {
      const folder = await this.store.versionFolder(name, version).catch(() => null);
      if (folder && existsSync(path.join(folder, file))) return folder;
    }
    return null;
  }

  async #update() {
    if (Date.now() - this.#readAt < this.store.freshMs) return;
    await this.#restored;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null));
    if (this.#live.size === 0 || this.store.freshMs === 0) return this.#reading;
    await Promise.race([this.#reading, setTimeout(maxWait, undefined, { ref: false })]);
  }

  async #restore() {
    for (const name of await this.#kept.remotes().catch(() => [])) {
      const pointer = await this.#kept.readPointer(name).catch(() => null);
      // The version in the saved pointer may have been deleted.
      if (pointer) await this.#use(name, pointer).catch(() => undefined);
    }
  }

  async #readAll() {
    try {
      const names = await this.store.remotes();
      // After the first read, treat a missing folder as a storage fault and keep its remote.
      if (this.#readAt === 0) for (const name of this.#live.keys()) if (!names.includes(name)) this.#live.delete(name);
      await Promise.all(names.map((name) => this.#read(name)));
      this.#readAt = Date.now();
      this.#warned.delete('all remotes');
    } catch (error) {
      this.#warn('all remotes', error);
    }
  }

  async #read(name: string) {
    try {
      const pointer = await this.store.readPointer(name);
      if (!pointer) {
        this.#live.delete(name);
        await rm(path.join(this.#kept.localFolder, pointerKey(name)), { force: true });
      } else if (this.#live.get(name)?.pointer.tag !== pointer.tag) {
        await this.#use(name, pointer);
        await this.#kept.replacePointer(name, pointer, null);
      }
      this.#warned.delete(name);
    } catch (error) {
      this.#warn(name, error);
    }
  }

  async #use(name: string, pointer: StoredPointer) {
    const entry = await this.#entryOf(name, pointer.version);
    this.#live.set(name, { pointer, entry: { ...entry, previous: pointer.previous } });
  }

  async #entryOf(name: string, version: string): Promise<RegistryEntry> {
    const live = this.#live.get(name)?.entry;
    if (live?.version === version) return live;
    const folder = await this.store.versionFolder(name, version);
    if (!folder) throw new Error(`${version} is not published`);
    return readEntry(name, version, folder);
  }

  #warn(name: string, error: unknown) {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#warned.get(name) === message) return;
    this.#warned.set(name, message);
    this.#log.warn({ remote: name, message }, 'a remote stays at its last good version');
  }
}

export const manifestFile = 'mf-manifest.json';

/** Written by webpack/app.js. */
interface Manifest {
  metaData: { remoteEntry: { name: string }; descriptor: unknown };
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
  shared: { name: string }[];
}

/** Throws for an incomplete version. */
async function readEntry(name: string, version: string, folder: string): Promise<RegistryEntry> {
  const [manifest, release] = await Promise.all(
    [manifestFile, releaseFile].map((file) => readFile(path.join(folder, file), 'utf8')),
  );
  const { metaData, exposes, shared } = JSON.parse(manifest!) as Manifest;
  const below = `/remotes/${name}/${version}/`;
  const all = (kind: 'js' | 'css') => exposes.flatMap(({ assets }) => assets[kind].sync);
  const entry = {
    manifest: `${below}${manifestFile}`,
    remoteEntry: `${below}${metaData.remoteEntry.name}`,
    version,
    previous: null,
    descriptor: metaData.descriptor,
    start: {
      scripts: [metaData.remoteEntry.name, ...all('js')].map((file) => `${below}${file}`),
      styles: all('css').map((file) => `${below}${file}`),
      shared: shared.map((module) => module.name),
    },
    integrity: parseRelease(release!).integrity,
  };
  const read = readRegistry({ remotes: { [name]: entry } })[name];
  if (!read) throw new Error(`The descriptor of ${name} ${version} cannot be read`);
  // A page must not preload files of a version that its shell refuses.
  return incompatibilityOf(name, read.descriptor.builtFor) ? { ...read, start: undefined } : read;
}
