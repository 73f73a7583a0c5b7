import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { outputsOf, root, type App } from './apps.ts';
import { contentHash, filesBelow } from './contentHash.ts';
import { lockedPackages, readLock } from './lockedPackages.ts';
import { publishedFiles } from './packFiles.ts';

// Ignores files that do not affect the output, such as tests, caches and editors' hidden files.
const leftOut = (name: string) =>
  ['node_modules', 'dist', 'jest.config.js', 'tsconfig.json', 'README.md', 'testing'].includes(name) ||
  name.startsWith('.') ||
  /\.test\.tsx?$/.test(name);

/** The inputs that all apps share. */
export function commonInputs(from = root) {
  const files = ['shared', 'webpack'].flatMap((folder) => sourcesOf(folder, from));
  return {
    hash: contentHash([...files, 'tsconfig.base.json', 'tsconfig.browser.json'], from),
    lock: readLock(from),
  };
}

/**
 * A hash of everything that an app is built from: its folder, `shared`, the build factory and their packages. The hash
 * is the same on every machine. To hash several apps, read `common` once.
 */
export function inputsOf({ name }: App, from = root, common = commonInputs(from)): string {
  return createHash('sha256')
    .update(contentHash(sourcesOf(name, from), from))
    .update(common.hash)
    .update(lockedPackages(common.lock, ['', name, 'shared']).join('\n'))
    .digest('hex');
}

const sourcesOf = (folder: string, from: string) =>
  filesBelow(path.join(from, folder), leftOut).map((file) => path.posix.join(folder, file));

/** A remote's version: the version in its package.json and the start of its inputs' hash. */
export function versionOf({ name }: App, inputs: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
  return `${version}-${inputs.slice(0, 8)}`;
}

/** The version of the last build. Throws if it was interrupted or is still running, or if its output was changed. */
export function builtVersion(app: App): string {
  const inputs = readStamp(app);
  if (!inputs) throw new Error(`${app.name} is not built. Run the command again.`);
  return versionOf(app, inputs);
}

/** Whether the app's inputs or the build's output have changed since its last build. */
export const isStale = (app: App, inputs: string): boolean => readStamp(app) !== inputs;

export function stamp(app: App, inputs: string) {
  mkdirSync(path.dirname(stampFile(app)), { recursive: true });
  writeFileSync(stampFile(app), `${inputs} ${hashOfOutput(app)}`);
}

/** Removed before a build, because an interrupted one leaves a mixture of files. */
export const removeStamp = (app: App) => rmSync(stampFile(app), { force: true });

/** The hash of the last build's inputs; null if that build did not end, or if its output has changed since. */
function readStamp(app: App): string | null {
  if (!existsSync(stampFile(app))) return null;
  const [inputs = '', output] = readFileSync(stampFile(app), 'utf8').split(' ');
  return output === hashOfOutput(app) ? inputs : null;
}

const hashOfOutput = (app: App) =>
  outputsOf(app)
    .filter(({ from }) => existsSync(path.join(root, from)))
    .map(({ from }) => contentHash(publishedFiles(from), path.join(root, from)))
    .join('-');

function stampFile(app: App) {
  return path.join(root, '.build/stamps', app.name);
}
