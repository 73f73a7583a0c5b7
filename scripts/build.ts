/**
 * `npm run build`: builds all or the named apps, if their inputs changed, and publishes to dist/. Does not replace a
 * released remote. With `--to FOLDER|s3://BUCKET/PREFIX`, first checks that this shell and API accept the remotes that
 * are live there.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { folderStore } from '../api/remotes/folderStore.ts';
import type { RemoteStore } from '../api/remotes/RemoteStore.ts';
import { apps, remotes, root } from './build/apps.ts';
import { buildApps } from './build/buildApps.ts';
import { builtVersion } from './build/stamps.ts';
import { publishShell } from './build/publish.ts';
import { openTarget } from './release/command.ts';
import { assertNoneBroken, assertNoDoubleClaims } from './release/liveRemotes.ts';
import { publishRemote } from './release/publishRemote.ts';

const { values, positionals } = parseArgs({
  // `npm start` imports this file, and its arguments are not the build's.
  args: import.meta.main ? process.argv.slice(2) : [],
  options: { to: { type: 'string' } },
  allowPositionals: true,
});
const folder = path.join(root, 'dist/remotes');

try {
  await build(positionals.length ? apps.filter((app) => positionals.includes(app)) : apps);
} catch (error) {
  console.error((error as Error).message);
  // Not `exitCode`, because scripts/start.ts would go on.
  process.exit(1);
}

async function build(chosen: typeof apps) {
  if (values.to) await assertNoneBroken((await openTarget(values.to)).store);
  const store = folderStore(folder);
  const built = remotes.filter((remote) => chosen.includes(remote));
  await buildApps(chosen);
  await removeDeleted(store);
  await assertNoDoubleClaims(store, built);
  // Also publishes the library of the API reference.
  if (chosen.includes('shell')) await publishShell();
  const author = { at: new Date().toISOString(), by: null, commit: null };
  for (const remote of built) {
    const { version } = await publishRemote(remote, store, author, 0);
    const pointer = `dist/remotes/${remote}/current.json`;
    if (version !== builtVersion(remote))
      console.log(`${remote}: release ${version} stays live. Delete ${pointer} to serve local builds again.`);
  }
}

/** Removes remotes that were published by a build, not by a release, and no longer have a folder here. */
async function removeDeleted(store: RemoteStore) {
  for (const name of await store.remotes()) {
    if (remotes.includes(name)) continue;
    const isReleased = (await store.readPointer(name).catch(() => null))?.by != null;
    if (!isReleased) rmSync(path.join(folder, name), { recursive: true });
  }
}
