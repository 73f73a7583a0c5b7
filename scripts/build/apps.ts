import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** An app that webpack builds: its folder, where its output is, and where that is published to. */
export interface App {
  /** The folder, from the root. */
  name: string;
  outputs: readonly Output[];
}

export type Output = SiteOutput | RemoteOutput;

export interface SiteOutput {
  kind: 'site';
  from: string;
  to: string;
}

/** Published under a version of its own, and named by the registry. */
export interface RemoteOutput {
  kind: 'remote';
  from: string;
  name: string;
  /** Where its package.json is. */
  folder: string;
}

/** The remotes: every folder `remote-…` that describes itself. */
export const remoteNames: readonly string[] = readdirSync(root)
  .filter((name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'src/descriptor.ts')))
  .sort();

/** A remote in `folder`. One with a page of its own is a plain site as well: the public origin's. */
export function remoteApp(folder: string): App {
  const remote: RemoteOutput = { kind: 'remote', from: `${folder}/dist/remote`, name: path.basename(folder), folder };
  const hasPage = existsSync(path.join(root, folder, 'index.html'));
  return {
    name: folder,
    outputs: hasPage ? [remote, { kind: 'site', from: `${folder}/dist/site`, to: 'dist/site' }] : [remote],
  };
}

// The shell first: it takes longest, and two are built at a time.
export const apps: readonly App[] = [
  { name: 'shell', outputs: [{ kind: 'site', from: 'shell/dist', to: 'dist/shell' }] },
  ...remoteNames.map(remoteApp),
];
