/** Releases of changed builds, for journeys about versions. */
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderStore } from '../api/remotes/folderStore.ts';
import { readPointer } from '../scripts/release/livePointer.ts';
import { describeVersion, publishVersion } from '../scripts/release/publishRemote.ts';

/** Returns the changed text of a script. `file` is its path in the version's folder. */
type Change = (text: string, file: string) => string;

const built = path.resolve(import.meta.dirname, '../dist/remotes');

export async function liveVersion(remotesDir: string, name: string): Promise<string> {
  return (await readPointer(folderStore(remotesDir), name))!.version;
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
  const pack = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'variant-'));
    cpSync(path.join(from, name, before), folder, { recursive: true });
    for (const file of globSync('**/*.{br,gz}', { cwd: folder })) rmSync(path.join(folder, file));
    for (const file of globSync('**/*.{js,html}', { cwd: folder }))
      rewrite(path.join(folder, file), (text) => change(renamed(text), file));
    rewrite(path.join(folder, 'mf-manifest.json'), (text) => {
      const manifest = JSON.parse(renamed(text));
      Object.assign(manifest.metaData.descriptor.builtFor, builtFor);
      return JSON.stringify(manifest);
    });
    describeVersion(folder, author);
    return folder;
  };
  await publishVersion(folderStore(remotesDir), { name, version, author, keepDays: 14, pack });
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
  rewrite(file, (text) => JSON.stringify({ ...JSON.parse(text), previous: null }));
}

function rewrite(file: string, change: (text: string) => string) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
