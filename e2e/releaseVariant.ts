/** Releases of changed builds, for journeys about versions. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderStore } from '../api/remotes/folderStore.ts';
import { isCompressed, readFiles } from '../scripts/build/files.ts';
import { publishVersion } from '../scripts/release/publishRemote.ts';

/** Returns the changed text of a script. `file` is its path in the version's folder. */
type Change = (text: string, file: string) => string;

const built = path.resolve(import.meta.dirname, '../dist/remotes');

export async function liveVersion(remotesDir: string, name: string): Promise<string> {
  return (await folderStore(remotesDir).readPointer(name))!.version;
}

/**
 * Releases a copy of a remote as another version, with changed scripts, their new hashes, and further `builtFor` fields
 * in the descriptor.
 */
export async function releaseVariant(
  remotesDir: string,
  name: string,
  { version, change = (text) => text, builtFor = {} }: { version: string; change?: Change; builtFor?: object },
) {
  const author = { at: new Date().toISOString(), by: 'Journey', commit: null };
  // Start from the build instead of an earlier variant.
  const from = existsSync(path.join(built, name)) ? built : remotesDir;
  const before = await liveVersion(from, name);
  // Containers and chunks get different names, as in a build of another version.
  const renamed = (text: string) =>
    text.replaceAll(before, version).replaceAll(before.replace(/\W/g, '_'), version.replace(/\W/g, '_'));
  const changed = (file: string, content: Buffer) => {
    const text = renamed(content.toString());
    if (/\.(js|html)$/.test(file)) return Buffer.from(change(text, file));
    if (file !== 'mf-manifest.json') return content;
    const manifest = JSON.parse(text);
    Object.assign(manifest.metaData.descriptor.builtFor, builtFor);
    return Buffer.from(JSON.stringify(manifest));
  };
  const changedFiles = () => {
    const files = Object.entries(readFiles(path.join(from, name, before), '', isCompressed));
    return Object.fromEntries(files.map(([file, content]) => [file, changed(file, content)]));
  };
  const release = { name, version, author, keepDays: 14, files: changedFiles };
  await publishVersion(folderStore(remotesDir), release);
}

const shownText = '"Search this folder"';

/** Makes the lists of remote-orders throw. */
export const throwsOnRender: Change = (text) =>
  text.replaceAll(shownText, '(()=>{throw new Error("deliberately broken")})()');

/** Changes the text in the search field of remote-orders' lists. */
export const saying =
  (words: string): Change =>
  (text) =>
    text.replaceAll(shownText, JSON.stringify(words));

/** Clears a remote's previous version in its pointer, because that version would replace a failing live one. */
export async function forgetPrevious(remotesDir: string, name: string) {
  const file = path.join(remotesDir, name, 'current.json');
  if (!existsSync(file)) return;
  const pointer = { ...JSON.parse(readFileSync(file, 'utf8')), previous: null };
  writeFileSync(file, JSON.stringify(pointer));
}
