/** `node scripts/changedRemotes.ts COMMIT`: lists the remotes that may have changed since COMMIT, as JSON. */
import { execFileSync } from 'node:child_process';
import { remotes } from './build/apps.ts';

/** Inputs of every remote. Listing an unchanged remote is harmless: its release ends at once. */
const sharedInputs = /^(?:(?:shared|webpack)\/|(?:package-lock|tsconfig\.(?:base|browser))\.json$)/;
const isReleased = (file: string) => !/\.(test\.tsx?|md)$/.test(file);

/** The remotes that may be affected by changed files. */
export const remotesIn = (files: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) =>
    files.some((file) => isReleased(file) && (file.startsWith(`${name}/`) || sharedInputs.test(file))),
  );

if (import.meta.main) {
  const [, , before = 'HEAD~1'] = process.argv;
  // For a branch's first push, a forge passes zeros. Compare with the empty tree then: every file is new.
  const since = /^0*$/.test(before) ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904' : before;
  const files = execFileSync('git', ['diff', '--name-only', '--no-renames', since], { encoding: 'utf8' }).split('\n');
  console.log(JSON.stringify(remotesIn(files, remotes)));
}
