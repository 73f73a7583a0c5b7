/** Updates of orders that the counting trigger must record, and updates that it must ignore. */
import { sql, type SQL } from 'drizzle-orm';
import { addOrder } from '../../testing/addOrder.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const sums = ['order_count_deltas', 'country_count_deltas', 'processor_count_deltas'] as const;

  /** The counts that change when `set` is applied to a completed order. */
  async function toldBy(set: SQL) {
    const [day, processedBy] = ['2026-11-20T10:00:00Z', api().memberIds.Team];
    const orderId = await addOrder(api(), {
      ...{ processStatus: 'Completed', createdAt: new Date(day), processingDate: '2026-12-01' },
      ...{ processedBy, completedAt: new Date(day) },
    });
    for (const sum of sums) await db().execute(sql`delete from ${sql.identifier(sum)}`);
    await db().execute(sql`update orders set ${set} where order_id = ${orderId}`);
    const told = await Promise.all(
      sums.map(async (sum) => {
        const { rows } = await db().execute(sql`select from ${sql.identifier(sum)}`);
        return rows.length ? [sum] : [];
      }),
    );
    return told.flat();
  }

  test.each([
    ['only its version', sql`version = version + 1`, []],
    ['a column that no count depends on', sql`phone_number = '021 555 0101', version = version + 1`, []],
    ['its status', sql`process_status = 'Pending'`, ['order_count_deltas']],
    ['its assignee', sql`assigned_to = (select min(id) from members), assigned_at = now()`, ['order_count_deltas']],
    ['its processing date', sql`processing_date = '2026-12-02'`, ['order_count_deltas']],
    ['its day of arrival', sql`created_at = created_at + interval '1 day'`, sums.slice(0, 2)],
    ['its nationality', sql`declaration = '{"current_nationality": "NZ"}'`, ['country_count_deltas']],
    ['its arrival as Future', sql`arrived_as_future = true`, ['country_count_deltas']],
    ['its processing mode', sql`processing_mode = 'priority'`, ['country_count_deltas']],
    ['its time of completion', sql`completed_at = completed_at + interval '1 day'`, ['processor_count_deltas']],
    ['the member who completed it', sql`processed_by = (select max(id) from members)`, ['processor_count_deltas']],
    ['its status to Deleted', sql`process_status = 'Deleted', before_delete_status = 'Completed'`, [...sums]],
  ] satisfies [string, SQL, readonly string[]][])('an update of %s', async (_what, set, told) => {
    expect(await toldBy(set)).toEqual(told);
  });

  test('a change of id and status is recorded', async () => {
    expect(await toldBy(sql`order_id = '900000001', process_status = 'Pending'`)).toEqual(['order_count_deltas']);
  });

  test('of many orders in one update, only the changed one is recorded', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => addOrder(api(), { processStatus: 'Completed' })));
    await db().execute(sql`delete from order_count_deltas`);
    await db().execute(sql`
      update orders set version = version + 1,
        process_status = case when order_id = ${ids[1]} then 'Pending' else process_status end
      where order_id in (${sql.join(ids, sql`, `)})`);
    const { rows } = await db().execute(sql`select process_status, n::int from order_count_deltas order by n`);
    expect(rows).toEqual([
      { process_status: 'Completed', n: -1 },
      { process_status: 'Pending', n: 1 },
    ]);
  });
});
