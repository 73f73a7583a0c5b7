import { randomUUID, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import selfsigned from 'selfsigned';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { addOrder } from '../testing/addOrder.ts';
import { wireServer, type WireAnswer } from '../testing/mail/wireServer.ts';
import { staffServer } from '../staffServer.ts';
import { startTestApi, type TestApi } from '../testing/startTestApi.ts';
import { signedText, type SnsMessage } from './ses.ts';

const topicArn = 'arn:aws:sns:eu-west-1:123456789012:desk-events';
const host = 'https://sns.eu-west-1.amazonaws.com';

let topic: Awaited<ReturnType<typeof snsTopic>>;
let api: TestApi;
beforeAll(async () => {
  topic = await snsTopic();
  api = await startTestApi('embedded', { SES_TOPIC_ARN: topicArn, SNS_ENDPOINT: topic.endpoint });
});
afterAll(async () => {
  await api.close();
  await topic.close();
});
afterEach(() => topic.answerBy(null));

/** Posts a message like SNS: JSON with the content type of plain text. */
const post = async (message: SnsMessage, app = api.staff) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/webhooks/ses',
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
      payload: JSON.stringify(message),
    })
  ).statusCode;

const db = () => api.context.database.db;
const read = async (id: number) => (await db().select().from(mails).where(eq(mails.id, id)))[0]!;

async function sentMail() {
  const orderId = await addOrder(api);
  const sent = { kind: 'approval', recipient: 'mere@example.com', provider: 'AWS', state: 'sent' } as const;
  const messageId = `0100-${orderId}`;
  const [mail] = await db()
    .insert(mails)
    .values({ ...sent, orderId, messageId })
    .returning();
  return mail!;
}

const event = ({ id, messageId }: typeof mails.$inferSelect, about: object) =>
  JSON.stringify({
    mail: { messageId, destination: ['mere@example.com'], tags: { mail: [String(id)] }, headers: [] },
    ...about,
  });
const delivery = { eventType: 'Delivery', delivery: { timestamp: '2026-11-21T10:22:04.000Z' } };

test.each(['1', '2'] as const)('a delivery signed in version %s is recorded', async (SignatureVersion) => {
  const mail = await sentMail();
  await expect(post(topic.signed({ SignatureVersion, Message: event(mail, delivery) }))).resolves.toBe(200);
  await expect(read(mail.id)).resolves.toMatchObject({ state: 'delivered' });
  const [noted] = await db().select().from(mailEvents).where(eq(mailEvents.mailId, mail.id));
  expect(noted).toMatchObject({ type: 'delivered', at: new Date('2026-11-21T10:22:04.000Z') });
});

test('the same message twice is one event', async () => {
  const mail = await sentMail();
  const message = topic.signed({ Subject: 'Amazon SES', Message: event(mail, delivery) });
  for (let n = 0; n < 2; n++) await expect(post(message)).resolves.toBe(200);
  await expect(db().$count(mailEvents, eq(mailEvents.mailId, mail.id))).resolves.toBe(1);
});

const bounce = (bounceType: string, diagnosticCode?: string) => ({
  eventType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType: 'General',
    timestamp: '2026-11-21T10:22:04.000Z',
    bouncedRecipients: [{ emailAddress: 'mere@example.com', ...(diagnosticCode && { diagnosticCode }) }],
  },
});

test.each<[string, object, object]>([
  ['an open', { eventType: 'Open', open: { timestamp: '2026-11-21T10:22:04.000Z' } }, { state: 'opened' }],
  [
    'a permanent bounce',
    bounce('Permanent', 'smtp; 550 5.1.1\r\nno such user'),
    { state: 'bounced', reason: 'Amazon SES: smtp; 550 5.1.1 no such user' },
  ],
  ['a transient bounce', bounce('Transient'), { state: 'sent', reason: 'Amazon SES: General' }],
  ['a bounce of unknown type', bounce('Undetermined'), { state: 'sent', reason: 'Amazon SES: General' }],
  [
    'a complaint',
    { eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } },
    { state: 'complained', reason: 'Amazon SES: abuse' },
  ],
  ['a refusal', { eventType: 'Reject', reject: { reason: 'Bad content' } }, { state: 'bounced' }],
  [
    'a delay',
    { eventType: 'DeliveryDelay', deliveryDelay: { delayType: 'MailboxFull' } },
    { state: 'sent', reason: 'Amazon SES: MailboxFull' },
  ],
  ['a notification of the identity', { notificationType: 'Delivery' }, { state: 'delivered' }],
  ['a click', { eventType: 'Click', click: {} }, { state: 'sent', reason: null }],
  ['a name that every object has', { eventType: 'constructor' }, { state: 'sent', reason: null }],
])('%s sets the state of the mail', async (_what, about, expected) => {
  const mail = await sentMail();
  await expect(post(topic.signed({ Message: event(mail, about) }))).resolves.toBe(200);
  await expect(read(mail.id)).resolves.toMatchObject(expected);
});

test('an unknown mail and an invalid event are accepted and change nothing', async () => {
  const unknown = { id: 2_000_000_000, messageId: 'unknown' } as typeof mails.$inferSelect;
  const before = await db().$count(mailEvents);
  for (const Message of [event(unknown, delivery), 'Successfully validated SNS topic.', '[]', 'null']) {
    await expect(post(topic.signed({ Message }))).resolves.toBe(200);
  }
  await expect(db().$count(mailEvents)).resolves.toBe(before);
});

describe('refused with 401 and without a change is', () => {
  const address = 'SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';
  const forged: [string, (message: SnsMessage) => SnsMessage | Promise<SnsMessage>][] = [
    ['a message that was changed', (message) => ({ ...message, MessageId: 'another' })],
    ['a message without its signature', (message) => ({ ...message, Signature: '' })],
    ['a version that claims another digest', (message) => ({ ...message, SignatureVersion: '1' })],
    ['a message of a stranger’s topic', ({ Message }) => topic.signed({ Message, TopicArn: `${topicArn}-2` })],
    ...[
      `https://sns.eu-west-1.amazonaws.com.example.com/${address}`,
      `https://example.com/${address}`,
      `https://sns.eu-west-1.amazonaws.com:8443/${address}`,
      `https://sns.eu-west-1.amazonaws.com@example.com/${address}`,
      `http://sns.eu-west-1.amazonaws.com/${address}`,
      `https://bucket.s3.amazonaws.com/${address}`,
      `https://sns.s3-us-west-2.amazonaws.com/${address}`,
      `https://sns.eu-west-2.amazonaws.com/${address}`,
      `https://sns.eu-west-1.amazonaws.com.cn/${address}`,
      `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${'0'.repeat(101)}.pem`,
      `https://sns.eu-west-1.amazonaws.com/?x=/${address}`,
      'no address',
    ].map((SigningCertURL): (typeof forged)[number] => [
      `a certificate from ${SigningCertURL}`,
      ({ Message }) => topic.signed({ Message, SigningCertURL }),
    ]),
    [
      'a message that a stranger signed',
      async (message) => {
        const stranger = await snsTopic();
        await stranger.close();
        return stranger.signed(message);
      },
    ],
  ];
  test.each(forged)('%s', async (_what, forge) => {
    const mail = await sentMail();
    const message = await forge(topic.signed({ Message: event(mail, delivery) }));
    await expect(post(message)).resolves.toBe(401);
    await expect(read(mail.id)).resolves.toMatchObject({ state: 'sent' });
  });

  test('a body that is not a message of SNS', async () => {
    for (const payload of ['', '{}', 'null', 'hello']) {
      const headers = { 'content-type': 'text/plain' };
      const answer = await api.staff.inject({ method: 'POST', url: '/api/webhooks/ses', headers, payload });
      expect([answer.statusCode, answer.json().status]).toEqual([401, 0]);
    }
  });

  test('everything, if no topic is set', async () => {
    const unset = await startTestApi('embedded', { SNS_ENDPOINT: topic.endpoint });
    await expect(post(topic.signed(), unset.staff)).resolves.toBe(401);
    await unset.close();
  });
});

test('a subscription is confirmed at SNS’s own host, and no other host is called', async () => {
  const confirmations = () => topic.requests.filter(({ path }) => path.startsWith('/?Action=ConfirmSubscription'));
  await expect(post(topic.subscription())).resolves.toBe(200);
  expect(confirmations().map(({ path }) => path)).toEqual([
    `/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=2336412f`,
  ]);
  const elsewhere = `${topic.endpoint}/?Action=ConfirmSubscription`;
  await expect(post(topic.subscription({ SubscribeURL: elsewhere }))).resolves.toBe(401);
  await expect(post(topic.subscription({ Token: undefined, SubscribeURL: undefined }))).resolves.toBe(401);
  expect(confirmations()).toHaveLength(1);
});

test('if SNS does not respond, the message must be resent; a failed look-up is cached for a minute', async () => {
  const mail = await sentMail();
  const from = (name: string) =>
    topic.signed({
      SigningCertURL: `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${name}.pem`,
      Message: event(mail, delivery),
    });
  const failures = [
    ['hangs', 'hangUp', 503],
    ['busy', { status: 503 }, 503],
    // A response that is not a certificate is not cached as one.
    ['none', { status: 404, body: 'Not found' }, 401],
    ['long', { status: 200, body: 'x'.repeat(20_000) }, 401],
  ] as const;
  for (const [name, answer, status] of failures) {
    topic.answerBy(answer);
    await expect(post(from(name))).resolves.toBe(status);
    const asked = topic.requests.length;
    topic.answerBy(null);
    await expect(post(from(name))).resolves.toBe(status);
    expect(topic.requests).toHaveLength(asked);
  }
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  try {
    await expect(post(from('none'))).resolves.toBe(200);
  } finally {
    later.mockRestore();
  }
});

test('forged reports cause at most twenty requests for certificates a minute', async () => {
  const app = await staffServer(api.context);
  topic.answerBy({ status: 404, body: 'Not found' });
  const before = topic.requests.length;
  const forge = (n: number) =>
    post(
      topic.signed({ SigningCertURL: `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${n}.pem` }),
      app,
    );
  const statuses = [];
  for (let n = 0; n < 30; n += 1) statuses.push(await forge(n));
  expect(topic.requests.length - before).toBe(20);
  expect(statuses.slice(18, 22)).toEqual([401, 401, 503, 503]);
  await app.close();
});

test('if SNS does not respond, the subscription must be resent', async () => {
  topic.answerBy({ status: 503 });
  await expect(post(topic.subscription())).resolves.toBe(503);
});

test('a body over 256 KB is not read', async () => {
  await expect(post(topic.signed({ Message: 'x'.repeat(256 * 1024) }))).resolves.toBe(413);
});

test('the public origin has no such route', async () => {
  await expect(post(topic.signed(), api.customers)).resolves.toBe(404);
});

/** An SNS topic with its own key and certificate, on a server that replaces Amazon's. Records `requests`. */
async function snsTopic() {
  const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'sns.amazonaws.com' }]);
  let answer: WireAnswer | null = null;
  const server = await wireServer(
    ({ path }) => answer ?? { status: 200, body: path.endsWith('.pem') ? cert : '<ok/>' },
  );

  return {
    endpoint: server.endpoint,
    requests: server.requests,
    /** Overrides all responses; null restores certificate and confirmation. */
    answerBy: (given: WireAnswer | null) => void (answer = given),
    signed(changes: Partial<SnsMessage> = {}): SnsMessage {
      const message: SnsMessage = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: '{}',
        Timestamp: '2026-11-21T10:22:05.123Z',
        SignatureVersion: '2',
        Signature: '',
        SigningCertURL: `${host}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`,
        ...changes,
      };
      const digest = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
      return { ...message, Signature: sign(digest, Buffer.from(signedText(message)), key).toString('base64') };
    },
    subscription(changes: Partial<SnsMessage> = {}): SnsMessage {
      const confirmation = `${host}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=2336412f`;
      const begins = {
        Type: 'SubscriptionConfirmation',
        Message: 'You have chosen to subscribe',
        Token: '2336412f',
      } as const;
      return this.signed({ ...begins, SubscribeURL: confirmation, ...changes });
    },
    close: server.close,
  };
}
