import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { incompatibilityOf } from 'shared/remote/currentVersions';
import { readRegistry, type RegistryEntry } from 'shared/remote/registry';
import { parseRelease, releaseFile } from './RemoteStore.ts';

export const manifestFile = 'mf-manifest.json';

/** Written by webpack/app.js. */
interface Manifest {
  metaData: { remoteEntry: { name: string }; descriptor: unknown };
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[];
  shared: { name: string }[];
}

/** Throws for an incomplete version. */
export async function readEntry(name: string, version: string, folder: string): Promise<RegistryEntry> {
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
