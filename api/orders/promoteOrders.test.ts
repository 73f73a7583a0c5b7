import { asc, eq, sql } from 'drizzle-orm';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { openPostgres } from '../db/postgres.ts';
import { startJobs } from '../jobs/scheduler.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { promoteOrders } from './promoteOrders.ts';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const noon = new Date('2026-03-10T12:00:00Z');
  const future = { processStatus: 'Future', processingDate: '2026-03-10', paidAt: new Date() } as const;
  const read = async (orderId: string) => (await db().select().from(orders).where(eq(orders.orderId, orderId)))[0]!;
  const historyOf = (orderId: string) =>
    db().select().from(orderHistory).where(eq(orderHistory.orderId, orderId)).orderBy(asc(orderHistory.id));

  afterEach(() => db().delete(orders));

  test('on its processing date an order gets the status that it would get on arrival, and keeps its assignee', async () => {
    const standard = await addOrder(api(), { ...future, assignedTo: api().memberIds.Team });
    const priority = await addOrder(api(), { ...future, processingMode: 'priority', arrivedAsFuture: true });
    const unpaid = await addOrder(api(), { ...future, paidAt: null });
    const overdue = await addOrder(api(), { ...future, processingDate: '2025-12-31' });
    const tomorrow = await addOrder(api(), { ...future, processingDate: '2026-03-11' });
    expect(await promoteOrders(db(), noon)).toBe(4);
    expect(await read(standard)).toMatchObject({
      ...{ processStatus: 'New', assignedTo: api().memberIds.Team, version: 2 },
      ...{ processingDate: '2026-03-10', completedAt: null },
    });
    expect(await read(priority)).toMatchObject({ processStatus: 'Priority', arrivedAsFuture: true });
    expect((await read(unpaid)).processStatus).toBe('Pending');
    expect((await read(overdue)).processStatus).toBe('New');
    expect(await read(tomorrow)).toMatchObject({ processStatus: 'Future', version: 1 });
    expect(await historyOf(priority)).toMatchObject([
      { kind: 'promote', field: 'process_status', from: 'Future', to: 'Priority', memberId: null, version: 2 },
    ]);
  });

  test('the day begins at 00:00 UTC, wherever the server is', async () => {
    const orderId = await addOrder(api(), future);
    expect(await promoteOrders(db(), new Date('2026-03-09T23:59:59.999Z'))).toBe(0);
    expect(await promoteOrders(db(), new Date('2026-03-10T00:00:00Z'))).toBe(1);
    expect((await read(orderId)).processStatus).toBe('New');
  });

  test('deleted orders and those moved by hand are not promoted', async () => {
    const deleted = await addOrder(api(), { ...future, processStatus: 'Deleted', beforeDeleteStatus: 'Future' });
    const moved = await addOrder(api(), { ...future, processStatus: 'Awaiting' });
    expect(await promoteOrders(db(), noon)).toBe(0);
    expect([(await read(deleted)).version, (await read(moved)).version]).toEqual([1, 1]);
  });

  test('each order is promoted once, in batches, even by two instances at once', async () => {
    await db().execute(sql`
      insert into orders (order_id, process_status, processing_date, paid_at, first_name, last_name, full_name, email,
        processing_mode, declaration)
      select (600000 + n)::text, 'Future', '2026-03-01', now(), 'A', 'B', 'A B', 'a@example.com', 'standard', '{}'
      from generate_series(1, 2300) n`);
    const { url } = api().context.database;
    // Another instance, which the embedded database cannot have.
    const other = url ? await openPostgres(url) : null;
    const counts = await Promise.all([promoteOrders(db(), noon), promoteOrders(other?.db ?? db(), noon)]);
    await other?.close();
    // A portion skipped because the other instance had locked it is left for the next run.
    const rest = await promoteOrders(db(), noon);
    expect(counts[0] + counts[1] + rest).toBe(2_300);
    const { rows } = await db().execute(sql`
      select count(*)::int as n, min(version) as least, max(version) as most from orders where process_status = 'New'`);
    expect(rows).toEqual([{ n: 2_300, least: 2, most: 2 }]);
    const { rows: told } = await db().execute(sql`
      select count(*)::int as n, count(distinct h.order_id)::int as orders
      from order_history h join orders using (order_id) where kind = 'promote'`);
    expect(told).toEqual([{ n: 2_300, orders: 2_300 }]);
  });

  test('the job runs at the start of the product', async () => {
    const orderId = await addOrder(api(), { ...future, processingDate: '2020-01-01' });
    const job = startJobs(api().context, ['promote']);
    const { processStatus } = await pollUntil(
      () => read(orderId),
      (order) => order.processStatus !== 'Future',
    );
    await job.stop();
    expect(processStatus).toBe('New');
  });
});
