/**
 * Both summaries at 1,000,000 orders over three years on PostgreSQL, through the API, beside a call that reads only the
 * session and beside a full count by SQL, which must find the same.
 */
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { sessionCalls } from 'shared/api/sessionCalls';
import { summaryCalls } from 'shared/api/summaryCalls';
import { deskCaller } from './deskCaller.ts';
import { sampleTogether } from './measure.ts';
import { ratioLine, timeLine, type Line } from './report.ts';
import { startFilledDesk } from './startFilledDesk.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const aim = 'p50 ≤ 20 ms';

interface Range {
  fromDate?: string;
  toDate?: string;
}

export const summaries = (): Promise<Line[]> => withBenchDatabase(measure);

async function measure(databaseUrl: string): Promise<Line[]> {
  const { desk, filled } = await startFilledDesk(databaseUrl, orders);
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' });
  try {
    await client.connect();
    const call = await deskCaller(desk);
    const ranges = rangesUntil(new Date());
    const asked: Record<string, () => Promise<unknown>> = {};
    const counted: Record<string, () => Promise<unknown>> = {};
    for (const [name, range] of Object.entries(ranges)) {
      const countries = call(summaryCalls.countries, range);
      const processedBy = call(summaryCalls.processedBy, range);
      const count = () => fullCount(client, range);
      const countCompleted = () => fullCompletedCount(client, range);
      mustEqual(name, (await countries()).data, await count());
      mustEqual(name, (await processedBy()).data, await countCompleted());
      asked[`Country Order Details, ${name}`] = countries;
      asked[`Processed By, ${name}`] = processedBy;
      counted[`A full count by SQL of countries, ${name}`] = count;
      counted[`A full count by SQL of who completed, ${name}`] = countCompleted;
    }
    const floor = 'A call that reads only the session';
    const found = await sampleTogether<string>(100, { ...asked, [floor]: call(sessionCalls.userInfo, {}) });
    const slow = await sampleTogether<string>(5, counted, 1);
    const where = `${orders.toLocaleString('en')} orders, PostgreSQL`;
    const worst = `Country Order Details, ${widest}`;
    return [
      filled,
      ...Object.keys(asked).map((name) => timeLine(`${name} (${where})`, found[name]!, aim)),
      timeLine(`${floor} (${where})`, found[floor]!),
      ...Object.keys(counted).map((name) => timeLine(`${name} (${where})`, slow[name]!)),
      ratioLine(`${worst}, to a call that reads only the session (${where})`, found[worst]!, found[floor]!),
      ratioLine(
        `${worst}, to its full count (${where})`,
        found[worst]!,
        slow[`A full count by SQL of countries, ${widest}`]!,
      ),
    ];
  } finally {
    await client.end();
    await desk.stop();
  }
}

/** As many sums as a range can need: half a month of days and half a year of months at both ends, and the years between. */
const widest = '16 July to 15 July, three years on';

function rangesUntil(now: Date): Record<string, Range> {
  const day = (monthsBack: number, ofMonth: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, ofMonth)).toISOString().slice(0, 10);
  const lastYear = now.getUTCMonth() >= 7 ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  return {
    'all days': {},
    [widest]: { fromDate: `${lastYear - 3}-07-16`, toDate: `${lastYear}-07-15` },
    'the last whole month': { fromDate: day(1, 1), toDate: day(0, 0) },
    'one day': { fromDate: day(2, 15), toDate: day(2, 15) },
  };
}

async function fullCount(client: pg.Client, { fromDate, toDate }: Range): Promise<unknown[]> {
  const { rows } = await client.query(
    `select coalesce(declaration ->> 'current_nationality', '') as current_nationality, count(*)::int as count,
      count(*) filter (where not arrived_as_future and processing_mode = 'standard')::int as standard_count,
      count(*) filter (where not arrived_as_future and processing_mode = 'priority')::int as priority_count,
      count(*) filter (where arrived_as_future)::int as future_count
    from orders
    where process_status <> 'Deleted'
      and ($1::date is null or created_at >= $1::date::timestamp at time zone 'UTC')
      and ($2::date is null or created_at < ($2::date + 1)::timestamp at time zone 'UTC')
    group by 1 order by count desc, coalesce(declaration ->> 'current_nationality', '') collate "C"`,
    [fromDate ?? null, toDate ?? null],
  );
  return rows;
}

async function fullCompletedCount(client: pg.Client, { fromDate, toDate }: Range): Promise<unknown[]> {
  const { rows } = await client.query<{ deleted: boolean }>(
    `select members.name as processed_by, count(*)::int as count, members.deleted_at is not null as deleted
    from orders join members on members.id = orders.processed_by
    where process_status <> 'Deleted'
      and ($1::date is null or completed_at >= $1::date::timestamp at time zone 'UTC')
      and ($2::date is null or completed_at < ($2::date + 1)::timestamp at time zone 'UTC')
    group by members.id order by count desc, members.name collate "C", members.id`,
    [fromDate ?? null, toDate ?? null],
  );
  return rows.map(({ deleted, ...row }) => ({ ...row, ...(deleted && { deleted: true }) }));
}

function mustEqual(range: string, kept: unknown, counted: unknown) {
  if (!isDeepStrictEqual(kept, counted)) throw new Error(`What is kept is not what is counted: ${range}`);
}
