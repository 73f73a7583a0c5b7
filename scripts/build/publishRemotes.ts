import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDescriptor } from 'shared/remote/remoteDescriptor';
import { doubleClaims, readRegistry, type RegistryEntry } from 'shared/remote/registry';
import { root, type RemoteOutput } from './apps.ts';
import { contentHash } from './contentHash.ts';
import { copyOver, publishedFiles } from './publishedFiles.ts';

type Registry = Record<string, RegistryEntry>;

/**
 * Publishes remotes into the folder `to` (REMOTES_DIR of the API), each under its version (`/remotes/NAME/VERSION/`), and
 * writes the registry there. A page that is open keeps its chunks: the version before stays. With `alone`, what else is
 * published there goes.
 *
 * @returns the folders that are new
 * @throws when two remotes claim one address
 */
export function publishRemotes(
  remotes: readonly RemoteOutput[],
  { to, alone = false }: { to: string; alone?: boolean },
) {
  const before = registryIn(to);
  const registry: Registry = alone ? {} : { ...before };
  const added = remotes.filter((remote) => publishRemote(remote, { to, before, registry }));
  const claims = doubleClaims(readRegistry({ remotes: registry }));
  if (claims.length > 0) throw new Error(`Not published: ${claims.join('; ')}`);
  writeRegistry(to, registry);
  for (const name of Object.keys(before)) removeOthers(path.join(to, name), registry[name]);
  return added.map(({ name }) => path.relative(root, path.join(to, name, registry[name]!.version)));
}

interface Registries {
  to: string;
  before: Registry;
  registry: Registry;
}

/** @returns whether this version is new */
function publishRemote({ from, name, folder }: RemoteOutput, { to, before, registry }: Registries): boolean {
  const files = publishedFiles(from);
  const hash = contentHash(files, path.join(root, from)).slice(0, 8);
  const version = `${readJson(path.join(root, folder, 'package.json')).version}-${hash}`;
  const target = path.join(to, name, version);
  const isNew = !existsSync(target);
  if (isNew) copyOver(files, from, target);
  const manifest: Manifest = readJson(path.join(target, 'mf-manifest.json'));
  registry[name] = {
    manifest: `/remotes/${name}/${version}/mf-manifest.json`,
    version,
    previous: (before[name]?.version === version ? before[name].previous : before[name]?.version) ?? null,
    descriptor: readDescriptor(manifest.metaData.descriptor),
    start: startOf(manifest, `/remotes/${name}/${version}/`),
  };
  return isNew;
}

interface Manifest {
  metaData: { remoteEntry: { name: string }; descriptor: unknown };
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
  shared: { name: string }[];
}

/** What a page at one of its addresses begins with; of what it exposes only what its entry cannot do without. */
function startOf({ metaData, exposes, shared }: Manifest, below: string): RegistryEntry['start'] {
  const all = (kind: 'js' | 'css') => exposes.flatMap(({ assets }) => assets[kind].sync);
  return {
    scripts: [metaData.remoteEntry.name, ...all('js')].map((file) => `${below}${file}`),
    styles: all('css').map((file) => `${below}${file}`),
    shared: shared.map(({ name }) => name),
  };
}

/** Removes what is published in `folder` but for the versions of `kept`; without those, all of it. */
function removeOthers(folder: string, kept?: RegistryEntry) {
  if (!kept || !existsSync(folder)) return rmSync(folder, { recursive: true, force: true });
  for (const version of readdirSync(folder)) {
    if (version !== kept.version && version !== kept.previous) rmSync(path.join(folder, version), { recursive: true });
  }
}

function registryIn(folder: string): Registry {
  const file = path.join(folder, 'remotes.json');
  return existsSync(file) ? readJson(file).remotes : {};
}

function writeRegistry(folder: string, remotes: Registry) {
  const file = path.join(folder, 'remotes.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify({ remotes })}\n`);
  renameSync(`${file}.new`, file);
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
