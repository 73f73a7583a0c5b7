import { Readable, Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { declarationAnswers } from 'shared/api/orderDetails';
import { statuses, type OrderStatus } from 'shared/rules/orderStatus';
import { customerMessages, remarks } from '../db/schema/remarks.ts';
import { documents, downloads } from '../db/schema/documents.ts';
import { failedAttempts, members } from '../db/schema/members.ts';
import { gateways } from '../db/schema/billing.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { createLogger } from '../http/log.ts';
import { publicServer } from '../publicServer.ts';
import { signCustomerToken, signFileGrant } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

/** Part of every value that only staff may see. */
const secret = 'sEcReT';
const email = `${secret}@example.com`;

/** Every field that a customer may receive, across all calls, statuses and refusals. */
const allowed = new Set([
  'status',
  'message',
  'data',
  'data.token',
  'data.landing_domain',
  'data.changed',
  'data.askAgain',
  'data.id',
  'data.address',
  'data.grant',
  ...['order_id', 'create_ts', 'ip', 'browser', 'os', 'timezone', 'completed', 'percent'].map(
    (field) => `data.[].${field}`,
  ),
  'downloadTotal',
  ...['order_id', 'full_name', 'stage', 'question', 'landing_domain', 'mailed_at', 'created_at'].map(
    (of) => `mainResult.${of}`,
  ),
  ...['step', 'on', 'usually_by', 'late'].map((field) => `mainResult.next.${field}`),
  ...['id', 'from', 'kind', 'at', 'seen_at', 'text', 'file', 'file.name', 'file.content_type', 'file.size'].map(
    (field) => `messages.[].${field}`,
  ),
  'uploadLimitMb',
  'mark',
  'askAgain',
  'path',
  ...['file1', 'content_type', 'size'].map((field) => `path.${field}`),
]);

function fieldsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const named = Array.isArray(value) ? value.map((item) => ['[]', item]) : Object.entries(value);
  return named.flatMap(([name, item]) => fieldsOf(item, at ? `${at}.${String(name)}` : String(name)));
}

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const memberId = () => api().memberIds.Team;

  /** An order with a secret in each column that customers must not see. */
  async function secretOrder(status: OrderStatus, withDocument: boolean) {
    const orderId = await addOrder(api(), {
      processStatus: status,
      beforeDeleteStatus: status === 'Deleted' ? 'New' : null,
      assignedTo: memberId(),
      firstName: secret,
      lastName: secret,
      email,
      contactEmailAddress: `contact-${email}`,
      confirmEmail: email,
      phoneNumber: secret,
      countryCode: secret,
      processingDate: '2030-01-01',
      refundDate: status === 'Completed Refunds' ? '2026-11-20' : null,
      transactionId: secret,
      merchantName: secret,
      paidAt: new Date(),
      amount: '79.00',
      currency: 'NZD',
      orderIp: secret,
      orderUserAgent: secret,
      processedBy: memberId(),
      completedAt: new Date(),
      bouncedAddress: email,
      declaration: Object.fromEntries(Object.keys(declarationAnswers.entries).map((field) => [field, secret])),
    });
    const given = { orderId, memberId: memberId() };
    await db()
      .insert(remarks)
      .values({ ...given, remark: secret });
    const history = { kind: 'remark', field: secret, from: secret, to: secret, version: 1 } as const;
    await db()
      .insert(orderHistory)
      .values({ ...given, ...history, actionId: '00000000-0000-4000-8000-000000000000' });
    // Customers see the question and their files, but not who asked or how files are stored.
    const sentFile = { originalName: 'passport.pdf', contentType: 'application/pdf', size: 8 };
    const keptFile = { file1: `${secret}-sent-${orderId}.pdf`, sha256: secret, storageKey: secret };
    await db()
      .insert(customerMessages)
      .values([
        { ...given, text: 'Your flight?' },
        ...[{ orderId, text: 'NZ 104', address: secret, sentKey: secret, sentDigest: secret }],
        ...[{ orderId, text: '', address: secret, ...sentFile, ...keptFile }],
      ]);
    if (!withDocument) return { orderId, file1: null };
    const file = { customerName: secret, originalName: secret, contentType: 'application/pdf', size: 8 };
    const file1 = `${secret}-${orderId}.pdf`;
    const kept = { storageKey: secret, sha256: secret, warnings: [secret], uploadedBy: memberId() };
    const [document] = await db()
      .insert(documents)
      .values({ orderId, file1, ...file, ...kept })
      .returning();
    const device = { ip: '203.0.113.24', browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Asia/Dubai' };
    const wasPublic = { origin: 'public', bytesSent: 8, endSent: true, completedAt: new Date() } as const;
    await db()
      .insert(downloads)
      .values({ orderId, documentId: document!.id, ...device, ...wasPublic });
    const mail = { orderId, documentId: document!.id, kind: 'approval', recipient: email, provider: 'AWS' } as const;
    const sent = { state: 'bounced', reason: secret, messageId: `${secret}-${orderId}`, askedBy: memberId() } as const;
    const [row] = await db()
      .insert(mails)
      .values({ ...mail, ...sent })
      .returning();
    const event = { type: 'bounced', at: new Date(), eventId: `${secret}-${orderId}`, reason: secret } as const;
    await db()
      .insert(mailEvents)
      .values({ mailId: row!.id, ...event });
    return { orderId, file1 };
  }

  beforeAll(async () => {
    await api().context.storage.put(secret, Readable.from([pdfOf()]), 'application/pdf');
    const [first] = await db().select().from(gateways);
    await db().update(gateways).set({ gatewayName: secret }).where(eq(gateways.id, first!.id));
    await db()
      .update(members)
      .set({ name: `${secret} Team` })
      .where(eq(members.id, memberId()));
  });
  beforeEach(() => db().delete(failedAttempts));

  const answered = new Set<string>();
  const cases = statuses.flatMap((status) => [false, true].map((withDocument) => [status, withDocument] as const));
  test.each(cases)('for a %s order (with a document: %p) calls return only allowed fields', async (status, has) => {
    const { orderId, file1 } = await secretOrder(status, has);
    const as = { origin: 'public', token: await signCustomerToken(api().context.secret, orderId) } as const;
    const answers = {
      site: await api().callApi(customerCalls.site, { orderId }, { origin: 'public' }),
      track: await api().callApi(customerCalls.track, { orderId, email }, { origin: 'public' }),
      wrong: await api().callApi(customerCalls.track, { orderId, email: 'x@example.com' }, { origin: 'public' }),
      history: await api().callApi(customerCalls.downloadHistory, { orderId }, as),
      follow: await api().callApi(customerCalls.follow, { orderId, mark: '' }, as),
      send: await api().callApi(customerCalls.sendMessage, { orderId, text: 'Hello' }, as),
      download: await api().callApi(
        customerCalls.downloadDocument,
        { orderId, customername: 'customer', file1: file1 ?? 'none.pdf' },
        as,
      ),
    };
    const isReady = has && ['Completed', 'Customer Called', 'ChargeBack'].includes(status);
    for (const [call, { body }] of Object.entries(answers)) {
      const fields = fieldsOf(body);
      expect([call, fields.filter((field) => !allowed.has(field))]).toEqual([call, []]);
      for (const field of fields) answered.add(field);
      // Until the document is ready, neither a field nor a URL may contain its file name.
      const said = isReady ? JSON.stringify(body).replaceAll(file1!, '') : JSON.stringify(body);
      const grant = 'grant' in (body.data ?? {}) ? (body.data as { grant: string }).grant : '';
      const decoded = Buffer.from(grant.split('.')[1] ?? '', 'base64url').toString();
      expect([call, `${said}${decoded.replaceAll(file1 ?? secret, '')}`.includes(secret)]).toEqual([call, false]);
    }
    const { history } = answers;
    expect(history.httpStatus).toBe(status === 'Deleted' ? 401 : 200);
    if (status !== 'Deleted') {
      expect([history.body.data.length, history.body.messages.length]).toEqual([has ? 1 : 0, 3]);
      expect(history.body.path === null).toBe(!isReady);
    }
    expect(answers.download.httpStatus).toBe(status === 'Deleted' ? 401 : isReady ? 200 : has ? 409 : 404);
  });

  test('the orders above return each allowed field at least once', () => {
    expect([...allowed].filter((field) => !answered.has(field))).toEqual([]);
  });

  test('a document that staff open on the order page adds no download row', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Completed' });
    const file1 = await uploadPdf(api(), orderId);
    const { body } = await api().callApi(orderCalls.details, { orderId }, { as: 'Admin' });
    await api().staff.inject({ url: `/uploads/visaDocs/${file1}?grant=${body.data.uploadDoc[0]!.grant}` });
    expect(await db().select().from(downloads).where(eq(downloads.orderId, orderId))).toEqual([]);
  });

  test('a grant for one order’s file opens no file of another order', async () => {
    const [one, other] = [
      await addOrder(api(), { processStatus: 'Completed' }),
      await addOrder(api(), { processStatus: 'Completed' }),
    ];
    const [file1, others] = [await uploadPdf(api(), one), await uploadPdf(api(), other)];
    const token = await signCustomerToken(api().context.secret, one);
    const input = { orderId: one, customername: 'customer', file1 } as const;
    const { body } = await api().callApi(customerCalls.downloadDocument, input, { origin: 'public', token });
    const get = async (name: string, grant: string) => {
      const { statusCode } = await api().customers.inject({ url: `/uploads/docs/${name}?grant=${grant}` });
      return statusCode;
    };
    const { grant } = body.data;
    expect(await get(`${one}_${file1}`, grant)).toBe(200);
    expect(await get(`${other}_${others}`, grant)).toBe(401);
    expect(await get(`${other}_${file1}`, grant)).toBe(404);
    expect(await get(`${one}_${others}`, grant)).toBe(401);
    expect(await get(`${one}_${file1}`, await signFileGrant(Buffer.from('another secret'), { file1 }))).toBe(401);
  });

  test('the log of a customer’s calls has no email, no message, no token and no grant', async () => {
    let text = '';
    const lines = new Writable({ write: (chunk, _encoding, done) => done(void (text += String(chunk))) });
    const log = createLogger({ logLevel: 'trace' }, lines);
    const logged = await publicServer({ ...api().context, log });
    const orderId = await addOrder(api(), { email: 'mere@example.com', processStatus: 'Awaiting' });
    const ready = await addOrder(api(), { processStatus: 'Completed' });
    const file1 = await uploadPdf(api(), ready);
    const post = async (path: string, payload: object | string, authorization = '') => {
      const response = await logged.inject({ method: 'POST', url: `/api${path}`, payload, headers: { authorization } });
      return response.json();
    };
    const { data } = await post(customerCalls.track.path, { orderId, email: 'mere@example.com' });
    await post(customerCalls.track.path, { orderId, email: 'tane@example.com' });
    await post(customerCalls.track.path, { orderId, email: '' });
    await post(customerCalls.downloadHistory.path, { orderId }, data.token);
    const form = new FormData();
    form.append('orderId', orderId);
    form.append('text', 'tane@example.com is mine');
    form.append('messageFile', new File([pdfOf()], 'tane.pdf'));
    await post(customerCalls.sendMessage.path, form, data.token);
    const token = await signCustomerToken(api().context.secret, ready);
    const about = { orderId: ready, customername: 'customer', file1 };
    const { data: download } = await post(customerCalls.downloadDocument.path, about, token);
    await logged.inject({ url: download.address });
    await logged.inject({ url: `/track-order/${orderId}?email=mere@example.com` });
    await logged.close();
    expect(text.match(/"answered"/g)!.length).toBeGreaterThanOrEqual(8);
    for (const told of ['mere', 'tane', data.token, token, download.grant, file1]) {
      expect([told, text.includes(told)]).toEqual([told, false]);
    }
  });

  test('no call of a customer has an email in its URL', () => {
    for (const call of [...Object.values(customerCalls), ...Object.values(messageCalls)]) {
      expect([call.path, call.method]).toEqual([call.path, 'POST']);
      expect(call.path).not.toContain(':');
    }
  });
});
