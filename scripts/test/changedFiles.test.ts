import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changedFiles } from './changedFiles.ts';

let repository: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    stdio: 'pipe',
  });
const write = (file: string, text: string) => writeFileSync(path.join(repository, file), text);
function commit(...files: string[]) {
  git('add', '--all', ...files);
  git('commit', '--quiet', '--message', 'more');
}

beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'changed-files-'));
  git('init', '--quiet', '--initial-branch', 'main');
  for (const file of ['kept.ts', 'edited.ts', 'gone.ts', 'moved.ts']) write(file, `// ${file}`);
  commit('.');
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

test('what was committed since, what is not yet, and what git does not follow are all told', () => {
  git('checkout', '--quiet', '-b', 'work');
  write('committed with a blank.ts', '');
  git('mv', 'moved.ts', 'found.ts');
  commit('.');
  write('edited.ts', '// otherwise');
  git('rm', '--quiet', 'gone.ts');
  write('new.ts', '');
  const gone = (path: string) => ({ path, deleted: true });
  const there = (path: string) => ({ path, deleted: false });
  expect(changedFiles('main', repository)).toEqual(
    expect.arrayContaining([
      there('committed with a blank.ts'),
      there('edited.ts'),
      there('found.ts'),
      gone('gone.ts'),
      gone('moved.ts'),
      there('new.ts'),
    ]),
  );
  expect(changedFiles('main', repository)).toHaveLength(6);
});

test('what came to the ref since is none of the branch’s', () => {
  git('checkout', '--quiet', '-b', 'work');
  git('checkout', '--quiet', 'main');
  write('theirs.ts', '');
  commit('.');
  git('checkout', '--quiet', 'work');
  expect(changedFiles('main', repository)).toEqual([]);
});

test('a ref that is not there is an error', () => {
  expect(() => changedFiles('nowhere', repository)).toThrow(/nowhere/);
});
