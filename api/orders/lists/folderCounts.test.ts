import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { folderNames, folders } from 'shared/rules/folders';
import { moveTargets } from 'shared/rules/orderStatus';
import { roles, type Role } from 'shared/rules/permissions';
import { orders } from '../../db/schema/orders.ts';
import { SeededRandom } from '../../testing/SeededRandom.ts';
import { demoOrders, insertOrders } from '../../demo/demoOrders.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import type { TestApi } from '../../testing/startTestApi.ts';
import { countFolders, foldOrderCounts, tidyCounts } from './folderCounts.ts';
import { inFolder, folderColumns } from './listSql.ts';

onOneDriver((api) => {
  beforeAll(async () => {
    const memberIds = Object.values(api().memberIds);
    await api().context.database.db.transaction((tx) =>
      insertOrders(tx, demoOrders({ count: 400, now: new Date(), memberIds })),
    );
  });

  test('every count equals the true count and its list’s total, for every member', async () => {
    for (const role of roles) await expectTrueCounts(api(), role);
    const { data: counts } = (await api().callApi(folderCalls.folderCounts, {}, { as: 'Admin' })).body;
    for (const orderName of folderNames) {
      const { body } = await api().callApi(folderCalls.list, { orderName, limit: 'all' }, { as: 'Admin' });
      expect([orderName, body.total, body.data.length]).toEqual([
        orderName,
        counts[folders[orderName].count],
        body.total,
      ]);
    }
  });

  test('counts stay exact during concurrent moves, assignments, deletions, restores and folding', async () => {
    const { db } = api().context.database;
    const as = ['Admin', 'Manager', 'Team', 'Telecaller'] as const;
    const names = {
      Admin: 'Ada Admin',
      Manager: 'Max Manager',
      Team: 'Tia Team',
      Telecaller: 'Theo Telecaller',
    } as const;
    const work = as.map(async (role, index) => {
      const chance = new SeededRandom(index);
      for (let turn = 0; turn < 25; turn++) {
        const orderId = Array.from({ length: chance.between(1, 8) }, () => String(chance.between(100_001, 100_400)));
        const options = { as: role };
        const step = chance.between(0, 3);
        if (step === 0) await api().callApi(orderCalls.assign, { orderId, assignto: names[role] }, options);
        else if (step === 1) await api().callApi(orderCalls.assign, { orderId, assignto: '' }, options);
        else if (step === 2) await api().callApi(orderCalls.restore, { orderId }, options);
        else await api().callApi(orderCalls.move, { orderId, updatingStatus: chance.oneOf(moveTargets) }, options);
      }
    });
    let working = true;
    const done = Promise.all(work).finally(() => (working = false));
    while (working) {
      await foldOrderCounts(db);
      await expectTrueInOneSnapshot(api());
      // Yields to timers and I/O. Awaiting the embedded database alone never does.
      await setTimeout(5);
    }
    await done;
    for (const role of roles) await expectTrueCounts(api(), role);
    await foldOrderCounts(db);
    expect((await db.execute(sql`select 1 from order_count_deltas`)).rows).toEqual([]);
    for (const role of roles) await expectTrueCounts(api(), role);
  });

  test('counts by day and by month equal the true numbers, per assignee and in total', async () => {
    const { db } = api().context.database;
    await foldOrderCounts(db);
    for (const period of ['day', 'month'] as const) {
      const { rows: counted } = await db.execute(sql`
        select date_trunc(${period}, created_at at time zone 'UTC')::date::text as starts, count(*)::int as n
        from orders group by 1 order by 1`);
      for (const whose of [sql`assigned_to = -1`, sql`assigned_to >= 0`]) {
        const { rows: kept } = await db.execute(sql`
          select starts::text, sum(n)::int as n from order_period_counts
          where day_of = 'created_at' and period = ${period} and ${whose} group by 1 order by 1`);
        expect(kept).toEqual(counted);
      }
    }
  });

  test('after very many changes the planner’s statistics are updated', async () => {
    const { db } = api().context.database;
    const looks = async () => {
      const { rows } = await db.execute(sql`
        select count(*)::int as columns from pg_stats where tablename = 'order_period_counts'`);
      return (rows[0] as { columns: number }).columns;
    };
    await foldOrderCounts(db);
    await tidyCounts(db, 9_999);
    expect(await looks()).toBe(0);
    await tidyCounts(db, 10_000);
    expect(await looks()).toBeGreaterThan(0);
    await expectTrueCounts(api(), 'Admin');
  });

  test('two concurrent folds add nothing twice', async () => {
    const { db } = api().context.database;
    await db.execute(sql`update orders set process_status = 'Awaiting' where process_status = 'AwaitingGovt'`);
    await Promise.all([foldOrderCounts(db), foldOrderCounts(db), foldOrderCounts(db)]);
    await expectTrueCounts(api(), 'Admin');
  });
});

async function expectTrueCounts({ context: appContext, memberIds }: TestApi, role: Role) {
  const { db } = appContext.database;
  const truth = folderNames.map(
    (name) =>
      sql`count(*) filter (where ${inFolder(name, memberIds[role], folderColumns)})::int as ${sql.identifier(folders[name].count)}`,
  );
  const { rows } = await db.execute(sql`select ${sql.join(truth, sql`, `)} from ${orders}`);
  expect(await countFolders(db, memberIds[role])).toEqual(rows[0]);
}

/** Compares stored counts with true ones in one snapshot, while others write. */
async function expectTrueInOneSnapshot({ context: appContext }: TestApi) {
  const { rows } = await appContext.database.db.execute(sql`
    select
      (select coalesce(sum(n), 0)::int from (
        select n from order_counts where process_status = 'Completed'
        union all
        select n from order_count_deltas where process_status = 'Completed') as kept) as kept,
      (select count(*)::int from orders where process_status = 'Completed') as counted`);
  const { kept, counted } = rows[0] as { kept: number; counted: number };
  expect(kept).toBe(counted);
}
