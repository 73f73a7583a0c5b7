import { sql, type SQL } from 'drizzle-orm';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import type { Database } from '../../db/database.ts';
import { onBothDrivers } from '../../testing/onOneDriver.ts';
import { lockOldest } from '../nextOrder.ts';
import { lookUpInIndex, prepareSearch, scanInParallel, scanInListOrder, lookupOf } from '../search/searchOrders.ts';
import { countFolder, countFolders, foldOrderCounts, futureMonths } from './folderCounts.ts';
import { listAfter, listPage } from './listOrders.ts';

/** The index that contains a folder in its sort order. */
const indexOf: Record<FolderName, string> = {
  ...(Object.fromEntries(folderNames.map((name) => [name, 'orders_by_status'])) as Record<FolderName, string>),
  newOrder: 'orders_unassigned',
  priorityOrder: 'orders_unassigned',
  myOrder: 'orders_mine',
  refundOrder: 'orders_refunds',
  allOrder: 'orders_all',
  futureOrder: 'orders_future',
  customerMessages: 'orders_waiting',
};
const sorted = /Sort[\s\S]*?Sort Key: (orders|"orders")\./;

onBothDrivers((api) => {
  beforeAll(async () => {
    const { db } = api().context.database;
    await fill(db, api().memberIds.Team);
  });

  const scope = (folder: FolderName, month: number | null = null) => ({
    folder,
    memberId: api().memberIds.Team,
    month,
  });
  const plans = (run: (db: Database) => Promise<unknown>) => plansOf(api().context.database.db, run);

  test.each(folderNames)('the first page of %s is read from its index', async (folder) => {
    const plan = await plans((db) => listPage(db, scope(folder), { offset: 0, limit: 10 }));
    expect(plan).toMatch(new RegExp(`Index Scan.*${indexOf[folder]} `));
    expectNoWalk(plan);
  });

  test.each(folderNames)(
    'a deep page of %s is read from its index, and found only by index entries',
    async (folder) => {
      const plan = await plans((db) => listPage(db, scope(folder), { offset: 50, limit: 10 }));
      expect(plan).toMatch(new RegExp(`Index Only Scan.*${indexOf[folder]} `));
      expect(plan).toMatch(new RegExp(`Index Scan.*${indexOf[folder]} `));
      expect(plan).toContain('order_period_counts_key');
      expectNoWalk(plan);
    },
  );

  test('the next batch of All begins at the end of the previous one', async () => {
    const after = { at: '2026-03-01 00:00:00+00', orderId: '100500' };
    const plan = await plans((db) => listAfter(db, scope('allOrder'), after));
    expect(plan).toMatch(/Index Scan.*orders_all /);
    expect(plan).toMatch(/Index Cond: \(ROW\(/);
    expectNoWalk(plan);
  });

  test('a month of Future Order has its own index', async () => {
    const first = await plans((db) => listPage(db, scope('futureOrder', 3), { offset: 0, limit: 10 }));
    const deep = await plans((db) => listPage(db, scope('futureOrder', 3), { offset: 20, limit: 10 }));
    for (const plan of [first, deep]) {
      expect(plan).toContain('orders_future_month');
      // A sort is allowed, because a month may have so few orders that it is cheaper than an index scan.
      expect(plan).not.toMatch(/Seq Scan on orders\b/);
    }
  });

  test('counts never read an order', async () => {
    const all = await plans(async (db) => {
      await countFolders(db, 1);
      await countFolder(db, 'allOrder', 1);
      await futureMonths(db);
    });
    expect(all).not.toMatch(/ on orders\b/);
  });

  test.each(['newOrder', 'priorityOrder'] as const)(
    'the next order of %s is the beginning of its index',
    async (folder) => {
      const plan = await plans((db) => lockOldest(db as never, folder, 1));
      expect(plan).toMatch(/Index Scan using orders_unassigned /);
      expectNoWalk(plan);
    },
  );

  test.each(folderNames)('a search scans only index entries of %s', async (folder) => {
    for (const term of ['rangi', 'zq']) {
      const limits = { start: 0, end: 10, max: 1_001, walk: 10_000 };
      const plan = await plans((db) => scanInListOrder(db, scope(folder), term, limits));
      expect(plan).toMatch(new RegExp(`Index Only Scan.*${indexOf[folder]} `));
      expect(plan).toMatch(/orders_pkey/);
      expectNoWalk(plan);
    }
    expectNoWalk(await plans((db) => prepareSearch(db, scope(folder), 'rangi')));
  });

  test.each(folderNames)('a text that no index covers is searched only in index entries of %s', async (folder) => {
    const plan = await plans((db) => scanInParallel(db, scope(folder), 'm@', { start: 0, end: 10, max: 1_001 }));
    expect(plan).toMatch(new RegExp(`Index Only Scan.*${indexOf[folder]}`));
    expectNoWalk(plan);
  });

  test('a text that a scan does not find often enough is looked up in the search indexes', async () => {
    const { db } = api().context.database;
    const limits = { start: 0, end: 10, max: 1_001 };
    const call = await plans((db) => lookUpInIndex(db, scope('allOrder'), 'rangi', lookupOf('rangi')!, limits));
    expect(call).toContain('search_candidates');
    // Explains the function's own statements with its settings.
    const plan = await db.transaction(async (tx) => {
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan', 'hashjoin', 'mergejoin'])
        await tx.execute(sql.raw(`set local enable_${way} = off`));
      const { rows } = await tx.execute(sql`select prosrc from pg_proc where proname = 'search_candidates'`);
      const { prosrc } = rows[0] as { prosrc: string };
      const statement = prosrc.slice(
        prosrc.indexOf('return query') + 'return query'.length,
        prosrc.lastIndexOf(';\nend'),
      );
      const given = {
        term: `'ж'`,
        patterns: `'{%rangi%}'::text[]`,
        letters: `'{ж}'::text[]`,
        statuses: `'{New}'::text[]`,
      };
      const rest = { assignee: 'null::int', in_month: 'null::int', most: '1001' };
      const filled = Object.entries({ ...given, ...rest }).reduce(
        (text, [name, value]) => text.replaceAll(new RegExp(`(?<![.\\w])${name}\\b`, 'g'), value),
        statement,
      );
      return linesOf(await tx.execute(sql.raw(`explain ${filled}`)));
    });
    expect(plan).toMatch(/Bitmap Index Scan on order_search_trigrams /);
    expect(plan).toMatch(/Bitmap Index Scan on order_search_letters /);
    expectNoWalk(plan);
  });
});

function expectNoWalk(plan: string) {
  expect(plan).not.toMatch(/Seq Scan on (orders|order_search)\b/);
  expect(plan).not.toMatch(sorted);
}

/** Explains and then runs each query of `run`. */
function plansOf(db: Database, run: (db: Database) => Promise<unknown>): Promise<string> {
  return db.transaction(async (tx) => {
    const plans: string[] = [];
    const { session } = tx as unknown as { session: { client: Client } };
    const { client } = session;
    const explain = async (text: string, values: unknown[] = []) => {
      // Savepoints have no plan.
      if (!/^\s*(select|with|insert|update|delete)/i.test(text)) return;
      plans.push(linesOf(await client.query(`explain ${text}`, values)));
    };
    session.client = {
      query: async (statement, values, ...rest) => {
        if (typeof statement === 'string') await explain(statement, values);
        else await explain(statement.text, statement.values ?? values);
        return client.query(statement, values, ...rest);
      },
    };
    try {
      await run(tx);
    } finally {
      // Restored before the transaction ends, because its own statements pass here too.
      session.client = client;
    }
    return plans.join('\n');
  });
}

/** The part of the interface that both drivers share. */
interface Client {
  query: (
    statement: string | { text: string; values?: unknown[] },
    values?: unknown[],
    ...rest: unknown[]
  ) => Promise<{ rows: unknown[] }>;
}

const linesOf = ({ rows }: { rows: unknown[] }) => rows.map((row) => Object.values(row as object).join()).join('\n');

/** Orders of every status over two years, enough for the planner to prefer indexes. */
async function fill(db: Database, memberId: number) {
  const run = (statement: SQL) => db.execute(statement);
  await run(sql`
    insert into orders (order_id, process_status, before_delete_status, assigned_to, assigned_at, first_name, last_name,
      full_name, email, created_at, processing_date, processing_mode, declaration, customer_wrote_at)
    select (100000 + i)::text, status, case when status = 'Deleted' then 'New' end,
      case when i % 3 = 0 then ${memberId}::int end, case when i % 3 = 0 then now() end,
      'Rangi' || i % 97, 'Tane', 'Rangi' || i % 97 || ' Tane', 'r' || i || '@example.com',
      now() - i * interval '50 minutes', current_date + i % 330, 'standard', '{}',
      case when i % 5 = 0 then now() - i * interval '40 minutes' end
    from generate_series(1, 20000) as i
    cross join lateral (select (array[${sql.join(
      [...new Set(folderNames.flatMap((name) => folders[name].statuses))].map((status) => sql`${status}`),
      sql`, `,
    )}])[1 + i % 13] as status) as given`);
  await foldOrderCounts(db);
  await run(sql`vacuum analyze orders`);
  await run(sql`analyze`);
}
