import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { DiskSpaceGuard } from '../disk-space/DiskSpaceGuard.ts';
import { addOrder } from '../testing/addOrder.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SENDGRID_WEBHOOK_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi('embedded', { SENDGRID_WEBHOOK_KEY });
});
afterAll(() => api.close());

const now = () => Math.floor(Date.now() / 1000);

interface Sent {
  key?: KeyObject;
  timestamp?: string;
  /** Replaces the signed payload. */
  payload?: string;
}

function headersOf(body: string, { key = privateKey, timestamp = String(now()) }: Sent = {}) {
  return {
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  };
}

async function post(events: unknown, sent: Sent = {}, app = api.staff) {
  // SendGrid appends a line break, which is signed too.
  const body = `${JSON.stringify(events)}\r\n`;
  const payload = sent.payload ?? body;
  const about = { method: 'POST', url: '/api/webhooks/sendgrid', headers: headersOf(body, sent), payload } as const;
  return (await app.inject(about)).statusCode;
}

const db = () => api.context.database.db;
const read = async (id: number) => (await db().select().from(mails).where(eq(mails.id, id)))[0]!;

async function sentMail() {
  const orderId = await addOrder(api);
  const sent = { kind: 'approval', recipient: 'mere@example.com', provider: 'Sendgrid', state: 'sent' } as const;
  const messageId = `<${orderId}@example.com>`;
  const [mail] = await db()
    .insert(mails)
    .values({ ...sent, orderId, messageId })
    .returning();
  return { ...mail!, orderId };
}

let eventNumber = 0;
const event = (mail: typeof mails.$inferSelect, about: object = { event: 'delivered' }) => ({
  email: mail.recipient,
  timestamp: now(),
  'smtp-id': mail.messageId,
  sg_event_id: `event-${++eventNumber}`,
  sg_message_id: `14c5d75ce93.dfd.${mail.id}`,
  mail: String(mail.id),
  ...about,
});

test('a signed batch is recorded, mail by mail', async () => {
  const [one, other] = [await sentMail(), await sentMail()];
  const batch = [event(one), event(other), event(other, { event: 'open' }), { event: 'no event of a mail' }, null];
  await expect(post(batch)).resolves.toBe(200);
  await expect(read(one.id)).resolves.toMatchObject({ state: 'delivered' });
  await expect(read(other.id)).resolves.toMatchObject({ state: 'opened' });
  // SendGrid resends the batch if it missed the response.
  await expect(post(batch)).resolves.toBe(200);
  await expect(db().$count(mailEvents, eq(mailEvents.mailId, other.id))).resolves.toBe(2);
});

test('a mail is found by its Message-ID if its id is missing', async () => {
  const mail = await sentMail();
  await expect(post([event(mail, { event: 'delivered', mail: undefined })])).resolves.toBe(200);
  await expect(read(mail.id)).resolves.toMatchObject({ state: 'delivered' });
});

test.each<[string, object, object, string | null]>([
  [
    'a bounce',
    { event: 'bounce', type: 'bounce', reason: '550 no such user' },
    { state: 'bounced', reason: 'SendGrid: 550 no such user' },
    'mere@example.com',
  ],
  [
    'a block',
    { event: 'bounce', type: 'blocked', reason: '421 try later' },
    { state: 'sent', reason: 'SendGrid: 421 try later' },
    null,
  ],
  [
    'a mail that was dropped',
    { event: 'dropped', reason: 'Bounced Address' },
    { state: 'bounced', reason: 'SendGrid: Bounced Address' },
    'mere@example.com',
  ],
  [
    'a deferral',
    { event: 'deferred', response: '452 mailbox full' },
    { state: 'sent', reason: 'SendGrid: 452 mailbox full' },
    null,
  ],
  ['a report of spam', { event: 'spamreport' }, { state: 'complained', reason: null }, 'mere@example.com'],
  ['a click', { event: 'click' }, { state: 'sent', reason: null }, null],
  ['a name that every object has', { event: 'toString' }, { state: 'sent', reason: null }, null],
])('%s sets the state of the mail and of its address', async (_what, about, expected, address) => {
  const mail = await sentMail();
  await expect(post([event(mail, about)])).resolves.toBe(200);
  await expect(read(mail.id)).resolves.toMatchObject(expected);
  const [order] = await db().select().from(orders).where(eq(orders.orderId, mail.orderId));
  expect(order!.bouncedAddress).toBe(address);
});

test('an unknown mail and an invalid batch are accepted and change nothing', async () => {
  const before = await db().$count(mailEvents);
  const unknown = { id: 2_000_000_000, recipient: 'mere@example.com', messageId: '<x@example.com>' };
  for (const events of [[event(unknown as typeof mails.$inferSelect)], {}, null, 'hello']) {
    await expect(post(events)).resolves.toBe(200);
  }
  await expect(db().$count(mailEvents)).resolves.toBe(before);
});

test.each<[string, () => Sent]>([
  ['by another key', () => ({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })],
  ['eleven minutes ago', () => ({ timestamp: String(now() - 660) })],
  ['in eleven minutes', () => ({ timestamp: String(now() + 660) })],
  ['at no time', () => ({ timestamp: 'soon' })],
])('a batch signed %s is refused', async (_how, sent) => {
  const mail = await sentMail();
  await expect(post([event(mail)], sent())).resolves.toBe(401);
  await expect(read(mail.id)).resolves.toMatchObject({ state: 'sent' });
});

test('a tampered or unsigned batch is refused', async () => {
  const mail = await sentMail();
  const bounced = JSON.stringify([event(mail, { event: 'bounce', type: 'bounce' })]);
  await expect(post([event(mail)], { payload: bounced })).resolves.toBe(401);
  const unsigned = await api.staff.inject({ method: 'POST', url: '/api/webhooks/sendgrid', payload: bounced });
  expect([unsigned.statusCode, unsigned.json().status]).toEqual([401, 0]);
  await expect(read(mail.id)).resolves.toMatchObject({ state: 'sent' });
});

test('without a key every batch is refused', async () => {
  const unset = await startTestApi('embedded');
  await expect(post([], {}, unset.staff)).resolves.toBe(401);
  await unset.close();
});

test('on a full disk SendGrid must resend the report', async () => {
  const { diskSpace } = api.context;
  const log = { warn: () => {}, info: () => {} };
  api.context.diskSpace = new DiskSpaceGuard({ readFree: async () => 0, minFreeBytes: 1, holdsDatabase: true, log });
  const mail = await sentMail();
  await expect(post([event(mail)])).resolves.toBe(507);
  api.context.diskSpace = diskSpace;
  await expect(read(mail.id)).resolves.toMatchObject({ state: 'sent' });
});

test('a body over 1 MB is not read', async () => {
  await expect(post(['x'.repeat(1024 * 1024)])).resolves.toBe(413);
});

test('the public origin has no such route', async () => {
  await expect(post([], {}, api.customers)).resolves.toBe(404);
});
