import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { intakeCalls } from 'shared/api/intake/intakeCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { SummaryRange } from 'shared/api/summaryCalls';
import { teamCalls } from 'shared/api/teamCalls';
import { moveTargets } from 'shared/rules/orderStatus';
import { roles, type Role } from 'shared/rules/permissions';
import { advisoryLocks, type Database, type Transaction } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { members } from '../db/schema/members.ts';
import { SeededRandom } from '../testing/SeededRandom.ts';
import { startJobs } from '../jobs/scheduler.ts';
import { workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { promoteOrders } from '../orders/promoteOrders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { testPostgres } from '../testing/testDatabase.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { countCountries, countProcessors, foldSummaryCounts, tidySummaryCounts } from './summaries.ts';

const seed = Number(process.env.COUNTS_SEED ?? 21);
const settings = { INTAKE_API_KEY: 'the key of the tests' };
const headers = { 'x-api-key': settings.INTAKE_API_KEY };
const aDay = 86_400_000;
const countries = ['India', 'Australia', 'China', undefined];
/** Age of the oldest orders in days, enough for a change of year and whole months. */
const furthest = 430;

/** Summaries of any range equal a full count, despite concurrent people, jobs and intake. */
onOneDriver((api, driver) => {
  test('summaries are exact after each of many random actions, for random ranges, folded or not', async () => {
    const appContext = new RandomDesk(api(), seed, driver === 'postgres');
    const { db } = api().context.database;
    for (let turn = 0; turn < 150; turn += 1) {
      const act = await appContext.act();
      if (appContext.chance.happens(0.3)) await foldSummaryCounts(db);
      for (const range of appContext.ranges()) await expectExact(db, range, [seed, turn, act]);
    }
    expect((await countCountries(db, everything)).length).toBe(countries.length);
    expect((await countProcessors(db, everything)).length).toBeGreaterThan(2);
  });

  test('a fold leaves no delta, adds nothing twice, and each year and month is the sum of its days', async () => {
    const { db } = api().context.database;
    for (let order = 0; order < 20; order += 1) {
      await addOrder(api(), { createdAt: new Date(Date.now() - order * 3 * aDay) });
    }
    await Promise.all([foldSummaryCounts(db), foldSummaryCounts(db), foldSummaryCounts(db)]);
    expect(await foldSummaryCounts(db)).toBe(0);
    await expectExact(db, everything, [seed]);
    for (const [table, subject, figure] of [
      ['country_counts', 'nationality', 'standard + 1000 * priority + 1000000 * future'],
      ['processor_counts', 'member_id::text', 'n'],
    ]) {
      const sums = async (kept: string, to: string) =>
        (
          await db.execute(sql`
            select date_trunc(${to}, starts)::date::text as starts, ${sql.raw(subject!)} as subject, sum(${sql.raw(figure!)})::int as n
            from ${sql.raw(table!)} where period = ${kept} group by 1, 2 having sum(${sql.raw(figure!)}) <> 0 order by 1, 2`)
        ).rows;
      for (const period of ['month', 'year']) {
        const longer = await sums(period, period);
        expect(longer.length).toBeGreaterThan(0);
        expect(await sums('day', period)).toEqual(longer);
      }
    }
  });

  test('summaries are folded even if the counts of orders cannot be', async () => {
    const { context: appContext } = api();
    const { db } = appContext.database;
    await addOrder(api());
    const left = async () => (await db.execute(sql`select from country_count_deltas`)).rows.length;
    expect(await left()).toBeGreaterThan(0);
    await db.execute(sql`alter table order_count_deltas rename to taken_away`);
    const job = startJobs(appContext, ['fold order counts', 'fold summary counts']);
    try {
      expect(await pollUntil(left, (found) => found === 0)).toBe(0);
    } finally {
      await job.stop();
      await db.execute(sql`alter table taken_away rename to order_count_deltas`);
    }
  });

  // The embedded database has one connection.
  if (driver === 'postgres') {
    test('a change of the team does not prevent folding', async () => {
      const { db } = api().context.database;
      await addOrder(api());
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.team})`);
        expect(await foldSummaryCounts(db)).toBeGreaterThan(0);
      });
    });
  }

  test('tidying loses nothing', async () => {
    const { db } = api().context.database;
    await addOrder(api());
    await tidySummaryCounts(db, 10_000);
    await expectExact(db, everything, [seed]);
  });

  test('a statement that changes no sum appends no delta', async () => {
    const { db } = api().context.database;
    await foldSummaryCounts(db);
    await db.execute(sql`
      update orders set process_status = 'AwaitingGovt', before_delete_status = null, version = version + 1
      where process_status <> 'Deleted'`);
    expect(await foldSummaryCounts(db)).toBe(0);
  });
}, settings);

(testPostgres() ? test : test.skip)('in every snapshot while many write and fold at once', async () => {
  const api = await startTestApi('postgres', settings);
  // Another instance.
  const other = await openPostgres(api.context.database.url!);
  try {
    let [working, looked] = [true, 0];
    const goesOn = (turn: number) => turn < 40 || looked < 20;
    const desks = [1, 2, 3, 4, 5, 6].map((n) => new RandomDesk(api, seed * 100 + n, true));
    const work = Promise.all(
      desks.map(async (appContext) => {
        for (let turn = 0; goesOn(turn); turn += 1) await appContext.act();
      }),
    ).finally(() => (working = false));
    const folding = [api.context.database.db, other.db].map(async (db) => {
      while (working) {
        await foldSummaryCounts(db);
        await setTimeout(3);
      }
    });
    const looking = new RandomDesk(api, seed, true);
    while (working) {
      for (const range of looking.ranges()) {
        await other.db.transaction((tx) => expectExact(tx, range, [seed, looked]), {
          isolationLevel: 'repeatable read',
        });
      }
      looked += 1;
      await setTimeout(2);
    }
    await Promise.all([work, ...folding]);
    await foldSummaryCounts(other.db);
    for (const range of looking.ranges()) await expectExact(other.db, range, [seed]);
  } finally {
    await other.close();
    await api.close();
  }
});

const everything: SummaryRange = { fromDate: null, toDate: null };

/** Compares summaries with a full count. While others write, `db` must be a transaction with one snapshot. */
async function expectExact(db: Database | Transaction, range: SummaryRange, about: unknown[]) {
  const within = (at: string) => sql`
    (${range.fromDate}::date is null or (${sql.raw(at)} at time zone 'UTC')::date >= ${range.fromDate}::date)
    and (${range.toDate}::date is null or (${sql.raw(at)} at time zone 'UTC')::date <= ${range.toDate}::date)`;
  const counted = await db.execute(sql`
    select coalesce(declaration ->> 'current_nationality', '') as current_nationality, count(*)::int as count,
      count(*) filter (where not arrived_as_future and processing_mode = 'standard')::int as standard_count,
      count(*) filter (where not arrived_as_future and processing_mode = 'priority')::int as priority_count,
      count(*) filter (where arrived_as_future)::int as future_count
    from orders where process_status <> 'Deleted' and ${within('created_at')}
    group by 1 order by count desc, coalesce(declaration ->> 'current_nationality', '') collate "C"`);
  expect([...about, range, await countCountries(db, range)]).toEqual([...about, range, counted.rows]);
  const completed = await db.execute(sql`
    select name as processed_by, count(*)::int as count, deleted_at is not null as deleted
    from orders join members on id = processed_by where process_status <> 'Deleted' and ${within('completed_at')}
    group by id, name, deleted_at order by count desc, name collate "C", id`);
  expect([...about, range, await countProcessors(db, range)]).toEqual([...about, range, completed.rows]);
}

/** A random actor on all orders. New orders are spread over many days. */
class RandomDesk {
  readonly chance: SeededRandom;
  readonly #api: TestApi;
  readonly #copies: boolean;
  readonly #actions = new Map<Role, string>();
  /** Each actor has its own range of ids. */
  readonly #firstId: number;
  #lastId: number;

  constructor(api: TestApi, ownSeed: number, copies: boolean) {
    this.chance = new SeededRandom(ownSeed);
    this.#api = api;
    this.#copies = copies;
    this.#firstId = 100_000 * (1 + (ownSeed % 7)) + 1;
    this.#lastId = this.#firstId - 1;
  }

  /** Four ranges: a random one, one open at each end, and everything. */
  ranges(): SummaryRange[] {
    const [first, second] = [this.#dayBack(), this.#dayBack()].sort() as [string, string];
    return [
      { fromDate: first, toDate: second },
      { fromDate: second, toDate: null },
      { fromDate: null, toDate: first },
      everything,
    ];
  }

  /** Performs a random action and returns its name. */
  async act(): Promise<string> {
    const name = this.chance.weighted(weights);
    if (name === 'copy' && !this.#copies) return this.act();
    const done = await this.#acts[name as keyof typeof weights]();
    // A deadlock or any other internal error would be a 500.
    if (done)
      expect([seed, name, [200, 400, 403, 404, 409].includes(done.httpStatus), done.body]).toEqual([
        seed,
        name,
        true,
        done.body,
      ]);
    return name;
  }

  readonly #acts: Record<keyof typeof weights, () => Promise<{ httpStatus: number; body: unknown } | void>> = {
    takeIn: () => {
      const orders = Array.from({ length: this.chance.between(1, 6) }, () => this.#arriving());
      return this.#api.callApi(intakeCalls.takeInOrders, { orders } as never, { headers });
    },
    pay: () => {
      const payments = this.#some().map((order_id) => {
        return { order_id, paid_at: new Date().toISOString(), amount: '79.00', currency: 'NZD' };
      });
      return this.#api.callApi(intakeCalls.takeInPayments, { payments } as never, { headers });
    },
    copy: () => this.#copyIn(),
    move: () => this.#undoable((as) => this.#move(as, this.#some())),
    complete: () =>
      this.#undoable((as) =>
        this.#api.callApi(orderCalls.move, { orderId: this.#some(), updatingStatus: 'Completed' }, { as }),
      ),
    delete: () =>
      this.#undoable((as) =>
        this.#api.callApi(
          orderCalls.changeStatus,
          { orderId: this.#some(), permanentDeletedFlag: false, updatingStatus: 'Deleted' },
          { as },
        ),
      ),
    restore: () => this.#undoable((as) => this.#api.callApi(orderCalls.restore, { orderId: this.#some() }, { as })),
    refund: () => this.#api.callApi(orderCalls.completeRefund, { orderId: this.#some() }, { as: this.#role() }),
    undo: async () => {
      const as = this.#role();
      const actionId = this.#actions.get(as);
      if (actionId) return this.#api.callApi(orderCalls.undo, { actionId }, { as });
    },
    wholeFolder: async () => {
      const as = this.#role();
      const input = {
        folderName: this.chance.oneOf(['newOrder', 'pendingOrder', 'completedOrder'] as const),
        updatingStatus: this.chance.oneOf(moveTargets),
      };
      const idempotencyKey = `${this.#firstId} ${this.chance.next()}`;
      const done = await this.#api.callApi(orderCalls.move, input, { as, idempotencyKey });
      const { database, log } = this.#api.context;
      while (await workBulkPortion(database.db, { refundMailProvider: 'AWS', log }));
      return done;
    },
    promote: async () => {
      const day = new Date(Date.now() + this.chance.between(0, 300) * aDay);
      await promoteOrders(this.#api.context.database.db, day);
    },
    /** Changes that would take days in reality, such as a completion on another day, and corrections of an order. */
    otherDays: async () => {
      const days = this.chance.between(-furthest, -1);
      await this.#api.context.database.db.execute(sql`
        update orders set completed_at = completed_at + ${days}::int * interval '1 day',
          created_at = case when order_id like '%3' then created_at - interval '31 hours' else created_at end,
          declaration = case when order_id like '%7' then '{"current_nationality": "India"}' else declaration end
        where order_id in (select order_id from orders where order_id in ${this.#some()} order by order_id for update)`);
    },
    rename: async () => {
      const id = this.#api.memberIds[this.#role()];
      await this.#api.context.database.db.execute(sql`update members set name = ${this.#newName()} where id = ${id}`);
    },
    /** A new member becomes the processor of a few completed orders, and is deleted. */
    leave: async () => {
      const name = this.#newName();
      const email = `${name.replaceAll(/\W/g, '')}@demo.test`;
      const { db } = this.#api.context.database;
      const [member] = await db.insert(members).values({ name, email, role: 'Team' }).returning();
      await db.execute(sql`
        update orders set processed_by = ${member!.id} where order_id in (
          select order_id from orders where order_id in ${this.#some()} and processed_by is not null order by order_id for update
        )`);
      return this.#api.callApi(teamCalls.deleteMember, { teamMemberId: member!.id }, { as: 'Admin' });
    },
    remove: async () => {
      const orderId = await addOrder(this.#api, { orderId: this.#newId(), createdAt: this.#moment() });
      await this.#api.context.database.db.execute(sql`delete from orders where order_id = ${orderId}`);
    },
  };

  #move = (as: Role, orderId: string[]) =>
    this.#api.callApi(orderCalls.move, { orderId, updatingStatus: this.chance.oneOf(moveTargets) }, { as });

  async #undoable(
    act: (as: Role) => Promise<{ httpStatus: number; body: { data: { actionId?: string | null } | null } }>,
  ) {
    const as = this.#role();
    const done = await act(as);
    const actionId = done.body.data?.actionId;
    if (actionId) this.#actions.set(as, actionId);
    return done;
  }

  async #copyIn() {
    const client = new pg.Client(this.#api.context.database.url!);
    await client.connect();
    try {
      const lines = Array.from({ length: this.chance.between(1, 40) }, () => {
        const {
          order_id: id,
          processing_mode: mode,
          created_at: at,
          current_nationality: nationality,
        } = this.#arriving();
        const future = this.chance.happens(0.3);
        const answers = JSON.stringify(nationality ? { current_nationality: nationality } : {});
        return [
          id,
          future ? 'Future' : 'New',
          future,
          'A',
          'B',
          'A B',
          'a@example.com',
          at,
          '2031-01-01',
          mode,
          answers,
        ].join('\t');
      });
      const columns =
        'order_id, process_status, arrived_as_future, first_name, last_name, full_name, email, created_at, processing_date, processing_mode, declaration';
      await pipeline(
        Readable.from([lines.map((line) => `${line}\n`).join('')]),
        client.query(copyFrom(`copy orders (${columns}) from stdin`)),
      );
    } finally {
      await client.end();
    }
  }

  #arriving() {
    const nationality = this.chance.oneOf(countries);
    return {
      order_id: this.#newId(),
      first_name: 'Mere',
      last_name: 'Tane',
      email: 'mere@example.com',
      travel_type: 'air',
      processing_mode: this.chance.oneOf(['standard', 'priority']),
      created_at: this.#moment().toISOString(),
      ...(nationality && { current_nationality: nationality }),
      ...(this.chance.happens(0.3) && {
        processing_date: new Date(Date.now() + this.chance.between(1, 300) * aDay).toISOString().slice(0, 10),
      }),
      ...(this.chance.happens(0.6) && { paid_at: new Date(Date.now() - aDay).toISOString() }),
    };
  }

  #newName = () => `Somebody ${this.#firstId} ${this.chance.next()}`;
  #newId = () => String((this.#lastId += 1));
  #role = () => this.chance.oneOf(roles);
  #moment = () => new Date(Date.now() - this.chance.between(0, furthest) * aDay - this.chance.between(0, aDay));
  #dayBack = () => this.#moment().toISOString().slice(0, 10);
  #some = () =>
    Array.from({ length: this.chance.between(1, 8) }, () =>
      String(this.chance.between(this.#firstId, Math.max(this.#firstId, this.#lastId))),
    );
}

const weights = {
  ...{ takeIn: 6, pay: 3, copy: 1, move: 3, complete: 6, delete: 4, restore: 4, refund: 1 },
  ...{ undo: 5, wholeFolder: 1, promote: 1, otherDays: 3, remove: 1, rename: 1, leave: 2 },
};
