import { finished } from 'node:stream/promises';
import { sql, type SQL } from 'drizzle-orm';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { orderCalls } from 'shared/api/orderCalls';
import type { Database } from '../../db/database.ts';
import { startJobs } from '../../jobs/scheduler.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { onBothDrivers } from '../../testing/onBothDrivers.ts';
import { indexWaitingPortion } from './searchIndexQueries.ts';

onBothDrivers((api, driver) => {
  const db = () => api().desk.database.db;
  const found = async (searchVal: string) => {
    const input = { start: 0, end: 10, folderName: 'pendingOrder', searchVal } as const;
    const { body } = await api().callApi(orderCalls.search, input, { as: 'Team' });
    return body.data.map((row) => row.order_id);
  };

  afterEach(async () => {
    await db().execute(sql`delete from orders`);
    await db().execute(sql`delete from order_search_backlog`);
  });

  test('its documents are those of the orders, whatever is done to them', async () => {
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

  test('a move writes nothing into it', async () => {
    await addOrder(api(), { processStatus: 'New' });
    const written = async () => (await db().execute(sql`select ctid::text, xmin::text from order_search`)).rows;
    const before = await written();
    await db().execute(sql`update orders set process_status = 'Pending', version = version + 1`);
    expect(await written()).toEqual(before);
  });

  test('imported orders are found before they are indexed, and after, when a search asks the index', async () => {
    // More orders than a search scans before it uses an index.
    await importLater(db(), 16_000);
    expect(await indexed(db())).toEqual([]);
    expect(await found('wiremu 15999')).toEqual(['215999']);
    expect(await indexWaitingPortion(db())).toBe(true);
    expect(await indexWaitingPortion(db())).toBe(false);
    expect(await indexed(db())).toHaveLength(16_000);
    expect(await found('wiremu 15999')).toEqual(['215999']);
    await db().execute(sql`delete from order_search where order_id = '215999'`);
    expect(await found('wiremu 15999')).toEqual([]);
  }, 60_000);

  test('of an order that was changed while it waited, the index gets what it is now', async () => {
    await importLater(db(), 3);
    await db().execute(sql`update orders set full_name = 'Changed Meanwhile' where order_id = '200002'`);
    await db().execute(sql`delete from orders where order_id = '200003'`);
    while (await indexWaitingPortion(db()));
    expect(await indexed(db())).toEqual(['200001', '200002']);
  });

  test('the job indexes what an import has left, and the pages of the import are noted as visible to all', async () => {
    await importLater(db(), 200);
    const job = startJobs(api().desk, ['index imported orders']);
    try {
      await until(db(), sql`select from pg_class where relname = 'orders' and relallvisible > 0`);
      await until(db(), sql`select where not exists (select from order_search_backlog)`);
    } finally {
      await job.stop();
    }
    expect(await indexed(db())).toHaveLength(200);
  });

  // The embedded database has one connection.
  if (driver === 'embedded') return;

  test('a change under way is waited for, and neither is lost', async () => {
    await importLater(db(), 3);
    const client = await connect();
    try {
      await client.query('begin');
      await client.query(`update orders set full_name = 'Changed Meanwhile' where order_id = '200002'`);
      const indexing = indexWaitingPortion(db());
      await until(
        db(),
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await client.query('commit');
      expect(await indexing).toBe(true);
    } finally {
      await client.end();
    }
    expect(await indexed(db())).toHaveLength(3);
  });

  test('while orders are being copied none is indexed', async () => {
    await importLater(db(), 3);
    const client = await connect();
    try {
      const copy = client.query(from('copy orders (order_id) from stdin'));
      copy.write('300001');
      await until(db(), copying);
      expect(await indexWaitingPortion(db())).toBe(false);
      copy.end();
      // It lacks all that an order needs.
      await expect(finished(copy)).rejects.toThrow('null value');
    } finally {
      await client.end();
    }
    await until(db(), sql`select where not exists (${copying})`);
    expect(await indexWaitingPortion(db())).toBe(true);
  });

  test('a portion that another instance is at is left to it', async () => {
    await importLater(db(), 3);
    await importLater(db(), 3, 100_000);
    const client = await connect();
    try {
      await client.query('begin');
      await client.query('select from order_search_backlog order by id limit 1 for update');
      expect(await indexWaitingPortion(db())).toBe(true);
      expect(await indexWaitingPortion(db())).toBe(false);
      expect(await indexed(db())).toEqual(['100001', '100002', '100003']);
    } finally {
      await client.end();
    }
  });

  async function connect() {
    const client = new pg.Client(api().desk.database.url!);
    await client.connect();
    return client;
  }
});

/** The ids that the search's indexes know, each with the document of its order as it is. */
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

/** Pending orders, the first the newest, as an import brings them in. */
async function importLater(db: Database, count: number, from = 200_000) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('arrival_desk.index_later', 'on', true)`);
    await tx.execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, created_at, processing_mode, declaration)
      select (${from}::int + i)::text, 'Pending', 'Wiremu', i::text, 'Wiremu ' || i, 'wiremu@example.com',
        now() - i * interval '1 minute', 'standard', '{}'
      from generate_series(1, ${count}::int) as i`);
  });
}

const copying = sql`select from pg_stat_progress_copy where relid = 'orders'::regclass`;

async function until(db: Database, condition: SQL) {
  while ((await db.execute(condition)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
