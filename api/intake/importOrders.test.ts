import { sql } from 'drizzle-orm';
import type { IntakeResult } from 'shared/api/intake/intakeCalls';
import { generatedOrders } from '../../bench/generateOrders.ts';
import { orderSearch, orders } from '../db/schema/orders.ts';
import { intakeOrder } from '../testing/intakeOrder.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { databaseTarget, importOrders, type RejectedLine } from './importOrders.ts';

async function* inPieces(text: string | Buffer, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const nothing: IntakeResult = { accepted: [], repeated: [], rejected: [] };

/** Imports into a target that records its orders. */
async function run(text: string | Buffer, { piece = 65_536, most = Infinity } = {}) {
  const stopped = new AbortController();
  const batches: unknown[][] = [];
  const rejected: RejectedLine[] = [];
  const take = async (given: readonly unknown[]) => {
    if (batches.push([...given]) === most) throw new Error('The target is gone');
    return { ...nothing, accepted: given.map(String) };
  };
  const tally = await importOrders({
    source: inPieces(text, piece),
    target: { atOnce: 1, take },
    onTaken: async (_tally, lines) => void rejected.push(...lines),
    signal: stopped.signal,
  });
  return { tally, batches, rejected, orders: batches.flat() };
}

const numbered = Array.from({ length: 1_200 }, (_, index) => ({ order_id: String(index) }));
const text = numbered.map((order) => `${JSON.stringify(order)}\n`).join('');

test.each([1, 3, 64, 65_536])('lines are split correctly in chunks of %i bytes', async (piece) => {
  const { orders: taken, batches, tally } = await run(text, { piece });
  expect(taken).toEqual(numbered);
  expect(batches.map((batch) => batch.length)).toEqual([500, 500, 200]);
  expect(tally).toEqual({ accepted: 1_200, repeated: 0, rejected: 0 });
});

test('a last line without a line break counts, and an empty file has no lines', async () => {
  expect((await run('{"a":1}\n{"a":2}')).orders).toEqual([{ a: 1 }, { a: 2 }]);
  expect((await run('')).batches).toEqual([]);
});

test('a byte order mark, Windows line breaks and empty lines are accepted', async () => {
  const { orders: taken, rejected } = await run('\ufeff{"a":1}\r\n\r\n  \n{"a":2}');
  expect([taken, rejected]).toEqual([[{ a: 1 }, { a: 2 }], []]);
});

test('npm’s own lines at the start of the input are skipped, but only there', async () => {
  const banner = '\n> arrival-desk@1.0.0 generate\n> node bench/generateOrders.ts 5\n\n';
  expect(await run(`${banner}{"a":1}\n`)).toMatchObject({ orders: [{ a: 1 }], rejected: [] });
  expect((await run(`{"a":1}\n${banner}`)).rejected.map(({ line }) => line)).toEqual([3, 4]);
});

test.each([7, 1_000_000])('unreadable lines are listed by number and reason, in chunks of %i bytes', async (piece) => {
  const bytes = Buffer.concat([
    Buffer.from(`{"a":1}\nnot json\n"`),
    Buffer.from([0xff]),
    Buffer.from(`"\n"${'x'.repeat(1_048_576)}"\n{"a":2}\n`),
  ]);
  const { orders: taken, rejected } = await run(bytes, { piece });
  expect(taken).toEqual([{ a: 1 }, { a: 2 }]);
  expect(rejected).toEqual([
    { line: 2, order_id: null, errors: { line: 'not valid JSON' } },
    { line: 3, order_id: null, errors: { line: 'not valid UTF-8' } },
    { line: 4, order_id: null, errors: { line: 'longer than 1 MB' } },
  ]);
});

test('an import whose target fails rejects with that error and stops', async () => {
  await expect(run(text.repeat(3), { most: 2 })).rejects.toThrow('The target is gone');
});

onBothDrivers((api, driver) => {
  const lines = [...generatedOrders({ count: 2_000, seed: 5, today: '2026-11-21' })].join('').trimEnd().split('\n');
  const target = () => databaseTarget(api().context.database, { allowsChanges: async () => true });
  const db = () => api().context.database.db;

  async function runImport(given: readonly string[]) {
    const rejected: RejectedLine[] = [];
    const tally = await importOrders({
      source: inPieces(given.join('\n'), 100_000),
      target: target(),
      onTaken: async (_tally, more) => void rejected.push(...more),
      signal: new AbortController().signal,
    });
    return { tally, rejected };
  }

  afterEach(() => db().execute(sql`delete from orders`));

  test('concurrent imports of the same orders add each once, and search finds them all', async () => {
    const tallies = (await Promise.all([runImport(lines), runImport(lines)])).map(({ tally }) => tally);
    const sum = (key: 'accepted' | 'repeated') => tallies.reduce((total, one) => total + one[key], 0);
    expect([sum('accepted'), sum('repeated'), await db().$count(orders)]).toEqual([2_000, 2_000, 2_000]);
    expect(await db().$count(orderSearch)).toBe(2_000);
  });

  test('a refused order is reported by its line, and all others are imported', async () => {
    await db().execute(sql`alter table orders add constraint refused check (order_id <> '1000902')`);
    try {
      const given = [...lines.slice(0, 1_000)];
      given[10] = JSON.stringify(intakeOrder({ order_id: '999999', email: 'x' }));
      const { tally, rejected } = await runImport(given);
      expect(tally).toEqual({ accepted: 998, repeated: 0, rejected: 2 });
      expect(rejected).toEqual([
        { line: 11, order_id: '999999', errors: { email: 'Must be an email address' } },
        { line: 902, order_id: '1000902', errors: { order: 'Rejected by the database (23514)' } },
      ]);
    } finally {
      await db().execute(sql`alter table orders drop constraint refused`);
    }
  });

  test('known orders among new ones change nothing', async () => {
    await runImport(lines.slice(500, 600));
    const { tally } = await runImport(lines.slice(0, 1_000));
    expect(tally).toEqual({ accepted: 900, repeated: 100, rejected: 0 });
  });

  if (driver === 'postgres') return;

  test('an import ends with a clear error when the disk is full', async () => {
    const full = databaseTarget(api().context.database, { allowsChanges: async () => false });
    await expect(full.take([intakeOrder()])).rejects.toThrow(
      'The disk is almost full, so no more orders can be imported.',
    );
  });
});
