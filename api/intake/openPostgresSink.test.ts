import { orderSearch, orderSearchBacklog, orders } from '../db/schema/orders.ts';
import { testPostgres } from '../testing/drivers.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { checkPortion } from './checkPortion.ts';
import { generatedOrders } from '../../bench/generateOrders.ts';
import { openPostgresSink } from './openPostgresSink.ts';

const text = [...generatedOrders({ count: 2_000, seed: 5, today: '2026-11-21' })].join('');
const portionOf = (lines: string) =>
  checkPortion({ firstLine: 1, bytes: new Uint8Array(Buffer.from(lines)) }, 'copy', new Date());

(testPostgres() ? describe : describe.skip)('on PostgreSQL', () => {
  async function withSinks<T>(task: (sinks: Awaited<ReturnType<typeof openPostgresSink>>[]) => Promise<T>) {
    const database = await testDatabase('postgres');
    const sinks = [await openPostgresSink(database.url!, 1), await openPostgresSink(database.url!, 1)];
    try {
      return [await task(sinks), await database.db.$count(orders)] as const;
    } finally {
      await Promise.all(sinks.map((sink) => sink.close()));
      await database.close();
    }
  }

  test('two imports that race over the same orders take each in once', async () => {
    const [taken, kept] = await withSinks(async (sinks) => {
      const rounds = [];
      for (let at = 0; at < 5; at++) {
        const part = text
          .split('\n')
          .slice(at * 400, (at + 1) * 400)
          .join('\n');
        rounds.push(...(await Promise.all(sinks.map((sink) => sink.put(portionOf(part))))));
      }
      return rounds;
    });
    const sum = (key: 'accepted' | 'repeated') => taken.reduce((total, one) => total + one[key], 0);
    expect({ accepted: sum('accepted'), repeated: sum('repeated'), kept }).toEqual({
      accepted: 2_000,
      repeated: 2_000,
      kept: 2_000,
    });
  });

  test('what the database refuses is found and told, and all around it is in', async () => {
    const [taken, kept] = await withSinks(async ([sink]) => {
      const portion = portionOf(text);
      const line = Buffer.from(portion.bytes).toString('latin1').split('\n')[1_233]!;
      const at = Buffer.from(portion.bytes).indexOf(line.slice(0, 20), 0, 'latin1');
      // The status is the second column: the first letter of "New" or another becomes one of none.
      portion.bytes[at + 8] = 0x7a;
      return sink!.put(portion);
    });
    expect(taken).toEqual({
      accepted: 1_999,
      repeated: 0,
      rejected: [{ line: 1_234, order_id: '1001234', errors: { order: 'The database refuses it (23514)' } }],
    });
    expect(kept).toBe(1_999);
  });

  test('what comes in waits for the indexes of the search, also by the way for orders that are known', async () => {
    const database = await testDatabase('postgres');
    const sink = await openPostgresSink(database.url!, 1);
    try {
      const lines = text.trimEnd().split('\n');
      await sink.put(portionOf(lines.slice(0, 100).join('\n')));
      await sink.put(portionOf(lines.slice(0, 200).join('\n')));
      const waiting = await database.db.select().from(orderSearchBacklog).orderBy(orderSearchBacklog.id);
      expect(waiting.map(({ orderIds }) => orderIds.length)).toEqual([100, 100]);
      expect(await database.db.$count(orderSearch)).toBe(0);
    } finally {
      await sink.close();
      await database.close();
    }
  });

  test('portions with known orders among new ones add the new ones', async () => {
    const lines = text.trimEnd().split('\n');
    const [taken, kept] = await withSinks(async ([sink]) => [
      await sink!.put(portionOf(lines.slice(500, 600).join('\n'))),
      await sink!.put(portionOf(lines.slice(0, 1_000).join('\n'))),
      await sink!.put(portionOf(lines.slice(900, 1_100).join('\n'))),
    ]);
    expect(taken.map(({ accepted, repeated }) => [accepted, repeated])).toEqual([
      [100, 0],
      [900, 100],
      [100, 100],
    ]);
    expect(kept).toBe(1_100);
  });
});
