import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testPostgres, testDatabase } from './testing/testDatabase.ts';
import { launchProduct } from './testing/launchProduct.ts';

// Tests run concurrently, because each mostly waits for its own products.
const started: ReturnType<typeof launchProduct>[] = [];
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'arrival-desk-start-'));
});
afterAll(async () => {
  await Promise.all(started.map(({ end }) => end('SIGKILL')));
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
});

/** `name` is the folder's name, so another launch with the same name continues with its data. */
function launch(name: string, settings: Record<string, string>) {
  const folder = path.join(scratch, name);
  mkdirSync(folder, { recursive: true });
  const product = launchProduct(folder, settings, { prepared: !settings.DATABASE_URL });
  started.push(product);
  return product;
}

/** The exit code and printed lines of a product that does not start. */
async function refusedWith(product: ReturnType<typeof launch>) {
  const code = await product.ready().then(
    () => 'It serves',
    () => product.ended,
  );
  return { code, lines: product.output().trim().split('\n') };
}

test.concurrent('a public product does not start with the demo’s passwords, but does without the demo', async () => {
  const inPublic = { STAFF_URL: 'https://desk.example.com' };
  const { code, lines } = await refusedWith(launch('public', inPublic));
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/STAFF_URL is https:.*DEMO_ORDERS=0.*DEMO_IN_PUBLIC=true/)],
  ]);

  // Nothing was seeded, so without the demo the product starts on the same folder and prints no sign-ins.
  const empty = launch('public', { ...inPublic, DEMO_ORDERS: '0' });
  await empty.ready();
  expect(empty.output()).not.toContain('Demo sign-ins');
  expect(await empty.end('SIGTERM')).toBe(0);
}, 600_000);

(testPostgres() ? test.concurrent : test.skip)(
  'every instance on one database needs the same SESSION_SECRET, until the mark of the first secret is deleted',
  async () => {
    const database = await testDatabase('postgres');
    const on = (name: string, secret: string) =>
      launch(name, { DATABASE_URL: database.url!, SESSION_SECRET: secret.padEnd(32, '.') });
    try {
      const [first, second] = [on('first', 'one secret'), on('second', 'one secret')];
      await Promise.all([first.ready(), second.ready()]);
      const { code, lines } = await refusedWith(on('third', 'another secret'));
      expect([code, lines]).toEqual([1, [expect.stringMatching(/need the same one.*delete from secret_mark/)]]);
      await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')]);

      await database.queue.executeSql('delete from secret_mark');
      const changed = on('third', 'another secret');
      await changed.ready();
      expect(await changed.end('SIGTERM')).toBe(0);
    } finally {
      // Closing also disconnects the product.
      await database.close();
    }
  },
  600_000,
);
