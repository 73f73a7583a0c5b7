import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { remotes, root } from '../build/apps.ts';
import { remotesIn } from '../changedRemotes.ts';
import { targetSettings } from './command.ts';

const names = ['remote-orders', 'remote-order-detail'];
const read = (file: string) => readFileSync(path.join(root, '.github', file), 'utf8');
const workflow = read('workflows/release.yml');

test.each([
  [['remote-orders/src/exposed.tsx'], ['remote-orders']],
  [['remote-orders/package.json', 'remote-order-detail/src/a.css'], names],
  [['shared/kit/index.ts'], names],
  [['package-lock.json'], names],
  [['tsconfig.browser.json'], names],
  [['remote-orders/src/exposed.test.tsx', 'shared/kit/a.test.ts', 'remote-orders/README.md'], []],
  [['api/main.ts', 'remote-orders-old/src/exposed.tsx', ''], []],
])('changes of %j release %j', (files, released) => expect(remotesIn(files, names)).toEqual(released));

test('the forge runs only if a remote or its inputs change', () => {
  const paths = [...workflow.matchAll(/^ +- '([^']+)'$/gm)].map(([, pattern]) => pattern!);
  const looks = (file: string) => paths.some((pattern) => path.matchesGlob(file, pattern));
  const inputs = [
    'shared/desk/index.ts',
    'webpack/app.js',
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.browser.json',
  ];
  for (const file of [...remotes.map((name) => `${name}/src/exposed.tsx`), ...inputs])
    expect([file, looks(file)]).toEqual([file, true]);
  for (const file of ['api/main.ts', 'shell/src/App.tsx', 'README.md'])
    expect([file, looks(file)]).toEqual([file, false]);
});

test('without a previous commit, the forge releases every remote', () => {
  const script = path.join(root, 'scripts/changedRemotes.ts');
  for (const before of ['', '0'.repeat(40)]) {
    const changed = execFileSync(process.execPath, [script, before], { cwd: root, encoding: 'utf8' });
    expect(JSON.parse(changed)).toEqual(remotes);
  }
});

test('the forge passes every setting of the target on', () => {
  expect(targetSettings.filter((name) => !workflow.includes(`${name}: \${{ `))).toEqual([]);
});

test('each remote has an owner', () => {
  const owners = read('CODEOWNERS');
  const ownerless = globSync('remote-*', { cwd: root }).filter((name) => !owners.includes(`\n/${name}/ `));
  expect(ownerless).toEqual([]);
});
