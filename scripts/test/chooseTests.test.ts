import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { chooseTests, type Choice } from './chooseTests.ts';

const root = path.resolve(import.meta.dirname, '../..');
const choose = (...paths: string[]) => chooseTests(paths.map((path) => ({ path, deleted: false })));
const chosen = (...paths: string[]) => choose(...paths) as Choice;

test('a module of a remote runs the tests that import it, and the journeys through its screens', () => {
  const file = 'remote-order-detail/src/remarks/Composer.tsx';
  expect(choose(file)).toEqual({
    jest: { related: [file], packages: [] },
    journeys: ['keyboard', 'oneOrder'],
    checked: { apps: ['remote-order-detail'], files: [file] },
  });
});

test('modules of two remotes run the journeys of both, each once', () => {
  const { journeys } = chosen('remote-customer/src/site.tsx', 'remote-order-detail/src/exposed.tsx');
  expect(journeys).toEqual(['customerPhone', 'keyboard', 'oneOrder']);
});

test('types and lint look at everything once a change is outside the apps, texts aside', () => {
  const file = 'remote-orders/src/exposed.tsx';
  const checked = { apps: ['remote-orders'], files: [file, 'README.md'] };
  expect(chosen(file, 'README.md').checked).toEqual(checked);
  expect(chosen(file, 'shared/kit/table/PageBar.tsx').checked).toBeNull();
  const gone = chooseTests([{ path: 'remote-orders/src/gone.ts', deleted: true }]) as Choice;
  expect(gone.checked).toEqual({ apps: ['remote-orders'], files: [] });
});

test('every journey that the table names is there', () => {
  const names = globSync('remote-*', { cwd: root }).flatMap((remote) => {
    const { journeys } = chosen(`${remote}/src/exposed.tsx`);
    return journeys === 'all' ? [] : journeys;
  });
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !existsSync(path.join(root, `e2e/journeys/${name}.spec.ts`)))).toEqual([]);
});

test('a remote that the table does not know runs all journeys', () => {
  expect(chosen('remote-packs/src/exposed.tsx').journeys).toBe('all');
});

test.each(['remote-orders/src/order-list/undo.test.tsx', 'api/team/signIn.test.ts'])(
  'the test %s runs alone',
  (file) => {
    expect(choose(file)).toMatchObject({ jest: { related: [file], packages: [] }, journeys: [] });
  },
);

test('what only the tests of a front end import needs no journey', () => {
  expect(chosen('shared/testing/fakeApi.ts', 'remote-orders/src/order-list/testing.tsx').journeys).toEqual([]);
});

test('what the API’s tests stand on starts the product for journeys, too', () => {
  expect(chosen('api/testing/launchProduct.ts').journeys).toBe('all');
});

test('a journey runs alone; what journeys share runs all of them', () => {
  expect(chosen('e2e/journeys/undo.spec.ts').journeys).toEqual(['undo']);
  expect(chosen('e2e/journeys/undo.spec.ts', 'e2e/pages/staffPages.ts').journeys).toBe('all');
});

test('a module of the API runs all of the API’s tests, since some start it as a process, and all journeys', () => {
  const file = 'api/orders/bulk/changeOrders.ts';
  expect(choose(file)).toMatchObject({ jest: { related: [file], packages: ['api'] }, journeys: 'all' });
});

test.each([
  ['shared/rules/folders.ts', ['api']],
  ['shared/a-new-part/table.ts', ['api']],
  ['shared/kit/table/PageBar.tsx', []],
  ['shared/desk/session/session.ts', []],
])('%s runs what imports it, of whole packages %j, and all journeys', (file, packages) => {
  expect(choose(file)).toMatchObject({ jest: { related: [file], packages }, journeys: 'all' });
});

test('of a file that no module imports, or that is gone, the whole package runs', () => {
  expect(chosen('remote-orders/src/order-list/OrderList.module.css').jest).toEqual({
    related: [],
    packages: ['remote-orders'],
  });
  const gone = chooseTests([{ path: 'shared/kit/table/PageBar.tsx', deleted: true }]) as Choice;
  expect(gone.jest).toEqual({ related: [], packages: ['shared'] });
});

test('a test or journey that is gone runs nothing', () => {
  const gone = ['shared/kit/table/PageBar.test.tsx', 'e2e/journeys/undo.spec.ts'].map((path) => ({
    path,
    deleted: true,
  }));
  expect(chooseTests(gone)).toMatchObject({ jest: { related: [], packages: [] }, journeys: [] });
});

test('a module of the bench runs the tests that import it, and no journey', () => {
  const file = 'bench/measure.ts';
  expect(choose(file)).toMatchObject({ jest: { related: [file], packages: [] }, journeys: [] });
});

test.each(['README.md', 'docs/decisions/01-contract.md', 'bench/last/pages.md', '.github/workflows/test.yml'])(
  '%s touches no test',
  (file) => {
    expect(choose(file)).toMatchObject({ jest: { related: [], packages: [] }, journeys: [] });
  },
);

test.each([
  'package.json',
  'package-lock.json',
  'api/package.json',
  'remote-orders/webpack.config.js',
  'shared/jest.config.js',
  'tsconfig.base.json',
  'webpack/app.js',
  'jest/browserSetup.js',
  'scripts/test.ts',
  'types/css.d.ts',
  '.env.example',
  'a-new-folder/file.ts',
])('%s can have touched anything', (file) => {
  expect(choose('remote-orders/src/exposed.tsx', file)).toBe('all');
});
