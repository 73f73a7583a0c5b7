import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { openDatabase } from '../db/openDatabase.ts';
import { demoMembers, demoPassword } from '../demo/demoMembers.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import type { AppContext } from '../context/AppContext.ts';
import { createLogger } from '../http/log.ts';
import { sendInvoice } from '../invoices/sendInvoice.ts';
import { startMailJobs } from '../jobs/startMailJobs.ts';
import { openDiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';
import { readSettings } from '../settings/settings.ts';
import { openStorage } from '../storage/openStorage.ts';
import { hashPassword } from '../team/password.ts';
import { addOrder } from '../testing/addOrder.ts';
import { callProduct, callOrThrow, signInTo } from '../testing/callProduct.ts';
import { launchProduct, type LaunchedProduct } from '../testing/launchProduct.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { wireServer } from '../testing/mail/wireServer.ts';

// Tests run concurrently, because each mostly waits for its own product.
const orderIds = Array.from({ length: 12 }, (_, n) => String(100_001 + n));
const paid = { paidAt: new Date('2026-11-20T10:00:00Z'), amount: '79.00', currency: 'NZD' };
const started: LaunchedProduct[] = [];
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'mail-crash-'));
  await seed();
});
afterAll(async () => {
  await Promise.all(started.map(({ end }) => end('SIGKILL')));
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
});

test.concurrent('a process killed while sending loses no mail, and sends none twice', async () => {
  let answers = false;
  const never = new Promise<never>(() => {});
  const ses = await wireServer(() => (answers ? { status: 200, body: '{"MessageId":"taken"}' } : never));
  const withSes = sesAt(ses.endpoint);
  const folder = await seededFolder('killed');

  const first = await start(folder, withSes);
  for (const orderId of orderIds.slice(0, 4)) expect(await first.upload(orderId)).toBe(200);
  // Two calls at a time: both wait for a response, and no call for the other two mails has begun.
  await pollUntil(
    async () => ses.requests.length,
    (n) => n === 2,
  );
  await first.end('SIGKILL');

  answers = true;
  const second = await goOn(folder, withSes);
  const rows = await pollUntil(second.mails, noneWaits, 300_000);
  await second.stop();
  expect(rows).toMatchObject([
    { orderId: '100001', state: 'unknown', attempts: 1 },
    { orderId: '100002', state: 'unknown', attempts: 1 },
    { orderId: '100003', state: 'sent', attempts: 1, messageId: 'taken' },
    { orderId: '100004', state: 'sent', attempts: 1, messageId: 'taken' },
  ]);
  expect(ses.requests.map(orderOf).sort()).toEqual(['100001', '100002', '100003', '100004']);
  await ses.close();
}, 600_000);

test.concurrent('many mails are sent once each if the process is stopped meanwhile, the rest after the next start', async () => {
  const answered = Promise.withResolvers<void>();
  const ses = await wireServer(async (_request) => {
    if (ses.requests.length > 2) await answered.promise;
    return { status: 200, body: '{"MessageId":"taken"}' };
  });
  const withSes = {
    ...sesAt(ses.endpoint),
    LOG_LEVEL: 'info',
    // Slow, so that some mails are left when the product stops.
    MAIL_PER_SECOND: '1',
  };
  const folder = await seededFolder('stopped');
  const first = await start(folder, withSes);
  const uploads = await Promise.all(orderIds.map((orderId) => first.upload(orderId)));
  expect(uploads).toEqual(orderIds.map(() => 200));
  // Two calls were answered, and two are in progress, which is the maximum for mails with a document.
  await pollUntil(
    async () => ses.requests.length,
    (n) => n === 4,
  );
  expect(await stopDuringCalls(first, answered.resolve)).toBe(0);
  expect(ses.requests.length).toBeLessThan(orderIds.length);

  const second = await goOn(folder, withSes);
  const rows = await pollUntil(second.mails, noneWaits, 300_000);
  await second.stop();
  expect(rows).toMatchObject(orderIds.map((orderId) => ({ orderId, state: 'sent', attempts: 1 })));
  expect(ses.requests.map(orderOf).sort()).toEqual(orderIds);
  await ses.close();
}, 600_000);

test.concurrent('stopping waits for the response to a call in progress', async () => {
  const answered = Promise.withResolvers<void>();
  const ses = await wireServer(async () => {
    await answered.promise;
    return { status: 200, body: '{"MessageId":"taken"}' };
  });
  const folder = await seededFolder('slow');
  const withSes = { ...sesAt(ses.endpoint), LOG_LEVEL: 'info' };
  const first = await start(folder, withSes);
  expect(await first.upload('100001')).toBe(200);
  await pollUntil(
    async () => ses.requests.length,
    (n) => n === 1,
  );
  expect(await stopDuringCalls(first, answered.resolve)).toBe(0);
  const next = await goOn(folder, withSes);
  const rows = await pollUntil(next.mails, noneWaits);
  await next.stop();
  expect(rows).toMatchObject([{ state: 'sent', attempts: 1, messageId: 'taken' }]);
  await ses.close();
}, 600_000);

test.concurrent('acknowledged mail is in the outbox exactly once, however often the process is killed', async () => {
  const folder = await seededFolder('outbox');
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round++) {
    const { upload, end } = await start(folder);
    const uploads = orderIds.slice(round * 6, round * 6 + 6).map(async (orderId) => {
      if ((await upload(orderId).catch(() => 0)) === 200) acknowledged.push(orderId);
    });
    await Promise.race([
      Promise.all(uploads),
      pollUntil(
        async () => acknowledged.length,
        (n) => n > round * 3,
      ),
    ]);
    await end('SIGKILL');
    await Promise.all(uploads);
  }
  const last = await goOn(folder);
  // Rows include uploads whose response was lost in the kill. A kill may also leave a file in the outbox whose mail is
  // not yet marked as sent, so wait until no mail is queued.
  const rows = await pollUntil(last.mails, noneWaits, 300_000);
  await last.stop();
  expect(rows.map((row) => row.orderId)).toEqual(expect.arrayContaining(acknowledged));
  expect(rows.every((row) => row.state === 'sent')).toBe(true);
  expect(await outboxOf(folder)).toEqual(rows.map((row) => `${row.orderId}-${row.id}.eml`).sort());
  expect(new Set(rows.map((row) => row.orderId)).size).toBe(rows.length);
}, 600_000);

test.concurrent('a waiting mail and a waiting invoice survive a kill, and are sent once when due', async () => {
  const folder = await seededFolder('waiting');
  const waiting = { MAIL_DELAY_S: '5' };
  const first = await start(folder, waiting);
  expect(await first.upload('100001')).toBe(200);
  const { number } = await first.sendInvoice('100002');
  await first.end('SIGKILL');

  const second = await goOn(folder, waiting);
  expect(await second.sendInvoice('100003')).toBe(number + 1);
  const rows = await pollUntil(second.mails, noneWaits, 300_000);
  expect(await second.sendInvoice('100002')).toBe(number);
  await second.stop();
  expect(rows).toMatchObject([
    { orderId: '100001', kind: 'approval', state: 'sent', attempts: 1 },
    { orderId: '100002', kind: 'invoice', state: 'sent', attempts: 1 },
    { orderId: '100003', kind: 'invoice', state: 'sent', attempts: 1 },
  ]);
  for (const { sentAt, dueAt } of rows) expect(sentAt!.getTime()).toBeGreaterThanOrEqual(dueAt!.getTime());
  expect(await outboxOf(folder)).toEqual(rows.map((row) => `${row.orderId}-${row.id}.eml`).sort());
}, 600_000);

const sesAt = (endpoint: string) => ({
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  SES_ENDPOINT: endpoint,
});

/** Stops a product, and answers its calls once it waits for them. Resolves to the exit code. */
async function stopDuringCalls({ end, output }: Pick<LaunchedProduct, 'end' | 'output'>, answer: () => void) {
  const ended = end('SIGTERM');
  await pollUntil(
    async () => output(),
    (said) => said.split('waiting for running jobs').length > 2,
  );
  answer();
  return ended;
}

const orderOf = ({ body }: { body: Buffer }) =>
  /order (\d+)/.exec(Buffer.from(JSON.parse(body.toString()).Content.Raw.Data, 'base64').toString())![1];

const dataOf = (folder: string) => path.join(folder, 'data');
const seededData = () => dataOf(path.join(scratch, 'seeded'));

/** Creates members and orders before any product runs. Each test gets a copy. */
async function seed() {
  copyPrepared(process.env.PREPARED_DATABASE!, seededData());
  const database = await openDatabase({ databaseUrl: null, dataDir: seededData(), staffUrl: 'the test' });
  try {
    const passwordHash = await hashPassword(demoPassword);
    await database.db.insert(members).values(demoMembers.map((member) => ({ ...member, passwordHash })));
    for (const orderId of orderIds) await addOrder({ context: { database } }, { orderId, ...paid });
  } finally {
    await database.close();
  }
}

async function seededFolder(name: string): Promise<string> {
  const folder = path.join(scratch, name);
  await mkdir(folder);
  copyPrepared(seededData(), dataOf(folder));
  return folder;
}

const outboxOf = async (folder: string) =>
  (await readdir(path.join(dataOf(folder), 'outbox')).catch(() => [] as string[])).sort();

type Mail = typeof mails.$inferSelect;
const noneWaits = (rows: Mail[]) => rows.every(({ state }) => state !== 'queued');

/** Starts the mail jobs on the folder in this process, like the next start of the product. */
async function goOn(folder: string, environment: Record<string, string> = {}) {
  const settings = readSettings({
    ...{ DATA_DIR: dataOf(folder), DEMO_ORDERS: '0', MAIL_DELAY_S: '0' },
    ...environment,
    LOG_LEVEL: 'silent',
  });
  const log = createLogger(settings);
  const database = await openDatabase(settings);
  const appContext: AppContext = {
    ...{ settings, database, log, secret: Buffer.from('none'), serving: true },
    storage: await openStorage(settings),
    diskSpace: openDiskSpaceGuard(settings, log),
  };
  const jobs = await startMailJobs(appContext);
  const { db } = database;
  const [member] = await db.select().from(members).limit(1);
  return {
    mails: () => db.select().from(mails).orderBy(asc(mails.orderId), asc(mails.id)),
    sendInvoice: async (orderId: string) => {
      const sent = await sendInvoice({ orderId }, { db, member } as never, settings);
      return sent.data.number;
    },
    stop: async () => {
      await jobs.stop();
      await database.close();
    },
  };
}

/** Starts the product as a child process, with a member signed in. */
async function start(folder: string, settings: Record<string, string> = {}) {
  const product = launchProduct(folder, { DEMO_ORDERS: '0', LOG_LEVEL: 'error', ...settings });
  started.push(product);
  const url = await product.ready();
  const token = await signInTo(url);

  return {
    end: product.end,
    output: product.output,
    sendInvoice: async (orderId: string) => (await callOrThrow(url, invoiceCalls.send, { orderId }, { token })).data,
    upload: async (orderId: string): Promise<number> => {
      const uploadVisaDoc = new File([pdfOf()], 'declaration.pdf');
      const input = { orderId, email: 'customer@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      return (await callProduct(url, documentCalls.upload, input, { token })).status;
    },
  };
}
