import { execFileSync } from 'node:child_process';
import type { ChangedFile } from './chooseTests.ts';

/**
 * What differs from where this branch and `ref` part: what was committed since, and what is not committed or not even
 * added. Throws when git knows no such ref.
 */
export function changedFiles(ref: string, root: string): ChangedFile[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const base = git('merge-base', ref, 'HEAD').trim();
  // Without renames: a moved file is one that is gone and one that is new.
  const fields = git('diff', '--name-status', '--no-renames', '-z', base).split('\0').slice(0, -1);
  const changed = Array.from({ length: fields.length / 2 }, (_, index) => ({
    path: fields[2 * index + 1]!,
    deleted: fields[2 * index] === 'D',
  }));
  const added = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
  return [...changed, ...added.map((path) => ({ path, deleted: false }))];
}
