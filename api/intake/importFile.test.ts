import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { openDatabase } from '../db/openDatabase.ts';
import type { OpenDatabase } from '../db/database.ts';
import { orders } from '../db/schema/orders.ts';
import { countFolders } from '../orders/lists/folderCounts.ts';
import { testPostgres, testDatabase } from '../testing/testDatabase.ts';
import { freePort } from '../testing/freePort.ts';
import { intakeOrder } from '../testing/intakeOrder.ts';
import { withCompileCache } from '../testing/launchProduct.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { generatedOrders } from '../../bench/generateOrders.ts';

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
  // Turns off V8's optimising WebAssembly compiler, which costs more time than it saves here.
  const child = spawn(process.execPath, ['--liftoff-only', script, ...args], {
    // Not the repository's folder, because its .env would apply.
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), ...withCompileCache, ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, ended, said: () => said };
}

/** Copies a migrated database, as if the product had been started here before. Creating one would take longer. */
const usePrepared = () => copyPrepared(process.env.PREPARED_DATABASE!, path.join(folder, 'data'));

const runImport = (args: string[], settings: Record<string, string>) => launch(command, args, settings).ended;
const generated = (count: number) => [...generatedOrders({ count, seed: 3, today: '2026-11-21' })].join('');

describe.each(['embedded', 'postgres'] as const)('on the %s database', (driver) => {
  if (driver === 'postgres' && !testPostgres()) return;
  let own: OpenDatabase | null = null;
  let settings: Record<string, string> = {};

  beforeEach(async () => {
    own = driver === 'postgres' ? await testDatabase('postgres') : null;
    settings = own ? { DATABASE_URL: own.url!, SESSION_SECRET: 'the one secret of the tests, long enough' } : {};
  });
  afterEach(async () => own?.close());

  /** Opens the embedded database only once the import has ended. */
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

  test('an interrupted import keeps what it reported, and another run adds the rest', async () => {
    usePrepared();
    const lines = generated(8_000);
    const { child, ended, said } = launch(command, ['-'], settings);
    // Sends several batches, then leaves the input open, like a pipe whose writer pauses.
    child.stdin.on('error', () => {});
    child.stdin.write(lines.slice(0, lines.length * 0.8));
    await vi.waitUntil(() => said().includes(' imported · '), 60_000);
    child.kill('SIGINT');
    const { code, said: all } = await ended;
    expect(code).toBe(130);
    const told = Number(/Stopped. Imported: ([\d,]+)/.exec(all)![1]!.replaceAll(',', ''));
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(8_000);
    expect(existsSync(path.join(folder, 'import.rejected.ndjson'))).toBe(false);
    expect(await look(({ db }) => db.$count(orders))).toBe(told);

    const street = 'back\\slash "quoted" \\N \\. \\t 山田 👨‍👩‍👧';
    const trip_purpose = `tab\tand\nline ${street}`;
    const special = intakeOrder({
      street,
      trip_purpose,
      full_name: street,
      order_user_agent: '\\',
      familyMember: [{ family_member_name: street }],
    });
    const whole = [...lines.trimEnd().split('\n'), JSON.stringify(special)];
    whole.splice(9, 0, 'not an order');
    whole.splice(4_999, 0, JSON.stringify(intakeOrder({ order_id: '999999', email: 'x', any_food: 'yes' })));
    whole.push(...Array<string>(5).fill('not an order'));
    await writeFile(file, whole.join('\n'));
    const again = await runImport([file], settings);
    const known = told.toLocaleString('en-GB');
    const rest = (8_001 - told).toLocaleString('en-GB');
    expect(again.said).toContain(`Imported: ${rest}. Already known: ${known}. Rejected: 7.`);
    // The screen shows the first five with their reasons.
    expect(again.said.slice(again.said.indexOf('  Line')).trimEnd().split('\n')).toEqual([
      '  Line 10: not valid JSON',
      '  Line 5,000 (order 999999): email: Must be an email address',
      ...['8,004', '8,005', '8,006'].map((line) => `  Line ${line}: not valid JSON`),
      '  … and 2 more',
      `Rejected lines, with reasons: ${file}.rejected.ndjson`,
    ]);
    expect(again.code).toBe(2);
    const report = (await readFile(`${file}.rejected.ndjson`, 'utf8')).trimEnd().split('\n');
    expect(report.map((line) => JSON.parse(line) as unknown)).toEqual([
      { line: 10, order_id: null, errors: { line: 'not valid JSON' } },
      { line: 5_000, order_id: '999999', errors: { email: 'Must be an email address' } },
      ...[8_004, 8_005, 8_006, 8_007, 8_008].map((line) => ({
        line,
        order_id: null,
        errors: { line: 'not valid JSON' },
      })),
    ]);

    await look(async ({ db }) => {
      const byStatus = await db
        .select({ status: orders.processStatus, n: sql<number>`count(*)::int` })
        .from(orders)
        .groupBy(orders.processStatus);
      const found = Object.fromEntries(byStatus.map(({ status, n }) => [status, n]));
      expect(Object.keys(found).sort()).toEqual(['Future', 'New', 'Pending', 'Priority']);
      const counts = await countFolders(db, 1);
      expect(counts).toMatchObject({
        allOrdersCount: 8_001,
        newOrdersCount: found.New,
        futureOrdersCount: found.Future,
        pendingOrdersCount: found.Pending,
      });
      // Every character of an order is stored as sent.
      const [order] = await db.select().from(orders).where(eq(orders.orderId, special.order_id));
      expect(order).toMatchObject({
        fullName: street,
        orderUserAgent: '\\',
        processStatus: 'Pending',
        declaration: { street, trip_purpose, travel_type: 'air', familyMember: [{ family_member_name: street }] },
      });
    });
  }, 600_000);
});

test('orders go to a running product that has the embedded database open', async () => {
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
        `is in use by process ${product.child.pid} (http://localhost:${port}). To import through the running server, set INTAKE_API_KEY`,
      ),
    ]);
    const wrong = await runImport([file], { ...settings, INTAKE_API_KEY: 'quite another key' });
    expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('The X-Api-Key is missing or wrong.')]);

    const first = await runImport([file], { ...settings, INTAKE_API_KEY: key });
    expect([first.code, first.said]).toEqual([
      2,
      expect.stringContaining('Imported: 1,199. Already known: 0. Rejected: 1.'),
    ]);
    expect(product.said()).not.toContain(key);
    expect(product.said()).not.toContain('@example.com');
  } finally {
    product.child.kill('SIGTERM');
    await product.ended;
  }
}, 600_000);

test.each([
  [[], 'Usage: npm run import -- FILE.ndjson [--rejected REPORT]'],
  [['no such file'], 'File not found: no such file'],
  [[command, '--rejected', command], 'The report would overwrite the input file. Choose another path with --rejected.'],
])(
  'an import of %j exits with 1 and says why',
  async (args, message) => {
    const { code, said } = await runImport(args, {});
    expect([code, said.trim()]).toEqual([1, message]);
  },
  600_000,
);
