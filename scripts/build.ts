/**
 * `npm run build`: builds all or the named apps, if their inputs changed, and publishes to dist/. Does not replace a
 * released remote. With `--to FOLDER|s3://BUCKET/PREFIX`, first checks that this shell and API accept the remotes that
 * are live there.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { folderStore, writeFiles } from '../api/remotes/folderStore.ts';
import type { Files, RemoteStore } from '../api/remotes/RemoteStore.ts';
import { apps, remotes, root } from './build/apps.ts';
import { buildApps } from './build/buildApps.ts';
import { contentHash, isCompressed, publishedFiles, readFiles, withCompressed } from './build/files.ts';
import { builtVersion } from './build/stamps.ts';
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

/** Replaces the served shell and the library of the API reference, which api/reference serves. */
async function publishShell() {
  await publishFiles('dist/shell', publishedFiles('shell'));
  const library = ['swagger-ui-bundle.js', 'swagger-ui.css'];
  const from = path.join(root, 'node_modules/swagger-ui-dist');
  const reference = library.map((file) => [file, readFileSync(path.join(from, file))] as const);
  await publishFiles('dist/reference', Object.fromEntries(reference));
}

/** Writes files to a new folder, which then replaces `to`, so that no request gets a mixture of builds. */
async function publishFiles(to: string, files: Files) {
  const target = path.join(root, to);
  if (existsSync(target) && contentHash(readFiles(target, '', isCompressed)) === contentHash(files)) return;
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  await writeFiles(fresh, withCompressed(files));
  // Renaming the old folder takes less time than removing it, so `to` is missing only briefly.
  const old = `${target}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}
