import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { contentHash, publishedFiles, readFiles } from './files.ts';

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
  const sources = [app, 'shared', 'webpack'].map((folder) => readFiles(from, folder, leftOut));
  const files: Record<string, Buffer> = Object.assign({}, ...sources);
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json']) files[file] = readFileSync(path.join(from, file));
  const lock = JSON.parse(readFileSync(path.join(from, 'package-lock.json'), 'utf8'));
  files['package-lock.json'] = Buffer.from(lockedPackages(lock, ['', app, 'shared']).join('\n'));
  return contentHash(files);
}

interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * The direct and indirect dependencies of folders in a lock file, as sorted lines of path, version and hash. '' is the
 * root, whose dependencies are the build's tools.
 */
export function lockedPackages(
  lock: { packages: Record<string, LockedPackage> },
  folders: readonly string[],
): string[] {
  const seen = new Set<string>();
  const visit = (place: string) => {
    const found = lock.packages[place];
    if (!found || seen.has(place)) return;
    seen.add(place);
    if (found.link) return visit(found.resolved!);
    const { dependencies, optionalDependencies, peerDependencies } = found;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      visit(placeOf(name, place));
  };
  // Resolves like Node, in the package's own folder and then in each folder above.
  const placeOf = (name: string, from: string): string => {
    const place = `${from}${from && '/'}node_modules/${name}`;
    const folderAbove = from.slice(0, Math.max(from.lastIndexOf('/'), 0));
    return lock.packages[place] || !from ? place : placeOf(name, folderAbove);
  };
  for (const folder of folders) visit(folder);
  return [...seen]
    .sort()
    .map((place) => `${place} ${lock.packages[place]!.version} ${lock.packages[place]!.integrity}`);
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
