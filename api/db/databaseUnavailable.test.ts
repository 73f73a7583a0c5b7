import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Call, CallInput } from 'shared/api/call';
import { documentCalls } from 'shared/api/documentCalls';
import { bulkCalls } from 'shared/api/bulkCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { ownPostgres, postgresPrograms, type OwnPostgres } from '../testing/ownPostgres.ts';
import { interruptedAfterSeconds } from '../mail/providers/MailProvider.ts';
import { callProduct, signInTo, type Answer } from '../testing/callProduct.ts';
import { launchProduct } from '../testing/launchProduct.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { serverProxy } from '../testing/serverProxy.ts';

const describeWithServer = postgresPrograms() ? describe : describe.skip;
const orders = 3_000;
const remarked = '700001';

describeWithServer('a PostgreSQL that goes away', () => {
  let installations: Record<'silenced' | 'stopped', Installation>;
  /** The test that was last queued on each installation. */
  const turns = { silenced: Promise.resolve(), stopped: Promise.resolve() };

  beforeAll(async () => {
    const [silenced, stopped] = await Promise.all([openInstallation(), openInstallation()]);
    installations = { silenced, stopped };
  });
  afterAll(async () => {
    for (const { close } of Object.values(installations ?? {})) await close();
  });

  /**
   * The tests mostly wait, so they share two servers, each with one product. Tests of one server run one after another,
   * but concurrently with those of the other server. Several start together, so a test's duration
   * includes waiting for its turn.
   */
  function inTurn(where: keyof typeof turns, task: (installation: Installation) => Promise<void>) {
    return () => {
      const turn = turns[where].then(() => task(installations[where]));
      turns[where] = turn.catch(() => {});
      return turn;
    };
  }

  test.concurrent(
    'calls to a server that hangs fail within seconds, and work again once it responds',
    inTurn('silenced', async ({ server, waitUntilHealthy, refuses, remarks, load, errors }) => {
      const people = load();
      await people.work(10);
      server.pause();
      try {
        expect(await pollUntil(refuses, Boolean)).toBe(true);
        await people.areRefused(3);
      } finally {
        server.resume();
      }
      expect(await waitUntilHealthy()).toBe(true);
      await people.work(10);
      await people.end();
      expect(people.wrong).toEqual([]);
      const kept = new Set(await remarks());
      expect(people.acknowledged.filter((text) => !kept.has(text))).toEqual([]);
      expect(errors()).toEqual([]);
    }),
    600_000,
  );

  test.concurrent(
    'connections that a firewall dropped are replaced, even while the server accepts new ones',
    inTurn('silenced', async ({ proxy, waitUntilHealthy, refuses, remark, load, errors }) => {
      const people = load();
      await people.work(10);
      proxy.silence();
      proxy.speak();
      expect(await waitUntilHealthy()).toBe(true);
      await people.work(20);
      await people.end();
      expect(people.wrong).toEqual([]);
      expect(errors()).toEqual([]);

      proxy.silence();
      expect(await pollUntil(refuses, Boolean)).toBe(true);
      proxy.speak();
      expect(await waitUntilHealthy()).toBe(true);
      expect((await remark('after the silence')).status).toBe(200);
    }),
    600_000,
  );

  test.concurrent(
    'a COMMIT whose response is lost gets 503, and a retry gets the first response',
    inTurn('silenced', async ({ proxy, waitUntilHealthy, remark, remarks, errors }) => {
      const text = randomUUID();
      const key = { 'idempotency-key': randomUUID() };
      // Other calls and jobs commit too, so find this call's connection by the remark's text.
      let mine: object | null = null;
      proxy.dieAt((sent, connection) => {
        if (sent.includes(text)) mine = connection;
        return mine === connection && sent.includes('commit') && 'silence';
      });
      const first = await remark(text, key);
      expect([first.status, first.headers.has('retry-after')]).toEqual([503, true]);
      expect(await waitUntilHealthy()).toBe(true);
      const again = await remark(text, key);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect((await remarks()).filter((kept) => kept === text)).toHaveLength(1);
      expect(errors()).toEqual([]);
    }),
    600_000,
  );

  test.concurrent(
    'a mail whose claim got no response is sent soon, and once',
    inTurn('silenced', async ({ proxy, inDatabase, upload, mailed, waitUntilHealthy, errors }) => {
      let isCut = false;
      // Only the statement that claims the mail sets `attempts`.
      proxy.dieAt((sent) => (isCut ||= sent.includes('"attempts" =')) && 'after');
      expect((await upload('700200')).status).toBe(200);
      expect(await pollUntil(() => mailed('700200'), Boolean)).toBe(true);
      expect(await waitUntilHealthy()).toBe(true);
      const told = () => inDatabase(`select state, attempts from mails where order_id = '700200'`);
      // The mail reaches the outbox before its row becomes `sent`.
      const [mail] = await pollUntil(told, ([row]) => row?.state === 'sent');
      expect(mail).toEqual({ state: 'sent', attempts: 1 });
      expect(isCut).toBe(true);
      expect(errors()).toEqual([]);
    }),
    600_000,
  );

  test.concurrent(
    'SIGTERM ends the product with 0 even just after the database stopped responding',
    inTurn('silenced', async ({ server, product, errors }) => {
      server.pause();
      try {
        // A product that does not stop is killed after two minutes, so its exit code is not 0.
        expect(await product.stop()).toBe(0);
      } finally {
        server.resume();
      }
      expect(errors()).toEqual([]);
    }),
    600_000,
  );

  test.concurrent.each(['immediate', 'fast', 'smart'] as const)(
    'stopped (%s) under load, refuses calls with 503 and recovers with nothing lost',
    (how) =>
      inTurn('stopped', async ({ server, load, refuses, waitUntilHealthy, remarks, product, warnings, errors }) => {
        const warned = warnings();
        const people = load();
        await people.work(10);
        await server.stop(how);
        expect(await pollUntil(refuses, Boolean)).toBe(true);
        await people.areRefused(10);
        // The queue notices the outage at its next poll.
        await pollUntil(
          async () => warnings(),
          (told) => told > warned,
        );
        await server.start();
        expect(await waitUntilHealthy()).toBe(true);
        await people.work(10);
        await people.end();

        expect(people.wrong).toEqual([]);
        const kept = new Set(await remarks());
        expect(people.acknowledged.filter((text) => !kept.has(text))).toEqual([]);
        expect(product.exitCode()).toBeNull();
        expect(warnings()).toBe(warned + 1);
        expect(errors()).toEqual([]);
      })(),
    600_000,
  );

  test.concurrent(
    'jobs continue after an outage: a whole folder is processed, and mail is sent',
    inTurn('stopped', async ({ server, product, refuses, upload, mailed, errors }) => {
      const asked = await product.call(orderCalls.assign, {
        folderName: 'newOrder',
        searchVal: '',
        assignto: 'Max Manager',
      });
      const jobId = asked.body.data.jobId!;
      expect((await upload('700100')).status).toBe(200);
      await server.stop('immediate');
      await pollUntil(refuses, Boolean);
      await server.start();
      expect(
        (
          await pollUntil(
            () => upload('700101'),
            ({ status }) => status === 200,
          )
        ).status,
      ).toBe(200);
      const progress = async () => (await product.call(bulkCalls.bulkProgress, { jobId })).body.data;
      expect(await pollUntil(progress, ({ state }) => state !== 'running')).toMatchObject({
        state: 'done',
        refused: 0,
      });
      expect(await pollUntil(() => mailed('700101'), Boolean)).toBe(true);
      // An interrupted delivery is retried some seconds later. A queue job that was lost is retried after its timeout.
      expect(await pollUntil(() => mailed('700100'), Boolean, 2 * interruptedAfterSeconds * 1000)).toBe(true);
      expect(errors()).toEqual([]);
    }),
    600_000,
  );

  test.concurrent(
    'a list that is being sent when the server stops is cut off, and nothing else breaks',
    inTurn('stopped', async ({ server, product, inDatabase, waitUntilHealthy, errors }) => {
      // Makes the list far larger than what sockets buffer.
      await inDatabase(`update orders set full_name = repeat('A long name ', 160)`);
      const { token } = product;
      const sent = request(`${product.url}/api/admin/get-orders-list/allOrder?limit=all`, {
        headers: { authorization: token },
      });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      // Stops reading, so that most of the list is still unsent when the database stops.
      answer.pause();
      // Listen before the server stops, because the response may end before `stop` resolves.
      const ended = new Promise((resolve) => answer.once('close', resolve));
      answer.on('error', () => {});
      await server.stop('immediate');
      answer.resume();
      await ended;
      expect([answer.statusCode, answer.complete]).toEqual([200, false]);
      await server.start();
      expect(await waitUntilHealthy()).toBe(true);
      expect(product.exitCode()).toBeNull();
      expect(errors()).toEqual([]);
    }),
    600_000,
  );

  test.concurrent(
    'SIGTERM ends the product with 0 during an outage',
    inTurn('stopped', async ({ server, product, refuses, errors }) => {
      await server.stop('immediate');
      await pollUntil(refuses, Boolean);
      expect(await product.stop()).toBe(0);
      expect(errors()).toEqual([]);
      await server.start();
    }),
    600_000,
  );
});

type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** A server with many orders, a product that reaches it through a proxy, and simulated people. */
async function openInstallation() {
  const server = await ownPostgres();
  const ends: (() => Promise<unknown>)[] = [server.remove];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await openOn(server, ends)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the product as a process on a database. Calls are made as the demo's Admin. */
async function startProduct(databaseUrl: string, ends: (() => Promise<unknown>)[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'database-away-'));
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const product = launchProduct(folder, { DEMO_ORDERS: '1', LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl });
  ends.push(() => product.end('SIGKILL'));
  const url = await product.ready();
  const token = await signInTo(url);
  return {
    dataDir: path.join(folder, 'data'),
    url,
    token,
    output: product.output,
    /** Null while the process runs, and -1 if a signal ended it. */
    exitCode: () => product.process.exitCode ?? (product.process.signalCode && -1),
    call: <C extends Call>(call: C, input: CallInput<C>, headers?: Record<string, string>) =>
      callProduct(url, call, input, { token, headers }),
    health: async () => (await fetch(`${url}/api/health`)).status,
    /** Returns the exit code, or null if the process was killed after two minutes. */
    stop: async () => {
      const killing = setTimeout(120_000, null, { ref: false }).then(() => product.end('SIGKILL'));
      return Promise.race([product.end('SIGTERM'), killing]);
    },
  };
}

/** Starts a product on `server`. Adds clean-up steps to `ends`, which the caller runs in reverse order. */
async function openOn(server: OwnPostgres, ends: (() => Promise<unknown>)[]) {
  const proxy = await serverProxy(server.url);
  ends.push(proxy.close);
  const product = await startProduct(proxy.url, ends);
  const inDatabase = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(server.url);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const list = (limit: number | 'all' = 50) =>
    product.call(folderCalls.list, { orderName: 'newOrder', page: 1, limit });
  const health = () => product.health();
  const well = async () => (await list().catch(() => null))?.status === 200 && (await health()) === 200;
  const waitUntilHealthy = () => pollUntil(well, Boolean);
  const refuses = async () => {
    const { status, headers } = await list();
    return status === 503 && headers.has('retry-after') && (await health()) === 503;
  };
  const remark = (text: string, headers?: Record<string, string>) =>
    product.call(orderCalls.addRemark, { orderId: remarked, remark: text }, headers);
  const remarks = async () => {
    const { body } = await product.call(orderCalls.details, { orderId: remarked });
    return body.data.remarks.map((row) => row.remark);
  };
  const assign = (orderId: string, assignto: string) => product.call(orderCalls.assign, { orderId, assignto });

  /** Simulates several people who work until `end`, and records the responses they get. */
  function load() {
    const acknowledged: string[] = [];
    const wrong: string[] = [];
    let refused = 0;
    let working = true;
    const note = ({ status, headers, body }: Answer, what: string) => {
      if (status === 503 && headers.has('retry-after') && body.status === 0) refused += 1;
      else if (status !== 200) wrong.push(`${what}: ${status} ${body.message}`);
      return status === 200;
    };
    const worker = async (task: (turn: number) => Promise<void>) => {
      for (let turn = 0; working; turn += 1) {
        await task(turn).catch((error: Error) => wrong.push(`no answer: ${error.message}`));
        // Nobody clicks faster than this, even if each call is refused at once.
        await setTimeout(150);
      }
    };
    const workers = [
      worker(async () => void note(await list(), 'list')),
      worker(async () => void note(await list(), 'list')),
      worker(async (turn) => {
        const assigned = await assign(String(Number(remarked) + 1 + (turn % 40)), 'Tia Team');
        note(assigned, 'assign');
      }),
      ...[1, 2, 3].map(() =>
        worker(async () => {
          const text = randomUUID();
          if (note(await remark(text), 'remark')) acknowledged.push(text);
        }),
      ),
    ];
    return {
      acknowledged,
      wrong,
      /** Resolves once `more` further changes have been acknowledged. */
      work: (more: number) => rises(() => acknowledged.length, more),
      /** Resolves once `more` further calls have been refused. */
      areRefused: (more: number) => rises(() => refused, more),
      end: async () => {
        working = false;
        await Promise.all(workers);
      },
    };
  }

  async function rises(count: () => number, more: number) {
    const wanted = count() + more;
    expect(
      await pollUntil(
        async () => count(),
        (n) => n >= wanted,
      ),
    ).toBeGreaterThanOrEqual(wanted);
  }

  const outbox = () => readdir(path.join(product.dataDir, 'outbox')).catch(() => [] as string[]);
  function upload(orderId: string) {
    const uploadVisaDoc = new File([pdfOf()], 'declaration.pdf');
    const input = { orderId, email: 'a@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
    return product.call(documentCalls.upload, input);
  }
  const mailed = async (orderId: string) => (await outbox()).some((file) => file.startsWith(`${orderId}-`));

  const warnings = () => product.output().match(/the database is not responding/g)?.length ?? 0;
  const errors = () =>
    product
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
  await inDatabase(`
    insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
    select n::text, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}'
    from generate_series(${remarked}, ${Number(remarked) + orders - 1}) n`);
  return {
    server,
    proxy,
    product,
    inDatabase,
    waitUntilHealthy,
    refuses,
    remark,
    remarks,
    load,
    upload,
    mailed,
    warnings,
    errors,
  };
}
