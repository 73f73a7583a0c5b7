import { sql } from 'drizzle-orm';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import { SeededRandom } from '../../testing/SeededRandom.ts';
import { demoOrders, insertOrders } from '../../demo/demoOrders.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import { foldOrderCounts } from './folderCounts.ts';

onOneDriver((api) => {
  const list = async (orderName: string, page: number, limit: number | 'all', month?: string) =>
    (await api().callApi(folderCalls.list, { orderName, page, limit, month } as never, { as: 'Admin' })).body;

  beforeAll(async () => {
    const { db } = api().context.database;
    const memberIds = Object.values(api().memberIds);
    const chance = new SeededRandom(7);
    const many = [...demoOrders({ count: 1_500, now: new Date('2026-06-15T10:00:00Z'), memberIds })];
    // Some orders have equal times, also at midnight, and so are sorted by id.
    for (const order of many) {
      if (chance.happens(0.2)) order.createdAt = new Date(Date.UTC(2026, 4, chance.between(1, 4)));
      if (chance.happens(0.2)) order.customerWroteAt = new Date(Date.UTC(2026, 5, chance.between(1, 40)));
    }
    await db.transaction((tx) => insertOrders(tx, many.slice(0, 900)));
    // As usual, some orders are in the stored counts, and others only in deltas.
    await foldOrderCounts(db);
    await db.transaction((tx) => insertOrders(tx, many.slice(900)));
  });

  test.each(folderNames)('the pages of %s together are the whole folder in its order', async (folder) => {
    const whole = await list(folder, 1, 'all');
    expect(whole.total).toBe(whole.data.length);
    expect(whole.data.length).toBeGreaterThan(10);
    const { by: column, direction } = folders[folder].sort;
    const by = column === 'customer_wrote_at' ? 'waiting_since' : column;
    const sorted = whole.data.toSorted((a, b) => {
      const [one, other] = [`${a[by]} ${a.order_id}`, `${b[by]} ${b.order_id}`];
      return (one < other ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    });
    expect(whole.data).toEqual(sorted);
    const pages = Math.ceil(whole.total / 25);
    const read = [];
    for (let page = 1; page <= pages; page++) {
      const { data, total } = await list(folder, page, 25);
      expect([page, total]).toEqual([page, whole.total]);
      read.push(...data);
    }
    expect(read).toEqual(whole.data);
    expect((await list(folder, pages + 1, 25)).data).toEqual([]);
    expect((await list(folder, 3, 7)).data).toEqual(whole.data.slice(14, 21));
  });

  test('a page and its total are from one snapshot while orders move', async () => {
    const whole = (await list('completedOrder', 1, 'all')).data.map((row) => row.order_id);
    const moving = whole.slice(0, 60);
    const moves = Promise.all(
      [0, 1, 2].map(async (worker) => {
        for (let at = worker; at < moving.length; at += 3) {
          const input = { orderId: moving[at]!, updatingStatus: 'Awaiting' } as const;
          await api().callApi(orderCalls.move, input, { as: 'Admin' });
          if (at % 7 === 0) await foldOrderCounts(api().context.database.db);
        }
      }),
    );
    for (let turn = 0; turn < 40; turn++) {
      const { data, total } = await list('completedOrder', Math.ceil(whole.length / 10) - 6, 10);
      // Orders leave only from the start, so the folder is always the last `total` orders of `whole`.
      const offset = (Math.ceil(whole.length / 10) - 7) * 10;
      expect(data.map((row) => row.order_id)).toEqual(whole.slice(whole.length - total).slice(offset, offset + 10));
    }
    await moves;
  });

  test('a month of Future Order lists that month of every year, as many orders as its tile shows', async () => {
    for (const processingDate of ['2031-03-31', '2030-03-01', '2032-03-15', '2030-04-01', '2030-02-28'])
      await addOrder(api(), { processStatus: 'Future', processingDate });
    const { data: tiles } = (await api().callApi(folderCalls.futureMonths, {}, { as: 'Telecaller' })).body;
    expect(tiles.map((tile) => tile.process_month).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
    const everyFuture = (await list('futureOrder', 1, 'all')).data;
    for (const { process_month, count } of tiles) {
      const expected = everyFuture.filter((row) => row.process_month === process_month);
      const whole = await list('futureOrder', 1, 'all', process_month);
      expect([process_month, whole.total, whole.data]).toEqual([process_month, count, expected]);
      const second = await list('futureOrder', 2, 2, process_month);
      expect([second.total, second.data]).toEqual([count, expected.slice(2, 4)]);
    }
    const march = (await list('futureOrder', 1, 500, 'Mar')).data.map((row) => row.processing_date);
    expect(march.slice(-3)).toEqual(['2030-03-01', '2031-03-31', '2032-03-15']);
  });

  test('orders within a millisecond are sorted by microseconds', async () => {
    const ids = ['200001', '200002', '200003'];
    for (const orderId of ids) await addOrder(api(), { orderId, processStatus: 'Awaiting' });
    for (const [index, orderId] of ids.entries()) {
      const at = `2036-06-01 12:00:00.00010${9 - index}+00`;
      await api().context.database.db.execute(sql`update orders set created_at = ${at} where order_id = ${orderId}`);
    }
    const { data } = await list('awaitingOrder', 1, 10);
    expect(data.slice(0, 3).map((row) => row.order_id)).toEqual(ids);
    expect((await list('awaitingOrder', 2, 1)).data[0]!.order_id).toBe('200002');
  });

  test('only Future Order has months', async () => {
    const asked = (orderName: FolderName, month: string) =>
      api().callApi(folderCalls.list, { orderName, month } as never, { as: 'Team' });
    expect(await asked('newOrder', 'Mar')).toMatchObject({
      httpStatus: 400,
      body: { message: 'Only Future Order has months' },
    });
    expect((await asked('futureOrder', 'March')).httpStatus).toBe(400);
    expect((await asked('nowhere' as FolderName, 'Mar')).httpStatus).toBe(404);
  });

  test('All contains every row once, over several batches', async () => {
    const { db } = api().context.database;
    const memberIds = Object.values(api().memberIds);
    const more = [...demoOrders({ count: 2_600, now: new Date(), memberIds })].map((order, index) => ({
      ...order,
      orderId: String(300_001 + index),
      processStatus: 'ChargeBack' as const,
      beforeDeleteStatus: null,
    }));
    await db.transaction((tx) => insertOrders(tx, more));
    const { data, total } = await list('chargeBack', 1, 'all');
    const ids = data.map((row) => row.order_id);
    expect([data.length, new Set(ids).size]).toEqual([total, total]);
    expect(total).toBeGreaterThanOrEqual(2_600);
    const paged = [];
    for (let page = 1; paged.length < total; page++) paged.push(...(await list('chargeBack', page, 500)).data);
    expect(paged).toEqual(data);
    expect(await list('chargeBack', 2, 'all')).toMatchObject({ data: [], total });
  });
});
