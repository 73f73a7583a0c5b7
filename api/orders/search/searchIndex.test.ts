import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/openDatabase.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { insertOrder, migrateTo, migrationsBefore, testOfMigration } from '../../testing/migrateTo.ts';
import { onBothDrivers } from '../../testing/onOneDriver.ts';
import { lookUpInIndex, lookupOf } from './searchOrders.ts';

onBothDrivers((api) => {
  const db = () => api().context.database.db;

  afterEach(() => db().execute(sql`delete from orders`));

  test('the search index has the orders’ search documents after every change', async () => {
    const first = await addOrder(api(), { processStatus: 'Pending', fullName: 'Hine Tahu', phoneNumber: '21 000 1' });
    const second = await addOrder(api(), { processStatus: 'Pending' });
    const third = await addOrder(api(), { processStatus: 'Pending' });
    expect(await indexed(db())).toEqual([first, second, third].toSorted());
    await db().execute(sql`update orders set full_name = 'Hine Rangi', version = 2 where order_id = ${first}`);
    await db().execute(sql`update orders set phone_number = '9', country_code = '61' where order_id <> ${third}`);
    await db().execute(sql`delete from orders where order_id = ${second}`);
    expect(await indexed(db())).toEqual([first, third].toSorted());
    await addOrder(api(), { orderId: second, processStatus: 'Pending', fullName: 'Somebody Else' });
    expect(await indexed(db())).toHaveLength(3);
  });

  test('a move writes nothing into the search index', async () => {
    await addOrder(api(), { processStatus: 'New' });
    const written = async () => (await db().execute(sql`select ctid::text, xmin::text from order_search`)).rows;
    const before = await written();
    await db().execute(sql`update orders set process_status = 'Pending', version = version + 1`);
    expect(await written()).toEqual(before);
  });
});

testOfMigration(
  'orders that an import by an earlier version did not index are indexed by the migration',
  async (database) => {
    const { db } = database;
    await migrateTo(database, migrationsBefore('DROP TABLE "order_search_backlog"'));
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('arrival_desk.index_later', 'on', true)`);
      for (const number of [200_001, 200_002, 200_003]) await insertOrder({ ...database, db: tx }, number);
    });
    await db.execute(sql`update orders set full_name = 'Changed Meänwhile' where order_id = '200002'`);
    await db.execute(sql`delete from orders where order_id = '200003'`);
    expect(await indexed(db)).toEqual(['200002']);
    await migrate(database);
    expect(await indexed(db)).toEqual(['200001', '200002']);
    const scope = { folder: 'newOrder', memberId: 1, month: null } as const;
    const range = { start: 0, end: 10, max: 10 };
    const { rows } = await lookUpInIndex(db, scope, '200001', lookupOf('200001')!, range);
    expect(rows.map((row) => row.order_id)).toEqual(['200001']);
  },
);

/** The indexed order ids. Each must have its current search document. */
async function indexed(db: Database) {
  const { rows } = await db.execute(
    sql`select order_id, s.search_document = o.search_document as current from order_search s left join orders o using (order_id)
      order by order_id`,
  );
  for (const { order_id: id, current } of rows as { order_id: string; current: boolean }[]) {
    expect([id, current]).toEqual([id, true]);
  }
  return (rows as { order_id: string }[]).map((row) => row.order_id);
}
