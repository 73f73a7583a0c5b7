import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '../db/database.ts';
import { migrate } from '../db/openDatabase.ts';
import { migrateTo, migrationsBefore, testOfMigration } from '../testing/migrateTo.ts';
import { countCountries, countProcessors } from './summaries.ts';

const beforeSummaries = migrationsBefore('"country_counts"');
const everything = { fromDate: null, toDate: null };

/** Checks the summaries of orders from before summaries existed. */
async function expectCounted(database: OpenDatabase) {
  const { db } = database;
  await migrateTo(database, beforeSummaries);
  await db.execute(sql`
    insert into members (name, email, password_hash, role) values ('Ada', 'ada@example.com', '', 'Admin')`);
  await db.execute(sql`
    insert into orders (order_id, process_status, before_delete_status, first_name, last_name, full_name, email, created_at,
      processing_mode, arrived_as_future, processed_by, completed_at, declaration)
    select (100000 + i)::text, case i % 4 when 0 then 'Deleted' when 1 then 'Completed' else 'New' end,
      case when i % 4 = 0 then 'Completed' end, 'A', 'B', 'A B', 'a@example.com', '2026-01-30T12:00:00Z'::timestamptz + i * interval '1 day',
      case when i % 3 = 0 then 'priority' else 'standard' end, i % 5 = 0, case when i % 4 < 2 then 1 end,
      case when i % 4 < 2 then '2026-03-01T12:00:00Z'::timestamptz end,
      case when i % 2 = 0 then '{}'::jsonb else '{"current_nationality": "India"}' end
    from generate_series(1, 20) as i`);
  await migrate(database);
  const row = (
    current_nationality: string,
    [standard_count, priority_count, future_count]: [number, number, number],
  ) => {
    const count = standard_count + priority_count + future_count;
    return { current_nationality, count, standard_count, priority_count, future_count };
  };
  expect(await countCountries(db, everything)).toEqual([row('India', [6, 2, 2]), row('', [2, 2, 1])]);
  const days = { fromDate: '2026-02-01', toDate: '2026-02-02' };
  expect(await countCountries(db, days)).toEqual([row('', [1, 0, 0]), row('India', [0, 1, 0])]);
  expect(await countProcessors(db, everything)).toEqual([{ processed_by: 'Ada', count: 5, deleted: false }]);
}

testOfMigration('the migration counts existing orders', expectCounted);
