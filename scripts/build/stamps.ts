import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { contentHash, readFiles } from './contentHash.ts';
import { lockedPackages } from './lockedPackages.ts';
import { publishedFiles } from './publishedFiles.ts';

// Ignores files that do not affect the output, such as tests, caches and editors' hidden files.
const leftOut = (name: string) =>
  ['node_modules', 'dist', 'jest.config.js', 'tsconfig.json', 'README.md', 'testing'].includes(name) ||
  name.startsWith('.') ||
  /\.test\.tsx?$/.test(name);

/**
 * A hash of everything that an app is built from: its folder, `shared`, the build factory and their packages. The hash
 * is the same on every machine.
 */
export function inputsOf(app: string, from = root): string {
  const settings = ['tsconfig.base.json', 'tsconfig.browser.json'].map((file) => readFileSync(path.join(from, file)));
  const sources = [app, 'shared', 'webpack'].map((folder) => readFiles(from, folder, leftOut));
  const lock = JSON.parse(readFileSync(path.join(from, 'package-lock.json'), 'utf8'));
  const packages = lockedPackages(lock, ['', app, 'shared']);
  return createHash('sha256')
    .update(contentHash(Object.assign({}, settings, ...sources)))
    .update(packages.join('\n'))
    .digest('hex');
}

/** A remote's version: the version in its package.json and the start of its inputs' hash. */
export function versionOf(app: string, inputs: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, app, 'package.json'), 'utf8'));
  return `${version}-${inputs.slice(0, 8)}`;
}

/** The version of the last build. Throws if it was interrupted or is still running, or if its output was changed. */
export function builtVersion(app: string): string {
  const inputs = builtInputs(app);
  if (!inputs) throw new Error(`${app} is not built. Run the command again.`);
  return versionOf(app, inputs);
}

export function stamp(app: string, inputs: string) {
  mkdirSync(path.dirname(stampFile(app)), { recursive: true });
  writeFileSync(stampFile(app), `${inputs} ${contentHash(publishedFiles(app))}`);
}

/** Removes the stamp and output of the last build, because an interrupted build leaves a mixture of files. */
export function removeBuild(app: string) {
  rmSync(stampFile(app), { force: true });
  rmSync(path.join(root, app, 'dist'), { recursive: true, force: true });
}

/** The hash of the last build's inputs; null if that build did not end, or if its output has changed since. */
export function builtInputs(app: string): string | null {
  if (!existsSync(stampFile(app))) return null;
  const [inputs = '', output] = readFileSync(stampFile(app), 'utf8').split(' ');
  return output === contentHash(publishedFiles(app)) ? inputs : null;
}

const stampFile = (app: string) => path.join(root, '.build/stamps', app);
