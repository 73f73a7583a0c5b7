/**
 * `npm run build`: builds all or the named apps, if their inputs changed, and publishes to dist/. Does not replace a
 * released remote. With `--to FOLDER|s3://BUCKET/PREFIX`, first checks that this shell and API accept the remotes that
 * are live there.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { folderStore } from '../api/remotes/folderStore.ts';
import { isRemoteName } from '../api/remotes/RemoteStore.ts';
import { apps, remotes, root } from './build/apps.ts';
import { buildApps } from './build/buildApps.ts';
import { builtVersion } from './build/stamps.ts';
import { publishShell } from './build/publish.ts';
import { openTarget } from './release/command.ts';
import { readPointer } from './release/livePointer.ts';
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
  await build(positionals.length ? apps.filter(({ name }) => positionals.includes(name)) : apps);
} catch (error) {
  console.error((error as Error).message);
  // Not `exitCode`, because scripts/start.ts would go on.
  process.exit(1);
}

async function build(chosen: typeof apps) {
  if (values.to) await assertNoneBroken((await openTarget(values.to)).store);
  const store = folderStore(folder);
  const built = chosen.filter(({ isRemote }) => isRemote);
  await buildApps(chosen);
  await removeDeleted(store);
  await assertNoDoubleClaims(store, built);
  // Also publishes the library of the API reference.
  if (chosen.some(({ isRemote }) => !isRemote)) publishShell();
  const author = { at: new Date().toISOString(), by: null, commit: null };
  for (const remote of built) {
    const { version } = await publishRemote(remote, store, { ...author, keepDays: 0 });
    const pointer = `dist/remotes/${remote.name}/current.json`;
    if (version !== builtVersion(remote))
      console.log(`${remote.name}: release ${version} stays live. Delete ${pointer} to serve local builds again.`);
  }
}

/** Removes remotes that were published by a build, not by a release, and no longer have a folder here. */
async function removeDeleted(store: ReturnType<typeof folderStore>) {
  for (const name of (await store.folders('')).filter(isRemoteName)) {
    const isHere = remotes.some((remote) => remote.name === name);
    const isReleased = (await readPointer(store, name).catch(() => null))?.by != null;
    if (!isHere && !isReleased) rmSync(path.join(folder, name), { recursive: true });
  }
}
