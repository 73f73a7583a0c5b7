import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { openDatabase } from '../db/connect.ts';
import { demoMembers, demoPassword } from '../demo/demoMembers.ts';
import { migrate } from '../db/migrate.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { hashPassword } from '../team/password.ts';
import { addOrder } from '../testing/addOrder.ts';
import { callProduct, mustCall, signInTo } from '../testing/callProduct.ts';
import { freePort } from '../testing/freePort.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { settled } from '../testing/settled.ts';
import { wireServer } from '../testing/wireServer.ts';

const main = path.join(import.meta.dirname, '..', 'main.ts');

let dataDir: string;
let running: ChildProcess | null = null;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'mail-crash-'));
});
afterEach(async () => {
  await end('SIGKILL');
  await rm(dataDir, { recursive: true });
});

test('a process killed while it sends loses no mail, and sends none twice', async () => {
  let answers = false;
  const never = new Promise<never>(() => {});
  const ses = await wireServer(() => (answers ? { status: 200, body: '{"MessageId":"taken"}' } : never));
  const withSes = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SES_ENDPOINT: ses.endpoint,
  };
  await prepare(['100001', '100002', '100003', '100004']);

  const first = await start(withSes);
  for (const orderId of ['100001', '100002', '100003', '100004']) expect(await first.upload(orderId)).toBe(200);
  // Two calls at a time: both wait for an answer, and the other two mails have not been called for.
  await settled(
    async () => ses.requests.length,
    (n) => n === 2,
  );
  await end('SIGKILL');

  answers = true;
  await start(withSes);
  await settled(
    async () => ses.requests.length,
    (n) => n === 4,
  );
  await end('SIGTERM');
  await expect(readMails()).resolves.toMatchObject([
    { orderId: '100001', state: 'unknown', attempts: 1 },
    { orderId: '100002', state: 'unknown', attempts: 1 },
    { orderId: '100003', state: 'sent', attempts: 1, messageId: 'taken' },
    { orderId: '100004', state: 'sent', attempts: 1, messageId: 'taken' },
  ]);
  expect(ses.requests.map(orderOf).sort()).toEqual(['100001', '100002', '100003', '100004']);
  await ses.close();
}, 180_000);

test('a process told to stop in the middle of many sends each of them once, the rest after the next start', async () => {
  const ses = await wireServer(async () => {
    await setTimeout(300);
    return { status: 200, body: '{"MessageId":"taken"}' };
  });
  const withSes = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SES_ENDPOINT: ses.endpoint,
    MAIL_PER_SECOND: '4',
  };
  const orderIds = Array.from({ length: 12 }, (_, n) => String(100_001 + n));
  await prepare(orderIds);
  const first = await start(withSes);
  await Promise.all(orderIds.map((orderId) => first.upload(orderId)));
  await settled(
    async () => ses.requests.length,
    (n) => n > 2,
  );
  await end('SIGTERM');
  expect(ses.requests.length).toBeLessThan(12);

  await start(withSes);
  await settled(
    async () => ses.requests.length,
    (n) => n === 12,
    30_000,
  );
  await end('SIGTERM');
  expect(ses.requests.map(orderOf).sort()).toEqual(orderIds);
  await expect(readMails()).resolves.toMatchObject(
    orderIds.map((orderId) => ({ orderId, state: 'sent', attempts: 1 })),
  );
  await ses.close();
}, 180_000);

test('whatever was acknowledged is in the outbox exactly once, however often the process is killed', async () => {
  const orderIds = Array.from({ length: 12 }, (_, n) => String(100_001 + n));
  await prepare(orderIds);
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { upload } = await start();
    const uploads = orderIds.slice(round * 4, round * 4 + 4).map(async (orderId) => {
      if ((await upload(orderId).catch(() => 0)) === 200) acknowledged.push(orderId);
    });
    await Promise.race([
      Promise.all(uploads),
      settled(
        async () => acknowledged.length,
        (n) => n > round * 2,
      ),
    ]);
    await end('SIGKILL');
    await Promise.all(uploads);
  }
  const { mailStates } = await start();
  const outbox = () => readdir(path.join(dataDir, 'outbox')).catch(() => []);
  // Of uploads whose answer the kill cut off, too. A file may be there of a try that nobody could note any more.
  const states = async () => {
    await setTimeout(200);
    return (await Promise.all(orderIds.map(mailStates))).flat();
  };
  await settled(states, (all) => !all.includes('queued'), 120_000);
  await end('SIGTERM');

  const rows = await readMails();
  expect(rows.map((row) => row.orderId)).toEqual(expect.arrayContaining(acknowledged));
  expect(rows.every((row) => row.state === 'sent')).toBe(true);
  expect((await outbox()).sort()).toEqual(rows.map((row) => `${row.orderId}-${row.id}.eml`).sort());
  expect(new Set(rows.map((row) => row.orderId)).size).toBe(rows.length);
}, 300_000);

const orderOf = ({ body }: { body: Buffer }) =>
  /order (\d+)/.exec(Buffer.from(JSON.parse(body.toString()).Content.Raw.Data, 'base64').toString())![1];

/** Members and orders, before any process runs. */
async function prepare(orderIds: string[]) {
  copyPrepared(process.env.PREPARED_DATABASE!, dataDir);
  await inDatabase(async (database) => {
    const passwordHash = await hashPassword(demoPassword);
    await database.db.insert(members).values(demoMembers.map((member) => ({ ...member, passwordHash })));
    for (const orderId of orderIds) await addOrder({ desk: { database } }, { orderId });
  });
}

const readMails = () => inDatabase(({ db }) => db.select().from(mails).orderBy(asc(mails.orderId)));

async function inDatabase<T>(task: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: 'the test' });
  try {
    await migrate(database);
    return await task(database);
  } finally {
    await database.close();
  }
}

/** The product as a process of its own, with a member signed in. */
async function start(settings: Record<string, string> = {}) {
  const [port, publicPort] = [await freePort(), await freePort()];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO_ORDERS: '0', LOG_LEVEL: 'error', HOST: '127.0.0.1' };
  running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    cwd: dataDir,
    env: { ...env, PORT: String(port), PUBLIC_PORT: String(publicPort), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await settled(
    () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (ok) => ok,
    60_000,
  );
  const token = await signInTo(url);

  return {
    /** What became of the order's mails, as far as the product knows. */
    mailStates: async (orderId: string): Promise<string[]> => {
      const { data } = await mustCall(url, orderCalls.details, { orderId }, { token });
      return data.mailHistory.map(({ state }) => state);
    },
    upload: async (orderId: string): Promise<number> => {
      const uploadVisaDoc = new File(['%PDF-1.7'], 'declaration.pdf');
      const input = { orderId, email: 'customer@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      return (await callProduct(url, documentCalls.upload, input, { token })).status;
    },
  };
}

async function end(signal: 'SIGKILL' | 'SIGTERM') {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const exited = once(running, 'exit');
  running.kill(signal);
  await exited;
}
