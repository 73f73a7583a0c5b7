import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** The remotes, which are all folders `remote-…` with a descriptor. */
export const remotes: readonly string[] = readdirSync(root)
  .filter((name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'src/descriptor.ts')))
  .sort();

// The shell comes first, because its build takes longest and two run at a time.
export const apps: readonly string[] = ['shell', ...remotes];
