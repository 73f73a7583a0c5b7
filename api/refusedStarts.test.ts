import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testPostgres } from './testing/drivers.ts';
import { launchProduct } from './testing/launchProduct.ts';
import { testDatabase } from './testing/testDatabase.ts';

const started: ReturnType<typeof launchProduct>[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-start-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ end }) => end('SIGKILL')));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function launch(settings: Record<string, string>, dataDir = 'data') {
  const product = launchProduct(folder, { DATA_DIR: path.join(folder, dataDir), ...settings });
  started.push(product);
  return product;
}

/** What it says in its one line when it ends with 1. */
async function refusedWith(product: ReturnType<typeof launch>) {
  const code = await product.ready().then(
    () => 'It serves',
    () => product.ended,
  );
  return { code, lines: product.output().trim().split('\n') };
}

test('with the demo’s known passwords it does not start in public, unless that is meant', async () => {
  const inPublic = { STAFF_URL: 'https://desk.example.com' };
  const { code, lines } = await refusedWith(launch(inPublic));
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/STAFF_URL is https:.*DEMO_ORDERS=0.*DEMO_IN_PUBLIC=true/)],
  ]);

  // Nothing was seeded: without the demo it starts on the same folder, and greets with no sign-ins.
  const empty = launch({ ...inPublic, DEMO_ORDERS: '0' });
  await empty.ready();
  expect(empty.output()).not.toContain('Demo sign-ins');
  expect(await empty.end('SIGTERM')).toBe(0);

  const meant = launch({ ...inPublic, DEMO_IN_PUBLIC: 'true' });
  await meant.ready();
  expect(meant.output()).toContain('Demo sign-ins');
}, 240_000);

(testPostgres() ? test : test.skip)(
  'several instances on one database need the same SESSION_SECRET; a killed one is not in the way',
  async () => {
    const database = await testDatabase('postgres');
    const secret = 'the one secret of the tests, long enough';
    try {
      const on = (settings: Record<string, string> = {}, dataDir?: string) =>
        launch({ DATABASE_URL: database.url!, ...settings }, dataDir);

      const alone = on();
      await alone.ready();
      for (const settings of [{}, { SESSION_SECRET: secret }] as Record<string, string>[]) {
        const { code, lines } = await refusedWith(on(settings, 'other'));
        expect([code, lines]).toEqual([1, [expect.stringMatching(/need the same SESSION_SECRET/)]]);
      }
      await alone.end('SIGKILL');

      const one = on({ SESSION_SECRET: secret });
      await one.ready();
      const two = on({ SESSION_SECRET: secret }, 'other');
      await two.ready();
      const third = await refusedWith(on({ SESSION_SECRET: `${secret}!` }, 'third'));
      expect([third.code, third.lines]).toEqual([1, [expect.stringMatching(/with another SESSION_SECRET runs/)]]);
      expect([await one.end('SIGTERM'), await two.end('SIGTERM')]).toEqual([0, 0]);
    } finally {
      await Promise.all(started.map(({ end }) => end('SIGKILL')));
      await database.close();
    }
  },
  240_000,
);
