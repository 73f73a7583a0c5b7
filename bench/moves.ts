/** Moves by 16 people at once, two in a transaction, through the product's own code, while counts are kept and read. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { moveTargets } from 'shared/rules/orderStatus';
import { folderNames, folders } from 'shared/rules/folders';
import type { Database } from '../api/db/database.ts';
import { migrate } from '../api/db/migrate.ts';
import { openPostgres } from '../api/db/postgres.ts';
import { changeOrders } from '../api/orders/bulk/changeOrders.ts';
import { countFolders, foldOrderCounts } from '../api/orders/lists/countQueries.ts';
import { inFolder, orderPlace } from '../api/orders/lists/listSql.ts';
import { movePlan } from '../api/orders/plans/movePlan.ts';
import type { Line } from './report.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const people = 16;
const seconds = 20;

export async function moves(): Promise<Line[]> {
  return withBenchDatabase(onPostgres, [{ what: 'Moves on PostgreSQL', figure: 'none was there' }]);
}

async function onPostgres(databaseUrl: string): Promise<Line[]> {
  const database = await openPostgres(databaseUrl);
  try {
    await migrate(database);
    await fill(database.db);
    return [await moveAround(database.db, { checked: false }), await moveAround(database.db, { checked: true })];
  } finally {
    await database.close();
  }
}

/** Members, and orders spread over the statuses and three years. */
async function fill(db: Database) {
  await db.execute(sql`
    insert into members (name, email, password_hash, role)
    select 'Member ' || n, n || '@example.com', '', 'Admin' from generate_series(1, ${people}::int) n`);
  await db.execute(sql`
    insert into orders (order_id, process_status, processing_date, first_name, last_name, full_name, email,
      processing_mode, created_at, declaration)
    select (100000 + n)::text, status, case when status = 'Future' then date '2031-01-01' + n % 365 end,
      'First' || n, 'Last' || n, 'First' || n || ' Last' || n, n || '@example.com', 'standard',
      now() - (n * interval '3 years' / ${orders}::int), '{}'
    from generate_series(1, ${orders}::int) n,
      lateral (select (array['New', 'Priority', 'Pending', 'Future', 'Awaiting', 'Completed', 'Completed'])[1 + n % 7] as status) s`);
  await foldOrderCounts(db);
  await db.execute(sql`vacuum analyze`);
}

/** Counting a million orders takes a core for a good part of a second: once without it, once with. */
async function moveAround(db: Database, { checked }: { checked: boolean }): Promise<Line> {
  let [moved, deadlocks, checks, wrong] = [0, 0, 0, 0];
  const end = Date.now() + seconds * 1_000;
  const someOrder = () => String(100_001 + Math.floor(Math.random() * orders));
  const someTarget = () => moveTargets[Math.floor(Math.random() * (moveTargets.length - 1))]!;

  const work = Array.from({ length: people }, async (_, index) => {
    const member = { id: index + 1, name: `Member ${index + 1}`, role: 'Admin' } as const;
    while (Date.now() < end) {
      try {
        await db.transaction(async (tx) => {
          for (let move = 0; move < 2; move += 1) {
            await changeOrders(tx, { orderIds: [someOrder()], plan: movePlan(someTarget(), member), member });
          }
        });
        moved += 2;
      } catch (error) {
        if ((error as { cause?: { code?: string } }).cause?.code !== '40P01') throw error;
        deadlocks += 1;
      }
    }
  });
  const folding = (async () => {
    while (Date.now() < end) {
      await foldOrderCounts(db);
      await setTimeout(1_000);
    }
  })();
  const checking = (async () => {
    while (checked && Date.now() < end) {
      checks += 1;
      if (!(await countsAreTrue(db))) wrong += 1;
      await setTimeout(3_000);
    }
  })();
  await Promise.all([...work, folding, checking]);

  const at = `${orders.toLocaleString('en')} orders, ${people} connections`;
  return {
    what: `Moves a second, two in a transaction${checked ? ', counted in full meanwhile' : ''} (${at})`,
    figure: Math.round(moved / seconds).toLocaleString('en'),
    spread: `${seconds} s, ${deadlocks} deadlocks${checked ? `, ${wrong} of ${checks} full counts differed` : ''}`,
    aim: checked ? 'none differs' : '≥ 1,000, no deadlock',
  };
}

/** Kept and counted, in one snapshot while the others move. */
function countsAreTrue(db: Database): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const kept = await countFolders(tx, 1);
      const counted = folderNames.map(
        (name) =>
          sql`count(*) filter (where ${inFolder(name, 1, orderPlace)})::int as ${sql.identifier(folders[name].count)}`,
      );
      const { rows } = await tx.execute(sql`select ${sql.join(counted, sql`, `)} from orders`);
      const truth = rows[0] as typeof kept;
      return folderNames.every((name) => truth[folders[name].count] === kept[folders[name].count]);
    },
    { isolationLevel: 'repeatable read' },
  );
}
