import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { orderNotFoundForCustomer } from 'shared/api/trackOrderCall';
import { landingDomains } from 'shared/rules/landingDomains';
import { downloads } from '../db/schema/documents.ts';
import { failedAttempts } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import type { TestApi } from '../testing/startTestApi.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { whileAttemptsWait } from '../testing/whileAttemptsWait.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

onOneDriver((api) => {
  beforeEach(() => api().context.database.db.delete(failedAttempts));

  const track = (orderId: string, email: string, address = '192.0.2.1') =>
    api().callApi(customerCalls.track, { orderId, email }, { origin: 'public', address });

  test('an order is found by either of its emails, in any case and with blanks around', async () => {
    const orderId = await addOrder(api(), { email: 'Mere@Example.com', contactEmailAddress: ' tane@example.com' });
    for (const email of ['mere@example.com', '  MERE@example.COM ', 'Tane@example.com']) {
      const { httpStatus, body } = await track(` ${orderId} `, email);
      expect({ httpStatus, message: body.message }).toEqual({ httpStatus: 200, message: 'We found your order.' });
      expect(body.data.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    }
  });

  test('an unknown order, a deleted order and a wrong email get the same response', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    const deleted = await addOrder(api(), { email: 'mere@example.com', processStatus: 'Deleted' });
    for (const [id, email] of [
      ['999999', 'mere@example.com'],
      ['no order at all', 'mere@example.com'],
      [deleted, 'mere@example.com'],
      [orderId, 'm_re@example.com'],
      [orderId, 'somebody@example.com'],
    ] as const) {
      const { httpStatus, body } = await track(id, email);
      expect({ httpStatus, body }).toEqual({
        httpStatus: 404,
        body: { status: 0, message: orderNotFoundForCustomer, data: null },
      });
    }
  });

  test('spellings of an email that SQL treats as equal share one limit', async () => {
    const orderId = await addOrder(api(), { email: 'etienne@example.com' });
    expect((await track(orderId, 'ETIENNE@example.com')).httpStatus).toBe(200);
    expect((await track(orderId, 'etİenne@example.com')).httpStatus).toBe(400);
  });

  test('an order’s site is returned, and an unknown id gets a site too, so that the response reveals nothing', async () => {
    const site = async (orderId: string) =>
      (await api().callApi(customerCalls.site, { orderId }, { origin: 'public' })).body.data.landing_domain;
    const orderId = await addOrder(api(), { landingDomain: 'www.Arrival-Card.example.net' });
    expect(await site(orderId)).toBe('arrival-card.example.net');
    const absent = Array.from({ length: 40 }, (_, n) => `${orderId}${n}`);
    const sites = await Promise.all(absent.map(site));
    expect(new Set(sites)).toEqual(new Set(landingDomains.map(({ domain }) => domain)));
    await api().context.database.db.update(orders).set({ landingDomain: null }).where(eq(orders.orderId, orderId));
    expect(await site(orderId)).toBe('declaration.example.com');
    expect(await Promise.all(absent.map(site))).toEqual(sites);
  });

  test('an empty form gets the error text of each field', async () => {
    const { httpStatus, body } = await track('', ' ');
    expect({ httpStatus, errors: body.errors }).toEqual({
      httpStatus: 400,
      errors: { orderId: 'Please enter your orderId', email: 'Please enter your email' },
    });
  });

  test('after ten failures in a minute an address must wait; successes do not count', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    for (let n = 0; n < 12; n++) expect((await track(orderId, 'mere@example.com')).httpStatus).toBe(200);
    for (let n = 0; n < 10; n++) expect((await track(String(700_000 + n), 'x@example.com')).httpStatus).toBe(404);
    const { httpStatus, headers, body } = await track(orderId, 'mere@example.com');
    expect(httpStatus).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(body.message).toMatch(/^Too many attempts. Try again in \d+ seconds.$/);
    expect((await track(orderId, 'mere@example.com', '192.0.2.2')).httpStatus).toBe(200);
  });

  test('after ten failures for an order, everybody who failed for it must wait, but not its customer', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    for (let n = 0; n < 10; n++) await track(orderId, 'x@example.com', `192.0.2.${10 + n}`);
    expect((await track(orderId, 'x@example.com', '192.0.2.99')).httpStatus).toBe(429);
    expect((await track(orderId, 'mere@example.com', '192.0.2.10')).httpStatus).toBe(429);
    expect((await track(orderId, 'mere@example.com', '192.0.2.100')).httpStatus).toBe(200);
  });

  test('ten concurrent wrong emails count as ten failures, and no further attempt gets through', async () => {
    const orderId = await addOrder(api());
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => track(orderId, `${n}@example.com`)));
    expect(answers.filter(({ httpStatus }) => httpStatus === 404)).toHaveLength(10);
  });

  test('for an order over its limit, at most 20 more new addresses may try', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    for (let n = 0; n < 29; n++) await track(orderId, 'x@example.com', `203.0.113.${n}`);
    expect((await track(orderId, 'mere@example.com', '203.0.113.100')).httpStatus).toBe(200);
    await track(orderId, 'x@example.com', '203.0.113.101');
    expect((await track(orderId, 'mere@example.com', '203.0.113.102')).httpStatus).toBe(429);
    const other = await addOrder(api(), { email: 'mere@example.com' });
    expect((await track(other, 'mere@example.com', '203.0.113.102')).httpStatus).toBe(200);
  });

  test('after those 20, one new address may try every 20 seconds, so an attack only slows the customer down', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    for (let n = 0; n < 30; n++) await track(orderId, `x${n}@example.com`, `203.0.113.${n}`);
    const { httpStatus, headers } = await track(orderId, 'mere@example.com', '203.0.113.100');
    expect(httpStatus).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(20);
    await api()
      .context.database.db.update(failedAttempts)
      .set({ at: sql`at - interval '21 seconds'` });
    // Moves the failures to another order, because the refusal for the first is cached.
    const next = await addOrder(api(), { email: 'mere@example.com' });
    await api()
      .context.database.db.update(failedAttempts)
      .set({ subject: createHash('sha256').update(next).digest('hex') })
      .where(eq(failedAttempts.scope, 'track'));
    expect((await track(next, 'mere@example.com', '203.0.113.100')).httpStatus).toBe(200);
    expect((await track(next, 'x@example.com', '203.0.113.0')).httpStatus).toBe(429);
    expect((await track(next, 'x@example.com', '203.0.113.101')).httpStatus).toBe(429);
    expect((await track(next, 'mere@example.com', '203.0.113.102')).httpStatus).toBe(429);
  });

  test('trying one email on many orders is limited like trying many emails on one order, but its owner gets in', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    for (let n = 0; n < 10; n++) {
      expect((await track(String(720_000 + n), 'Mere@Example.com', `192.0.2.${10 + n}`)).httpStatus).toBe(404);
    }
    expect((await track('720100', ' mere@example.com', '192.0.2.10')).httpStatus).toBe(429);
    expect((await track('720100', 'mere@example.com', '192.0.2.99')).httpStatus).toBe(429);
    expect((await track(orderId, 'mere@example.com', '192.0.2.100')).httpStatus).toBe(200);
    expect((await track('720101', 'tane@example.com', '192.0.2.10')).httpStatus).toBe(404);
  });

  test('a failure is one row with digests of the order and the email', async () => {
    // A new address, because the API caches refusals for a minute, even if the test deletes the attempts.
    await track('720200', 'digest@example.com', '198.18.0.1');
    const kept = await api().context.database.db.select().from(failedAttempts);
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(kept).toEqual([expect.objectContaining({ scope: 'track', subject: digest, secondSubject: digest })]);
  });

  test('an unknown order, a wrong email and a deleted order take the same time', async () => {
    const orderId = await addOrder(api(), { email: 'timing@example.com' });
    const deleted = await addOrder(api(), { email: 'timing-two@example.com', processStatus: 'Deleted' });
    const ways = [
      { id: '999999', email: 'timing-one@example.com', took: [] as number[] },
      { id: orderId, email: 'somebody@example.com', took: [] as number[] },
      { id: deleted, email: 'timing-two@example.com', took: [] as number[] },
    ];
    const [rounds, warmUp] = [100, 10];
    for (let round = 0; round < rounds + warmUp; round++) {
      await api().context.database.db.delete(failedAttempts);
      // The cases rotate, so that a slow moment affects all equally.
      for (let turn = 0; turn < ways.length; turn++) {
        const n = (round + turn) % ways.length;
        const { id, email, took } = ways[n]!;
        const began = performance.now();
        const { httpStatus } = await track(id, email, `198.51.${round}.${n + 1}`);
        if (round >= warmUp) took.push(performance.now() - began);
        expect(httpStatus).toBe(404);
      }
    }
    const [unknown, wrong, deletedOne] = ways.map(({ took }) => took);
    // If both cases take equally long, samples of 100 differ by more than this once in three million runs.
    expect(farthestApart(unknown!, wrong!)).toBeLessThan(0.4);
    expect(farthestApart(unknown!, deletedOne!)).toBeLessThan(0.4);
    expect(farthestApart(wrong!, deletedOne!)).toBeLessThan(0.4);
  });

  test('of very many concurrent attempts only a few run at a time, whether from one address or from many', async () => {
    const orderIds = Array.from({ length: 300 }, (_, n) => String(710_000 + n));
    const statusesOf = async (waiting: number, addressOf: (n: number) => string) => {
      const answers = await whileAttemptsWait(api().context.database.db, waiting, () =>
        orderIds.map((orderId, n) => track(orderId, `x${n}@example.com`, addressOf(n))),
      );
      for (const { httpStatus, headers } of answers) {
        if (httpStatus === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      return answers.map(({ httpStatus }) => httpStatus);
    };
    // Requests from one address queue (`perAddressScheduler`), so all 300 wait while the database is blocked.
    const ofOne = await statusesOf(orderIds.length, () => '192.0.2.50');
    expect(ofOne.toSorted()).toEqual([...Array<number>(10).fill(404), ...Array<number>(290).fill(429)]);
    const ofMany = await statusesOf(102, (n) => `203.0.${n >> 8}.${n & 255}`);
    expect(ofMany.toSorted()).toEqual([...Array<number>(102).fill(404), ...Array<number>(198).fill(429)]);
  });

  test('the customer sees the order’s stage, but nothing internal', async () => {
    const orderId = await addOrder(api(), { fullName: 'Mere Tane', landingDomain: 'arrival-card.example.net' });
    const { httpStatus, body } = await history(api(), orderId);
    expect(httpStatus).toBe(200);
    expect(body).toEqual({
      status: 1,
      message: 'Order details loaded',
      data: [],
      downloadTotal: 0,
      mainResult: {
        order_id: orderId,
        full_name: 'Mere Tane',
        stage: 'received',
        next: { step: 'check', on: null, usually_by: null, late: false },
        question: null,
        landing_domain: 'arrival-card.example.net',
        mailed_at: null,
        created_at: expect.stringMatching(/Z$/),
      },
      messages: [],
      uploadLimitMb: 20,
      mark: expect.stringMatching(/^[\w-]{16}$/),
      askAgain: 15,
      path: null,
    });
  });

  test('the stage follows status, assignee and document', async () => {
    const assignedTo = api().memberIds.Team;
    const taken = await addOrder(api(), { assignedTo });
    expect((await history(api(), taken)).body.mainResult.stage).toBe('in progress');
    const completed = await addOrder(api(), { processStatus: 'Completed' });
    expect((await history(api(), completed)).body.mainResult.stage).toBe('in progress');
    const file1 = await uploadPdf(api(), completed);
    const { body } = await history(api(), completed);
    expect(body.mainResult.stage).toBe('ready');
    expect(body.path).toEqual({ file1, content_type: 'application/pdf', size: pdfOf().length });
  });

  test('a download is recorded with device, address and time, and returns a working URL', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Completed' });
    const file1 = await uploadPdf(api(), orderId);
    const { httpStatus, body } = await download(api(), orderId, file1, { 'x-timezone': 'Asia/Dubai' });
    expect({ httpStatus, message: body.message }).toEqual({ httpStatus: 200, message: 'Your download is starting.' });
    expect(body.data.address).toBe(`/uploads/docs/${orderId}_${file1}?grant=${body.data.grant}`);
    const file = await api().customers.inject({ url: body.data.address });
    expect({ httpStatus: file.statusCode, bytes: file.rawPayload.length }).toEqual({
      httpStatus: 200,
      bytes: pdfOf().length,
    });

    const row = async () => (await history(api(), orderId)).body.data[0];
    expect([await row()]).toEqual([
      {
        order_id: orderId,
        create_ts: expect.stringMatching(/Z$/),
        ip: '203.0.113.24',
        browser: 'Safari-iPhone-mobile',
        os: 'iOS 19',
        timezone: 'Asia/Dubai',
        // The completion is recorded a moment after the last byte.
        completed: expect.any(Boolean),
        percent: expect.any(Number),
      },
    ]);
    await api()
      .context.database.db.update(downloads)
      .set({ completedAt: new Date() })
      .where(eq(downloads.orderId, orderId));
    expect(await row()).toMatchObject({ completed: true, percent: 100 });
    await download(api(), orderId, file1, { 'x-timezone': 'Mars/Phobos' });
    expect((await history(api(), orderId)).body.data[0]).toMatchObject({ timezone: null });
  });

  describe('repeated downloads of an order', () => {
    const readyOrder = async () => {
      const orderId = await addOrder(api(), { processStatus: 'Completed' });
      const file1 = await uploadPdf(api(), orderId);
      const token = await tokenOf(api(), orderId);
      const begin = (from: { address?: string; timezone?: string; agent?: string; origin?: 'public' | 'staff' } = {}) =>
        api().callApi(
          customerCalls.downloadDocument,
          { orderId, customername: 'customer', file1 },
          {
            origin: from.origin ?? 'public',
            token,
            address: from.address ?? '203.0.113.24',
            headers: { 'user-agent': from.agent ?? iPhone, 'x-timezone': from.timezone ?? 'Asia/Dubai' },
          },
        );
      const rows = () => api().context.database.db.select().from(downloads).where(eq(downloads.orderId, orderId));
      return { orderId, begin, rows };
    };

    test('an unfinished download has one row, even for concurrent requests', async () => {
      const { begin, rows } = await readyOrder();
      const answers = await Promise.all([begin(), begin(), begin()]);
      answers.push(await begin());
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
      const [row, ...more] = await rows();
      expect(more).toEqual([]);
      // All links count towards the same row. Once it is complete, the next download gets a new row.
      await api().customers.inject({ url: answers.at(-1)!.body.data.address });
      const [counted] = await pollUntil(rows, ([now]) => now!.bytesSent > 0);
      expect(counted).toMatchObject({ id: row!.id, bytesSent: pdfOf().length });
      await api()
        .context.database.db.update(downloads)
        .set({ completedAt: new Date() })
        .where(eq(downloads.id, row!.id));
      await begin();
      expect(await rows()).toHaveLength(2);
    });

    test('each address, device and time zone has its own row, and gets a new one after an hour', async () => {
      const { begin, rows } = await readyOrder();
      for (const from of [{}, { address: '203.0.113.25' }, { timezone: 'Mars/Phobos' }, { agent: '' }]) {
        await begin(from);
        await begin(from);
      }
      expect(await rows()).toHaveLength(4);
      await api()
        .context.database.db.update(downloads)
        .set({ createTs: sql`now() - interval '61 minutes'` });
      await begin();
      expect(await rows()).toHaveLength(5);
    });

    test('at most 20 rows are added per hour, then 429 with Retry-After; begun downloads continue', async () => {
      const { begin, rows } = await readyOrder();
      const sent = Array.from({ length: 20 }, (_, n) => begin({ address: `203.0.113.${n}` }));
      expect((await Promise.all(sent)).map(({ httpStatus }) => httpStatus)).toEqual(Array<number>(20).fill(200));
      const { httpStatus, headers, body } = await begin({ address: '203.0.113.99' });
      expect([httpStatus, body.message]).toEqual([
        429,
        'This document was downloaded 20 times in the last hour. Try again in 60 minutes.',
      ]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
      expect((await begin({ address: '203.0.113.0' })).httpStatus).toBe(200);
      expect(await rows()).toHaveLength(20);
    });

    test('downloads on the staff site have their own rows, which do not use up the customer’s limit', async () => {
      const { orderId, begin, rows } = await readyOrder();
      const ofStaff = Array.from({ length: 20 }, (_, n) => begin({ address: `203.0.113.${n}`, origin: 'staff' }));
      await Promise.all(ofStaff);
      expect((await begin({ address: '203.0.113.99', origin: 'staff' })).httpStatus).toBe(429);
      // A customer on the same device does not resume a download that staff began.
      expect((await begin({ address: '203.0.113.0' })).httpStatus).toBe(200);
      expect((await rows()).map(({ origin }) => origin)).toEqual([...Array<string>(20).fill('staff'), 'public']);
      const { data, downloadTotal } = (await history(api(), orderId)).body;
      expect([data.map(({ ip }) => ip), downloadTotal]).toEqual([['203.0.113.0'], 1]);
    });

    test('of very many concurrent calls only a few run at a time, so the database has time for others', async () => {
      const { begin, rows } = await readyOrder();
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, n) => begin({ address: `203.0.113.${n & 7}` })),
      );
      for (const { httpStatus } of answers) expect([200, 429]).toContain(httpStatus);
      expect(await rows()).toHaveLength(8);
    });

    test('customer and staff get the newest 100 rows and the total; all rows are kept', async () => {
      const { orderId, begin, rows } = await readyOrder();
      await begin();
      const [{ id: _id, ...row } = (await rows())[0]!] = await rows();
      await api()
        .context.database.db.insert(downloads)
        .values(Array.from({ length: 120 }, (_, n) => ({ ...row, createTs: new Date(Date.UTC(2026, 0, 1, 0, n)) })));
      const { body } = await history(api(), orderId);
      const { body: staff } = await api().callApi(orderCalls.details, { orderId }, { as: 'Team' });
      const newest = '2026-01-01T01:59:00.000Z';
      expect([body.data.length, body.data[0]!.create_ts, body.downloadTotal]).toEqual([100, newest, 121]);
      expect([staff.data.downloadHistory.length, staff.data.downloadHistory[0]!.create_ts]).toEqual([100, newest]);
      expect(staff.data.downloadTotal).toBe(121);
      expect(await rows()).toHaveLength(121);
    });
  });

  test('only the order’s own document can be downloaded, once ready; refusals record nothing', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
    const file1 = await uploadPdf(api(), orderId);
    const early = await download(api(), orderId, file1);
    expect({ httpStatus: early.httpStatus, message: early.body.message }).toEqual({
      httpStatus: 409,
      message: 'Your document isn’t ready yet.',
    });
    const other = await addOrder(api(), { processStatus: 'Completed' });
    await uploadPdf(api(), other);
    expect((await download(api(), other, file1)).httpStatus).toBe(404);
    const rows = await api().context.database.db.select().from(downloads).where(eq(downloads.orderId, other));
    expect(rows).toEqual([]);
  });

  test('a token opens only its own order, and only until that order is deleted', async () => {
    const orderId = await addOrder(api());
    const other = await addOrder(api());
    const token = await tokenOf(api(), orderId);
    const ask = (id: string) =>
      api().callApi(customerCalls.downloadHistory, { orderId: id }, { origin: 'public', token });
    expect((await ask(other)).httpStatus).toBe(401);
    expect((await ask(orderId)).httpStatus).toBe(200);
    await api()
      .context.database.db.update(orders)
      .set({ processStatus: 'Deleted', beforeDeleteStatus: 'New' })
      .where(eq(orders.orderId, orderId));
    expect((await ask(orderId)).httpStatus).toBe(401);
  });

  test('staff calls refuse a customer’s token, and customer calls refuse a member’s', async () => {
    const orderId = await addOrder(api());
    const ofCustomer = await tokenOf(api(), orderId);
    expect((await api().callApi(folderCalls.folderCounts, {}, { token: ofCustomer })).httpStatus).toBe(401);
    const ofStaff = await api().signIn('Admin');
    expect((await api().callApi(customerCalls.downloadHistory, { orderId }, { token: ofStaff })).httpStatus).toBe(401);
    expect((await api().callApi(customerCalls.downloadHistory, { orderId })).httpStatus).toBe(401);
  });
});

/** The distance between two distributions (Kolmogorov-Smirnov statistic, 0 to 1). */
function farthestApart(one: readonly number[], other: readonly number[]): number {
  const shareUpTo = (max: number, times: readonly number[]) =>
    times.filter((time) => time <= max).length / times.length;
  return Math.max(...[...one, ...other].map((time) => Math.abs(shareUpTo(time, one) - shareUpTo(time, other))));
}

async function tokenOf(api: TestApi, orderId: string): Promise<string> {
  const [order] = await api.context.database.db.select().from(orders).where(eq(orders.orderId, orderId));
  const address = `198.51.100.${Number(orderId) % 250}`;
  const { body } = await api.callApi(
    customerCalls.track,
    { orderId, email: order!.email },
    { origin: 'public', address },
  );
  return body.data.token;
}

async function history(api: TestApi, orderId: string) {
  const token = await tokenOf(api, orderId);
  return api.callApi(customerCalls.downloadHistory, { orderId }, { origin: 'public', token });
}

async function download(api: TestApi, orderId: string, file1: string, headers: Record<string, string> = {}) {
  const token = await tokenOf(api, orderId);
  const input = { orderId, customername: 'customer', file1 } as const;
  const about = { origin: 'public', token, address: '::ffff:203.0.113.24' } as const;
  return api.callApi(customerCalls.downloadDocument, input, {
    ...about,
    headers: { 'user-agent': iPhone, ...headers },
  });
}
