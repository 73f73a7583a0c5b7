import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { openDatabase } from '../db/connect.ts';
import { demoMembers, demoPassword } from '../demo/demoMembers.ts';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import { hashPassword } from '../team/password.ts';
import { addOrder } from '../testing/addOrder.ts';
import { callProduct, mustCall, signInTo } from '../testing/callProduct.ts';
import { launchProduct, type LaunchedProduct } from '../testing/launchProduct.ts';
import { pdfOf } from '../testing/pdfOf.ts';
import { copyPrepared } from '../testing/preparedDatabase.ts';
import { settled } from '../testing/settled.ts';
import { sideBySide } from '../testing/sideBySide.ts';
import { wireServer } from '../testing/wireServer.ts';

// Each test has a product of its own and mostly waits for it, so they run side by side.
const orderIds = Array.from({ length: 12 }, (_, n) => String(100_001 + n));
const paid = { paidAt: new Date('2026-11-20T10:00:00Z'), amount: '79.00', currency: 'NZD' };
const started: LaunchedProduct[] = [];
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'mail-crash-'));
  await seed();
}, 60_000);
afterAll(async () => {
  await Promise.all(started.map(({ end }) => end('SIGKILL')));
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
});

const together = sideBySide(3, 400_000);

together('a process killed while it sends loses no mail, and sends none twice', async () => {
  let answers = false;
  const never = new Promise<never>(() => {});
  const ses = await wireServer(() => (answers ? { status: 200, body: '{"MessageId":"taken"}' } : never));
  const withSes = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SES_ENDPOINT: ses.endpoint,
  };
  const folder = await seededFolder('killed');

  const first = await start(folder, withSes);
  for (const orderId of orderIds.slice(0, 4)) expect(await first.upload(orderId)).toBe(200);
  // Two calls at a time: both wait for an answer, and the other two mails have not been called for.
  await settled(
    async () => ses.requests.length,
    (n) => n === 2,
  );
  await first.end('SIGKILL');

  answers = true;
  const second = await start(folder, withSes);
  await settled(
    async () => ses.requests.length,
    (n) => n === 4,
  );
  await second.end('SIGTERM');
  await expect(readMails(folder)).resolves.toMatchObject([
    { orderId: '100001', state: 'unknown', attempts: 1 },
    { orderId: '100002', state: 'unknown', attempts: 1 },
    { orderId: '100003', state: 'sent', attempts: 1, messageId: 'taken' },
    { orderId: '100004', state: 'sent', attempts: 1, messageId: 'taken' },
  ]);
  expect(ses.requests.map(orderOf).sort()).toEqual(['100001', '100002', '100003', '100004']);
  await ses.close();
});

together(
  'a process told to stop in the middle of many sends each of them once, the rest after the next start',
  async () => {
    const ses = await wireServer(async () => {
      await setTimeout(300);
      return { status: 200, body: '{"MessageId":"taken"}' };
    });
    const withSes = {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      SES_ENDPOINT: ses.endpoint,
      // Slower than documents are uploaded: each is read first.
      MAIL_PER_SECOND: '1',
    };
    const folder = await seededFolder('stopped');
    const first = await start(folder, withSes);
    await Promise.all(orderIds.map((orderId) => first.upload(orderId)));
    await settled(
      async () => ses.requests.length,
      (n) => n > 2,
    );
    await first.end('SIGTERM');
    expect(ses.requests.length).toBeLessThan(12);

    const second = await start(folder, withSes);
    await settled(
      async () => ses.requests.length,
      (n) => n === 12,
      60_000,
    );
    await second.end('SIGTERM');
    expect(ses.requests.map(orderOf).sort()).toEqual(orderIds);
    await expect(readMails(folder)).resolves.toMatchObject(
      orderIds.map((orderId) => ({ orderId, state: 'sent', attempts: 1 })),
    );
    await ses.close();
  },
);

together('whatever was acknowledged is in the outbox exactly once, however often the process is killed', async () => {
  const folder = await seededFolder('outbox');
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { upload, end } = await start(folder);
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
  const { mailStates, end } = await start(folder);
  const outbox = () => readdir(path.join(dataOf(folder), 'outbox')).catch(() => []);
  // Of uploads whose answer the kill cut off, too. A file may be there of a try that nobody could note any more.
  const states = async () => {
    await setTimeout(200);
    return (await Promise.all(orderIds.map(mailStates))).flat();
  };
  await settled(states, (all) => !all.includes('queued'), 120_000);
  await end('SIGTERM');

  const rows = await readMails(folder);
  expect(rows.map((row) => row.orderId)).toEqual(expect.arrayContaining(acknowledged));
  expect(rows.every((row) => row.state === 'sent')).toBe(true);
  expect((await outbox()).sort()).toEqual(rows.map((row) => `${row.orderId}-${row.id}.eml`).sort());
  expect(new Set(rows.map((row) => row.orderId)).size).toBe(rows.length);
});

together('a mail that waits outlives a kill, and goes once by itself when its time has come', async () => {
  const folder = await seededFolder('waiting');
  const waiting = { MAIL_DELAY_S: '5' };
  const first = await start(folder, waiting);
  expect(await first.upload('100001')).toBe(200);
  await first.end('SIGKILL');

  const second = await start(folder, waiting);
  await settled(
    () => second.mailStates('100001'),
    ([state]) => state === 'sent',
    60_000,
  );
  await second.end('SIGTERM');
  const [mail] = await readMails(folder);
  expect(mail).toMatchObject({ state: 'sent', attempts: 1 });
  expect(mail!.sentAt!.getTime()).toBeGreaterThanOrEqual(mail!.dueAt!.getTime());
  await expect(readdir(path.join(dataOf(folder), 'outbox'))).resolves.toEqual([`100001-${mail!.id}.eml`]);
});

together('an invoice that waits outlives a kill, keeps its number, and goes once', async () => {
  const folder = await seededFolder('invoices');
  const waiting = { MAIL_DELAY_S: '5' };
  const first = await start(folder, waiting);
  const { number } = await first.sendInvoice('100001');
  await first.end('SIGKILL');

  const second = await start(folder, waiting);
  expect((await second.sendInvoice('100002')).number).toBe(number + 1);
  await settled(
    async () => [...(await second.mailStates('100001')), ...(await second.mailStates('100002'))],
    (states) => states.every((state) => state === 'sent'),
    60_000,
  );
  expect((await second.sendInvoice('100001')).number).toBe(number);
  await second.end('SIGTERM');
  const [one, again, other] = await readMails(folder);
  expect([one, other]).toMatchObject([
    { orderId: '100001', kind: 'invoice', state: 'sent', attempts: 1 },
    { orderId: '100002', kind: 'invoice', state: 'sent', attempts: 1 },
  ]);
  expect(again).toMatchObject({ orderId: '100001', kind: 'invoice', state: 'queued' });
  const outbox = await readdir(path.join(dataOf(folder), 'outbox'));
  expect(outbox.sort()).toEqual([`100001-${one!.id}.eml`, `100002-${other!.id}.eml`]);
});

const orderOf = ({ body }: { body: Buffer }) =>
  /order (\d+)/.exec(Buffer.from(JSON.parse(body.toString()).Content.Raw.Data, 'base64').toString())![1];

const dataOf = (folder: string) => path.join(folder, 'data');
const seededData = () => dataOf(path.join(scratch, 'seeded'));

/** Members and orders, before any process runs: each test has a copy of them. */
async function seed() {
  copyPrepared(process.env.PREPARED_DATABASE!, seededData());
  await inDatabase(seededData(), async (database) => {
    const passwordHash = await hashPassword(demoPassword);
    await database.db.insert(members).values(demoMembers.map((member) => ({ ...member, passwordHash })));
    for (const orderId of orderIds) await addOrder({ desk: { database } }, { orderId, ...paid });
  });
}

async function seededFolder(name: string): Promise<string> {
  const folder = path.join(scratch, name);
  await mkdir(folder);
  copyPrepared(seededData(), dataOf(folder));
  return folder;
}

const readMails = (folder: string) =>
  inDatabase(dataOf(folder), ({ db }) => db.select().from(mails).orderBy(asc(mails.orderId), asc(mails.id)));

async function inDatabase<T>(
  dataDir: string,
  task: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: 'the test' });
  try {
    return await task(database);
  } finally {
    await database.close();
  }
}

/** The product as a process of its own, with a member signed in. */
async function start(folder: string, settings: Record<string, string> = {}) {
  const product = launchProduct(folder, { DEMO_ORDERS: '0', LOG_LEVEL: 'error', ...settings });
  started.push(product);
  const url = await product.ready();
  const token = await signInTo(url);

  return {
    end: product.end,
    /** What became of the order's mails, as far as the product knows. */
    mailStates: async (orderId: string): Promise<string[]> => {
      const { data } = await mustCall(url, orderCalls.details, { orderId }, { token });
      return data.mailHistory.map(({ state }) => state);
    },
    sendInvoice: async (orderId: string) => (await mustCall(url, invoiceCalls.send, { orderId }, { token })).data,
    upload: async (orderId: string): Promise<number> => {
      const uploadVisaDoc = new File([pdfOf()], 'declaration.pdf');
      const input = { orderId, email: 'customer@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      return (await callProduct(url, documentCalls.upload, input, { token })).status;
    },
  };
}
