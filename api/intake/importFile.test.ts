import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { asc, sql } from 'drizzle-orm';
import { openDatabase } from '../db/connect.ts';
import type { OpenDatabase } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { countFolders } from '../orders/lists/countQueries.ts';
import { testPostgres } from '../testing/drivers.ts';
import { freePort } from '../testing/freePort.ts';
import { intakeOrder } from '../testing/intakeOrder.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { generatedOrders } from './generatedOrders.ts';

const key = 'the key of the tests';
const command = path.join(import.meta.dirname, 'importFile.ts');
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arrival-desk-import-'));
  file = path.join(folder, 'orders.ndjson');
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function launch(script: string, args: string[], settings: Record<string, string>) {
  // The engine compiled once and plainly: V8's better code for it takes longer than it saves here.
  const child = spawn(process.execPath, ['--liftoff-only', script, ...args], {
    // Elsewhere than in the repository: its .env is none of this test's.
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, ended, said: () => said };
}

/** Saves a start on the embedded database its making, as if the product had been started here before. */
const usePrepared = () => copyPrepared(process.env.PREPARED_DATABASE!, path.join(folder, 'data'));

const runImport = (args: string[], settings: Record<string, string>) => launch(command, args, settings).ended;
const generated = (count: number) => [...generatedOrders({ count, seed: 3, today: '2026-11-21' })].join('');

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return;
  let own: OpenDatabase | null = null;
  let settings: Record<string, string> = {};

  beforeEach(async () => {
    own = driver === 'postgres' ? await testDatabase('postgres') : null;
    settings = own ? { DATABASE_URL: own.url! } : {};
  });
  afterEach(async () => own?.close());

  /** The embedded one is opened only once the import has ended. */
  async function look<T>(task: (database: OpenDatabase) => Promise<T>): Promise<T> {
    if (own) return task(own);
    const settings = { databaseUrl: null, dataDir: path.join(folder, 'data'), staffUrl: '' };
    const database = await openDatabase(settings);
    try {
      return await task(database);
    } finally {
      await database.close();
    }
  }

  test('good lines are in, bad ones are reported by number and reason, and a second run changes nothing', async () => {
    usePrepared();
    const lines = generated(6_000).trimEnd().split('\n');
    lines[9] = 'not an order';
    lines[4_999] = JSON.stringify(intakeOrder({ order_id: '999999', email: 'x', any_food: 'yes' }));
    await writeFile(file, `${lines.join('\n')}\n`);

    const first = await runImport([file], settings);
    expect(first.said).toContain('Taken in: 5,998. Known already: 0. Rejected: 2.');
    expect(first.said).toContain(
      `  Line 10: Is not JSON\n  Line 5,000 (order 999999): email: Must be an e-mail address\nRejected lines and why: ${file}.rejected.ndjson\n`,
    );
    expect(first.code).toBe(2);
    const report = (await readFile(`${file}.rejected.ndjson`, 'utf8')).trimEnd().split('\n');
    expect(report.map((line) => JSON.parse(line) as unknown)).toEqual([
      { line: 10, order_id: null, errors: { line: 'Is not JSON' } },
      { line: 5_000, order_id: '999999', errors: { email: 'Must be an e-mail address' } },
    ]);

    const report2 = path.join(folder, 'second.txt');
    const second = await runImport([file, '--rejected', report2], settings);
    expect(second.said).toContain('Taken in: 0. Known already: 5,998. Rejected: 2.');
    expect(existsSync(report2)).toBe(true);

    await look(async ({ db }) => {
      const byStatus = await db
        .select({ status: orders.processStatus, n: sql<number>`count(*)::int` })
        .from(orders)
        .groupBy(orders.processStatus);
      const found = Object.fromEntries(byStatus.map(({ status, n }) => [status, n]));
      expect(Object.keys(found).sort()).toEqual(['Future', 'New', 'Pending', 'Priority']);
      const counts = await countFolders(db, 1);
      expect(counts).toMatchObject({
        allOrdersCount: 5_998,
        newOrdersCount: found.New,
        futureOrdersCount: found.Future,
        pendingOrdersCount: found.Pending,
      });
    });
  }, 120_000);

  test('every character of an order comes through as it was sent', async () => {
    const street = 'back\\slash "quoted" \\N \\. \\t 山田 👨‍👩‍👧';
    const trip_purpose = `tab\tand\nline ${street}`;
    const sent = intakeOrder({
      street,
      trip_purpose,
      full_name: street,
      order_user_agent: '\\',
      familyMember: [{ family_member_name: street }],
    });
    await writeFile(file, JSON.stringify(sent));
    expect((await runImport([file], settings)).code).toBe(0);
    expect(existsSync(`${file}.rejected.ndjson`)).toBe(false);
    const [order] = await look(({ db }) => db.select().from(orders).orderBy(asc(orders.orderId)));
    expect(order).toMatchObject({
      orderId: sent.order_id,
      fullName: street,
      orderUserAgent: '\\',
      processStatus: 'Pending',
      declaration: { street, trip_purpose, travel_type: 'air', familyMember: [{ family_member_name: street }] },
    });
  }, 120_000);

  test('stopped in the middle, what it told is in, and another run brings the rest', async () => {
    usePrepared();
    const lines = generated(8_000);
    const { child, ended, said } = launch(command, ['-'], settings);
    // More than two portions, and no end: a pipe that waits.
    child.stdin.on('error', () => {});
    child.stdin.write(lines.slice(0, lines.length * 0.8));
    while (!said().includes(' in · ')) await setTimeout(50);
    child.kill('SIGINT');
    const { code, said: all } = await ended;
    expect(code).toBe(130);
    const told = Number(/Stopped. Taken in: ([\d,]+)/.exec(all)![1]!.replaceAll(',', ''));
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(8_000);
    expect(await look(({ db }) => db.$count(orders))).toBe(told);

    await writeFile(file, lines);
    const again = await runImport([file], settings);
    expect(again.code).toBe(0);
    expect(await look(({ db }) => db.$count(orders))).toBe(8_000);
  }, 120_000);
});

test('beside a running product on the embedded database, the orders go to that product', async () => {
  usePrepared();
  const port = await freePort();
  const settings = { PORT: String(port), PUBLIC_PORT: '0', HOST: '127.0.0.1', DEMO_ORDERS: '0', REMOTES_DIR: folder };
  const main = path.join(import.meta.dirname, '..', 'main.ts');
  const product = launch(main, [], { ...settings, INTAKE_API_KEY: key });
  try {
    while (!product.said().includes('is ready')) {
      if (product.child.exitCode !== null) throw new Error(product.said());
      await setTimeout(50);
    }
    const lines = generated(1_200).trimEnd().split('\n');
    lines[700] = JSON.stringify(intakeOrder({ email: 'x' }));
    await writeFile(file, lines.join('\n'));

    const without = await runImport([file], settings);
    expect([without.code, without.said]).toEqual([
      1,
      expect.stringContaining(
        `is in use by process ${product.child.pid} (http://localhost:${port}). Set INTAKE_API_KEY`,
      ),
    ]);
    const wrong = await runImport([file], { ...settings, INTAKE_API_KEY: 'quite another key' });
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('The X-Api-Key is missing or wrong.')]);

    const first = await runImport([file], { ...settings, INTAKE_API_KEY: key });
    expect([first.code, first.said]).toEqual([
      2,
      expect.stringContaining('Taken in: 1,199. Known already: 0. Rejected: 1.'),
    ]);
    const second = await runImport([file], { ...settings, INTAKE_API_KEY: key });
    expect(second.said).toContain('Taken in: 0. Known already: 1,199. Rejected: 1.');
    // Neither the key nor anybody's name stands in the log.
    expect(product.said()).not.toContain(key);
    expect(product.said()).not.toContain('@example.com');
  } finally {
    product.child.kill('SIGTERM');
    await product.ended;
  }
}, 120_000);

test('on screen the first five bad lines of the file stand with their reasons, however many there are', async () => {
  usePrepared();
  await writeFile(file, Array.from({ length: 1_234 }, () => 'not an order\n').join(''));
  const { said } = await runImport([file], {});
  const told = said.slice(said.indexOf('  Line'));
  expect(told.trimEnd().split('\n')).toEqual([
    ...[1, 2, 3, 4, 5].map((line) => `  Line ${line}: Is not JSON`),
    '  … and 1,229 more',
    `Rejected lines and why: ${file}.rejected.ndjson`,
  ]);
}, 60_000);

test.each([
  [[], 'Say which file: npm run import -- FILE.ndjson [--rejected REPORT]'],
  [['no such file'], 'There is no file no such file'],
  [['orders.ndjson', '--rejected', './orders.ndjson'], 'The report would overwrite the file'],
])(
  '%j can not be imported',
  async (args, message) => {
    await writeFile(file, '');
    const { code, said } = await runImport(args, {});
    expect([code, said.trim()]).toEqual([1, message]);
  },
  60_000,
);
