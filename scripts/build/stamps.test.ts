import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './apps.ts';
import { inputsOf, lockedPackages } from './stamps.ts';

const orders = 'remote-orders';
const team = 'remote-admin-settings';
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'arrival-desk-inputs-'));
  const files = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'];
  const isSource = (file: string) => !/node_modules|dist/.test(path.relative(root, file));
  for (const name of [orders, team, 'shared', 'webpack', ...files])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isSource });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Changes a file of the copy while `check` runs. */
function change(file: string, to: (text: string) => string, check: () => void) {
  const text = readFileSync(path.join(copy, file), 'utf8');
  writeFileSync(path.join(copy, file), to(text));
  try {
    check();
  } finally {
    writeFileSync(path.join(copy, file), text);
  }
}

test('an app’s inputs have the same hash in every folder', () => {
  expect(inputsOf(orders, copy)).toBe(inputsOf(orders));
});

test.each(['remote-orders/src/exposed.tsx', 'shared/desk/index.ts', 'webpack/app.js', 'tsconfig.base.json'])(
  'a change of %s changes the hash of the app’s inputs',
  (file) =>
    change(
      file,
      (text) => `${text}\n`,
      () => expect(inputsOf(orders, copy)).not.toBe(inputsOf(orders)),
    ),
);

test.each(['remote-orders/src/exposed.test.tsx', 'remote-admin-settings/src/exposed.tsx'])(
  'a change of %s does not change the hash of the app’s inputs',
  (file) =>
    change(
      file,
      (text) => `${text}\n`,
      () => expect(inputsOf(orders, copy)).toBe(inputsOf(orders)),
    ),
);

test('caches and an editor’s leftover files are not inputs', () => {
  mkdirSync(path.join(copy, 'remote-orders/.build'));
  writeFileSync(path.join(copy, 'remote-orders/.build/compiled'), 'a cache');
  writeFileSync(path.join(copy, 'shared/.index.ts.swp'), 'an editor');
  expect(inputsOf(orders, copy)).toBe(inputsOf(orders));
});

test('a line of the lock file affects the apps that install its package', () => {
  const update = (text: string) => {
    const lock = JSON.parse(text);
    lock.packages['remote-admin-settings'].dependencies.another = '1.0.0';
    lock.packages['node_modules/another'] = { version: '1.0.0', integrity: 'sha512-another' };
    return JSON.stringify(lock);
  };
  change('package-lock.json', update, () => {
    expect(inputsOf(team, copy)).not.toBe(inputsOf(team));
    expect(inputsOf(orders, copy)).toBe(inputsOf(orders));
  });
});

test('indirect packages are found where Node finds them', () => {
  const packages = {
    '': {},
    app: { dependencies: { one: '1', shared: '1' } },
    'node_modules/shared': { link: true, resolved: 'shared' },
    shared: { dependencies: { two: '1' } },
    'node_modules/one': { version: '1.0.0', integrity: 'a', dependencies: { two: '2' } },
    'node_modules/one/node_modules/two': { version: '2.0.0', integrity: 'b', optionalDependencies: { one: '1' } },
    'node_modules/two': { version: '1.0.0', integrity: 'c' },
    'node_modules/three': { version: '1.0.0', integrity: 'd' },
  };
  expect(lockedPackages({ packages }, ['app']).filter((line) => !line.includes('undefined'))).toEqual([
    'node_modules/one 1.0.0 a',
    'node_modules/one/node_modules/two 2.0.0 b',
    'node_modules/two 1.0.0 c',
  ]);
});
