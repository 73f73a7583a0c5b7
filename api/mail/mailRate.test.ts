import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq, ne, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { orderCalls } from 'shared/api/orderCalls';
import type { MailServiceProvider } from 'shared/api/fields/fields';
import { mails } from '../db/schema/mails.ts';
import { startMailJobs } from '../jobs/startMailJobs.ts';
import { workBulkPortion } from '../orders/bulk/bulkJobs.ts';
import { addOrder } from '../testing/addOrder.ts';
import { testPostgres, type Driver } from '../testing/testDatabase.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { startTestApi } from '../testing/startTestApi.ts';
import { wireServer, type WireAnswer, type WireRequest } from '../testing/mail/wireServer.ts';
import { providerRateLimiter } from './deliverMail.ts';
import { type MailPriority, legacyMailQueue, queueMails } from './queueMail.ts';

const drivers: Driver[] = testPostgres() ? ['embedded', 'postgres'] : ['embedded'];

/** Gives a test its own API on a new database, and closes both afterwards. */
const onDesk =
  (settings: Record<string, string>, task: (appContext: Desk) => Promise<void>) => async (driver: Driver) => {
    const appContext = await start(driver, settings);
    try {
      await task(appContext);
    } finally {
      await appContext.close();
    }
  };

type Desk = Awaited<ReturnType<typeof start>>;

/** Starts an API with a provider whose responses the test chooses. */
async function start(driver: Driver, settings: Record<string, string>) {
  /** When each request arrived, in ms. */
  const cameAt: number[] = [];
  let answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer> = () => ({ status: 202 });
  const sendgrid = await wireServer((request) => {
    cameAt.push(performance.now());
    return answer(request);
  });
  const keys = { SENDGRID_API_KEY: 'SG.example', SENDGRID_ENDPOINT: sendgrid.endpoint };
  const api = await startTestApi(driver, { ...keys, ...settings });
  const { db } = api.context.database;
  const mailIdOf = ({ body }: WireRequest) => Number((/"mail":"(\d+)"/.exec(body.toString()) ?? [])[1]);
  const unsent = () => db.$count(mails, ne(mails.state, 'sent'));

  return {
    api,
    db,
    cameAt,
    answerBy: (given: typeof answer) => {
      answer = given;
    },
    /** Queues `count` refund mails of one order in one transaction. Without credentials, AWS is the outbox. */
    ask: async (count: number, provider: MailServiceProvider, haste: MailPriority): Promise<number[]> => {
      const orderId = await addOrder(api);
      const mail = { orderId, kind: 'refund', recipient: 'mere@example.com', provider, askedBy: null } as const;
      const requests = Array.from({ length: count }, () => mail);
      const queued = await db.transaction((tx) => queueMails(tx, requests, haste));
      return queued.map(({ mailId }) => mailId);
    },
    /** The ids of the mails in the order in which the provider received them. */
    went: () => sendgrid.requests.map(mailIdOf),
    /** All mails, once they are sent. */
    allSent: async () => {
      await pollUntil(unsent, (count) => count === 0);
      return db.select().from(mails).orderBy(asc(mails.id));
    },
    outbox: () => readdir(path.join(api.context.settings.dataDir, 'outbox')).catch(() => []),
    close: async () => {
      await api.close();
      await sendgrid.close();
    },
  };
}

// Tests run concurrently, because they mostly wait.
const onEachDriver = (name: string, task: (driver: Driver) => Promise<void>) => {
  for (const driver of drivers) test.concurrent(`${name} (${driver})`, () => task(driver));
};
const onOneOfThem = (name: string, task: (driver: Driver) => Promise<void>) =>
  test.concurrent(name, () => task(drivers.at(-1)!));

onEachDriver(
  'the mails of a bulk action are written to the outbox without pauses, each to one file',
  onDesk({}, async ({ ask, allSent, outbox }) => {
    const ids = await ask(100, 'AWS', 'bulk');
    const rows = await allSent();
    expect(rows.filter(({ state, attempts }) => state === 'sent' && attempts === 1)).toHaveLength(100);
    expect((await outbox()).sort()).toEqual(rows.map(({ orderId, id }) => `${orderId}-${id}.eml`).sort());
    expect(rows.map(({ id }) => id)).toEqual(ids);
    // Workers that paused after each mail would cause many gaps of seconds. A busy machine may cause a few.
    const begun = rows.map(({ callBegunAt }) => callBegunAt!.getTime()).sort((a, b) => a - b);
    const gaps = begun.slice(1).map((at, index) => at - begun[index]!);
    expect(gaps.filter((ms) => ms > 4_500).length).toBeLessThan(5);
  }),
);

onEachDriver(
  'a provider is called no faster than set, for the oldest mail first, except that a single mail is next',
  onDesk({ MAIL_PER_SECOND: '30' }, async ({ cameAt, answerBy, ask, went, allSent }) => {
    // The maximum number of calls in progress. Until one is answered, no further call begins.
    const open = 30;
    const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answerBy(async () => {
      await (cameAt.length === 1 ? first : others).promise;
      return { status: 202 };
    });
    const bulks = [await ask(90, 'Sendgrid', 'bulk'), await ask(90, 'Sendgrid', 'bulk')];
    await pollUntil(
      async () => cameAt.length,
      (n) => n >= open,
    );
    const [single] = await ask(1, 'Sendgrid', 'single');
    expect(cameAt).toHaveLength(open);
    // Only the worker of the answered call is free, so its next job is the next call.
    first.resolve();
    await pollUntil(
      async () => cameAt.length,
      (n) => n > open,
    );
    const next = went().slice(open);
    others.resolve();
    expect(next).toEqual([single]);

    await allSent();
    const inOrder = went().filter((id) => id !== single);
    expect(inOrder.toSorted((a, b) => a - b)).toEqual(bulks.flat());
    // Mails of one bulk have the same age, so they may go in any order.
    expect(inOrder.slice(0, 80).every((id) => bulks[0]!.includes(id))).toBe(true);
    expect((cameAt.at(-1)! - cameAt[0]!) / 1000).toBeGreaterThan((180 / 30) * 0.9);
    for (const [index, at] of cameAt.entries()) {
      expect(cameAt.slice(index).filter((other) => other < at + 2_000).length).toBeLessThanOrEqual(2 * 30 * 1.5);
    }
  }),
);

test.each(drivers.slice(-1))(
  '"too many" pauses that provider’s calls for as long as it says, uses up no retry, and delays no other provider (%s)',
  onDesk({ MAIL_PER_SECOND: '10' }, async ({ db, cameAt, answerBy, ask, went, allSent, outbox }) => {
    let silentFrom = Infinity;
    answerBy(() => {
      if (cameAt.length !== 4) return { status: 202 };
      silentFrom = performance.now();
      return { status: 429, headers: { 'retry-after': '6' }, body: '{}' };
    });
    const ids = await ask(10, 'Sendgrid', 'bulk');
    await pollUntil(async () => silentFrom, Number.isFinite);
    const [letter] = await ask(1, 'AWS', 'bulk');
    await pollUntil(outbox, (files) => files.length > 0);
    expect(performance.now() - silentFrom).toBeLessThan(6_000);

    const rows = await allSent();
    expect(rows.map(({ id, state }) => [id, state])).toEqual([...ids, letter].map((id) => [id, 'sent']));
    // Some calls may already have begun when the 429 arrived.
    expect(cameAt.filter((at) => at > silentFrom && at < silentFrom + 5_800).length).toBeLessThanOrEqual(2);
    expect(went()).toHaveLength(11);
    const [refused] = went().slice(3);
    expect(rows.find(({ id }) => id === refused)).toMatchObject({ attempts: 2, reason: null });
    const { rows: tries } = await db.execute(
      sql`select max(retry_count) as tries from pgboss.job where name = 'mail-Sendgrid'`,
    );
    expect(tries).toEqual([{ tries: 0 }]);
  }),
  120_000,
);

onOneOfThem(
  'the refund mail of one order has priority over those of several orders or of a whole folder',
  onDesk({ MAIL_PER_SECOND: '1' }, async ({ api, db }) => {
    const refunds = [];
    for (let n = 0; n < 3; n++) refunds.push(await addOrder(api, { processStatus: 'Refunds' }));
    await api.callApi(orderCalls.completeRefund, { orderId: refunds[0]! }, { as: 'Admin' });
    await api.callApi(orderCalls.completeRefund, { orderId: refunds.slice(1) }, { as: 'Admin' });
    refunds.push(await addOrder(api, { processStatus: 'Refunds' }));
    await api.callApi(orderCalls.completeRefund, { folderName: 'refundOrder' }, { as: 'Admin' });
    const worker = { refundMailProvider: 'Sendgrid', log: api.context.log } as const;
    while (await workBulkPortion(db, worker));
    const { rows } = await db.execute(sql`
      select order_id, priority from pgboss.job join mails on mails.id = (data ->> 'mailId')::int
      where name like 'mail-%' order by order_id`);
    expect(rows).toEqual(refunds.map((order_id, n) => ({ order_id, priority: n === 0 ? 1 : 0 })));
  }),
);

onOneOfThem(
  'a single mail is sent before those of a bulk action that wait for their turn',
  onDesk({ MAIL_PER_SECOND: '2' }, async ({ cameAt, ask, went }) => {
    const bulk = await ask(20, 'Sendgrid', 'bulk');
    await pollUntil(
      async () => cameAt.length,
      (n) => n > 0,
    );
    const before = cameAt.length;
    const [single] = await ask(1, 'Sendgrid', 'single');
    await pollUntil(async () => went().includes(single!), Boolean);
    expect(went().length - before).toBeLessThan(bulk.length / 3);
  }),
);

onOneOfThem(
  'with the database on another disk, a full DATA_DIR delays the outbox but no provider',
  onDesk({}, async ({ api, db, ask, allSent }) => {
    const { diskSpace } = api.context;
    diskSpace.allowsChanges = async () => true;
    diskSpace.allowsFiles = async () => false;
    // Lets job fetches that are in progress end.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const [toOutbox] = await ask(1, 'AWS', 'bulk');
    const [toProvider] = await ask(1, 'Sendgrid', 'bulk');
    const stateOf = async (id: number) => (await db.select().from(mails).where(eq(mails.id, id)))[0]!.state;
    expect(
      await pollUntil(
        () => stateOf(toProvider!),
        (state) => state === 'sent',
      ),
    ).toBe('sent');
    expect(await stateOf(toOutbox!)).toBe('queued');
    diskSpace.allowsFiles = async () => true;
    await allSent();
    expect(await stateOf(toOutbox!)).toBe('sent');
  }),
);

onOneOfThem(
  'mails that an earlier version left in its only queue are sent',
  onDesk({}, async ({ api, db, went, allSent }) => {
    const orderId = await addOrder(api);
    const mail = { orderId, kind: 'refund', recipient: 'mere@example.com', provider: 'Sendgrid' } as const;
    const [row] = await db.insert(mails).values(mail).returning();
    await new PgBoss({ db: fromDrizzle(db, sql) }).insert(legacyMailQueue, [{ data: { mailId: row!.id } }]);
    await allSent();
    expect(went()).toEqual([row!.id]);
  }),
);

// Not concurrent, because this test changes the clock that the others read.
test('changes of the system clock do not affect the length of a pause', async () => {
  const rateLimiter = providerRateLimiter(20);
  const { now } = Date;
  const began = performance.now();
  rateLimiter.pause(1);
  Date.now = () => now() - 24 * 3_600_000;
  try {
    await rateLimiter.turn({ priority: 0, signal: AbortSignal.timeout(20_000) });
  } finally {
    Date.now = now;
  }
  expect(performance.now() - began).toBeGreaterThan(990);
});

test('the turn of a single mail comes before the waiting turns of a bulk', async () => {
  const rateLimiter = providerRateLimiter(20);
  const signal = AbortSignal.timeout(20_000);
  const order: string[] = [];
  const turn = (name: string, priority: number) => rateLimiter.turn({ priority, signal }).then(() => order.push(name));
  await Promise.all([turn('first', 0), turn('second', 0), turn('third', 0), turn('single', 1)]);
  expect(order).toEqual(['first', 'single', 'second', 'third']);
});

test('concurrent "too many" responses cause one pause, of the longest time', async () => {
  const rateLimiter = providerRateLimiter(null);
  const began = performance.now();
  rateLimiter.pause(null);
  rateLimiter.pause(1);
  rateLimiter.pause(null);
  await rateLimiter.turn({ priority: 0, signal: AbortSignal.timeout(20_000) });
  const ms = performance.now() - began;
  expect([ms > 1_990, ms < 3_900]).toEqual([true, true]);
});

if (testPostgres()) {
  test.concurrent('another instance sends the mail of a killed one, long before the job expires', () =>
    onDesk({}, async ({ api, db, allSent }) => {
      const orderId = await addOrder(api);
      const mail = { orderId, kind: 'refund', recipient: 'mere@example.com', provider: 'AWS', askedBy: null } as const;
      await db.transaction(async (tx) => {
        const [, calling] = await queueMails(tx, [mail, mail], 'bulk');
        // Both jobs were fetched, but only one of the mails was claimed.
        await tx.execute(sql`
          update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'mail-AWS'`);
        await tx
          .update(mails)
          .set({ callBegunAt: sql`now()` })
          .where(eq(mails.id, calling!.mailId));
      });
      // Without recovery, the jobs would be retried only after their time limit of an hour.
      const rows = await allSent();
      expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent']);
    })('postgres'));

  test.concurrent('two instances on one database send each mail once', () =>
    onDesk({ MAIL_PER_SECOND: '20' }, async ({ api, db, ask, went, allSent }) => {
      const other = await startMailJobs(api.context);
      const ids = await ask(80, 'Sendgrid', 'bulk');
      await allSent();
      await other.stop();
      expect(went().sort((a, b) => a - b)).toEqual(ids);
      expect((await db.select().from(mails).where(eq(mails.attempts, 1))).length).toBe(80);
    })('postgres'));
}
