import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { journeysFor } from './journeysFor.ts';

const root = path.resolve(import.meta.dirname, '..');

test('changes in two remotes run a few journeys of each, once', () => {
  const files = ['remote-customer/src/site.tsx', 'remote-order-detail/src/exposed.tsx'];
  const journeys = ['customerPhone', 'keyboard', 'oneOrder'].map((name) => `journeys/${name}.spec.ts`);
  expect(journeysFor(files)).toEqual(journeys);
});

test('every remote has its journeys', () => {
  const remotes = globSync('remote-*', { cwd: root });
  const journeys = remotes.flatMap((remote) => journeysFor([`${remote}/src/exposed.tsx`]) ?? [`none of ${remote}`]);
  expect(journeys).not.toEqual([]);
  expect(journeys.filter((file) => !existsSync(path.join(root, 'e2e', file)))).toEqual([]);
});

test.each([
  'docs/rules/21-calls.md',
  'README.md',
  'api/team/signIn.test.ts',
  'shared/testing/fakeApi.ts',
  'bench/run.ts',
])('%s needs no journey', (file) => expect(journeysFor([file])).toEqual([]));

test.each([
  'shell/src/start.ts',
  'shared/kit/table/PageBar.tsx',
  'api/orders/bulk/changeOrders.ts',
  'api/testing/launchProduct.ts',
])('%s needs all journeys', (file) => expect(journeysFor([file])).toEqual(['journeys/']));

test('a changed journey runs', () => {
  expect(journeysFor(['e2e/journeys/menu.spec.ts', 'README.md'])).toEqual(['e2e/journeys/menu.spec.ts']);
});

test.each([
  'package-lock.json',
  'api/package.json',
  'remote-orders/webpack.config.js',
  'shared/jest.config.js',
  'tsconfig.base.json',
  'webpack/app.js',
  'scripts/test.ts',
  'types/css.d.ts',
  'e2e/journey.ts',
  'remote-packs/src/exposed.tsx',
  '.env.example',
])('%s can affect anything', (file) => expect(journeysFor(['remote-orders/src/exposed.tsx', file])).toBeNull());
