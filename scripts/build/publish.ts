import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { remoteRoutes, type RemoteName } from 'shared/remote/remotes';
import { apps, root, type Output } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';

interface Entry {
  manifest: string;
  version: string;
  previous: string | null;
  roles: string[] | null;
  routes: readonly string[];
}

const remotesFolder = path.join(root, 'dist/remotes');
const registryFile = path.join(remotesFolder, 'remotes.json');

// Maps are for the one who reads a stack trace, not for everybody who opens the site.
const unpublished = (name: string) => name.endsWith('.map') || name === 'mf-manifest-stats.json';

/**
 * Puts what was built where the API serves it: the shell and the public site as they are, each remote under its version
 * (`/remotes/NAME/VERSION/`), and the registry that names them. A page that is open keeps its chunks: the version before
 * stays. Everything appears by a rename, so that nobody is served half of it.
 *
 * @returns what changed, as lines to print
 */
export function publish(): string[] {
  const registry = readRegistry();
  const changed = apps
    .flatMap((app) => app.outputs)
    .flatMap((output) => (output.kind === 'site' ? publishSite(output) : publishRemote(output, registry)));
  mkdirSync(remotesFolder, { recursive: true });
  writeFileSync(`${registryFile}.new`, `${JSON.stringify({ remotes: registry }, null, 2)}\n`);
  renameSync(`${registryFile}.new`, registryFile);
  return changed;
}

function publishSite({ from, to }: Extract<Output, { kind: 'site' }>): string[] {
  const files = publishedFiles(from);
  const target = path.join(root, to);
  if (existsSync(target) && contentHash(filesBelow(target), target) === contentHash(files, path.join(root, from)))
    return [];
  copyOver(files, from, target);
  return [to];
}

function publishRemote({ from, name }: Extract<Output, { kind: 'remote' }>, registry: Record<string, Entry>): string[] {
  const files = publishedFiles(from);
  const { version: packageVersion } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
  const version = `${packageVersion}-${contentHash(files, path.join(root, from)).slice(0, 8)}`;
  const before = registry[name];
  const target = path.join(remotesFolder, name, version);
  const isNew = !existsSync(target);
  if (isNew) copyOver(files, from, target);
  if (before?.version !== version) registry[name] = entryOf(name, version, before?.version ?? null);
  else if (before) before.routes = remoteRoutes[name];
  removeOthers(name, [version, registry[name]?.previous]);
  return isNew ? [`dist/remotes/${name}/${version}`] : [];
}

function entryOf(name: RemoteName, version: string, previous: string | null): Entry {
  const manifest = `/remotes/${name}/${version}/mf-manifest.json`;
  return { manifest, version, previous, roles: null, routes: remoteRoutes[name] };
}

function removeOthers(name: string, keep: (string | null | undefined)[]) {
  for (const version of readdirSync(path.join(remotesFolder, name))) {
    if (!keep.includes(version)) rmSync(path.join(remotesFolder, name, version), { recursive: true });
  }
}

function publishedFiles(from: string): string[] {
  return filesBelow(path.join(root, from), unpublished);
}

function copyOver(files: readonly string[], from: string, target: string) {
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const file of files) cpSync(path.join(root, from, file), path.join(fresh, file));
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

function readRegistry(): Record<string, Entry> {
  if (!existsSync(registryFile)) return {};
  return JSON.parse(readFileSync(registryFile, 'utf8')).remotes;
}
