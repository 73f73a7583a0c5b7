import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export interface App {
  name: string;
  isRemote: boolean;
}

export const shell: App = { name: 'shell', isRemote: false };

/** The remotes, which are all folders `remote-…` with a descriptor. */
export const remotes: readonly App[] = readdirSync(root)
  .filter((name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'src/descriptor.ts')))
  .sort()
  .map((name) => ({ name, isRemote: true }));

// The shell comes first, because its build takes longest and two run at a time.
export const apps: readonly App[] = [shell, ...remotes];

/** The folders that an app's build writes, and where these are published. A remote with a page also has a site. */
export function outputsOf({ name, isRemote }: App): { from: string; to: string }[] {
  if (!isRemote) return [{ from: `${name}/dist`, to: '' }];
  const site = { from: `${name}/dist/site`, to: 'site' };
  return [{ from: `${name}/dist/remote`, to: '' }, ...(existsSync(path.join(root, name, 'index.html')) ? [site] : [])];
}
