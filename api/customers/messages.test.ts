import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CallInput } from 'shared/api/call';
import { customerCalls, emptyMessageError, trackingExpired } from 'shared/api/customerCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import { statuses, type OrderStatus } from 'shared/rules/orderStatus';
import { customerMessages } from '../db/schema/remarks.ts';
import { failedAttempts } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { deleteOldAddresses } from '../orders/messages.ts';
import { sweepDocuments } from '../documents/documentFiles.ts';
import { readLedger } from '../ledger/ledger.ts';
import { signCustomerToken, signFileGrant } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { pdfOfPages, protectedPdf } from '../testing/pdf/badPdf.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { rawConnection } from '../testing/rawConnection.ts';
import { pollUntil } from '../testing/pollUntil.ts';

const name = 'passport copy.pdf';
const pdf = (mark = '') => new File([pdfOf({ mark })], name, { type: 'application/pdf' });

onOneDriver((api) => {
  const db = () => api().context.database.db;
  beforeEach(() => db().delete(failedAttempts));

  interface Sending {
    messageFile?: File;
    key?: string;
    address?: string;
    token?: string;
    origin?: 'public' | 'staff';
  }
  let lastAddress = 0;
  const send = async (
    orderId: string,
    text: string,
    { messageFile, key, address, token, origin = 'public' }: Sending = {},
  ) =>
    api().callApi(
      customerCalls.sendMessage,
      { orderId, text, ...(messageFile && { messageFile }) } as CallInput<typeof customerCalls.sendMessage>,
      {
        origin,
        token: token ?? (await signCustomerToken(api().context.secret, orderId)),
        address: address ?? `203.0.${++lastAddress >> 8}.${lastAddress & 255}`,
        ...(key && { idempotencyKey: key }),
      },
    );
  const pageOf = async (orderId: string) => {
    const token = await signCustomerToken(api().context.secret, orderId);
    return (await api().callApi(customerCalls.downloadHistory, { orderId }, { origin: 'public', token })).body;
  };
  const detailsOf = async (orderId: string) =>
    (await api().callApi(orderCalls.details, { orderId }, { as: 'Team' })).body.data;
  const ask = (orderId: string, question: string, updatingStatus?: 'Awaiting' | 'Contact Customer') =>
    api().callApi(messageCalls.askCustomer, { orderId, question, updatingStatus }, { as: 'Team' });
  const move = (orderId: string, updatingStatus: 'Awaiting' | 'AwaitingGovt' | 'Contact Customer') =>
    api().callApi(orderCalls.move, { orderId, updatingStatus }, { as: 'Team' });
  const messagesOf = (orderId: string) =>
    db().select().from(customerMessages).where(eq(customerMessages.orderId, orderId));
  const age = async (orderId: string, by: string) => {
    await db().execute(sql`alter table customer_messages disable trigger customer_messages_append_only`);
    await db()
      .update(customerMessages)
      .set({ createdAt: sql`now() - ${by}::interval` })
      .where(eq(customerMessages.orderId, orderId));
    await db().execute(sql`alter table customer_messages enable trigger customer_messages_append_only`);
  };
  const uploads = () => readdir(path.join(api().context.settings.dataDir, 'uploads')).catch(() => []);
  const setStatus = (orderId: string, processStatus: OrderStatus) =>
    db()
      .update(orders)
      .set({ processStatus, beforeDeleteStatus: processStatus === 'Deleted' ? 'Awaiting' : null })
      .where(eq(orders.orderId, orderId));

  test('question and answer reach customer and staff, and are in the timeline', async () => {
    const orderId = await addOrder(api());
    const asked = await ask(orderId, 'A photo of your passport,\r\nplease.', 'Awaiting');
    expect(asked.body).toMatchObject({
      message: `Question sent. Order ${orderId} has been moved to Awaiting Customer. The email is on its way.`,
      data: { version: 2, actionId: expect.any(String), mailId: expect.any(Number), dueAt: null },
    });
    const waiting = await pageOf(orderId);
    expect(waiting.mainResult).toMatchObject({
      stage: 'we need something from you',
      question: 'A photo of your passport,\nplease.',
      next: { step: 'answer', on: null, usually_by: null, late: false },
    });
    expect((await detailsOf(orderId)).customer_wrote).toBe(false);

    const { httpStatus, body } = await send(orderId, ' Here it is.\r\nThank you! ', { messageFile: pdf() });
    expect({ httpStatus, message: body.message }).toEqual({
      httpStatus: 200,
      message: 'We’ve received your answer. Someone on our team will read it soon.',
    });
    const answered = await pageOf(orderId);
    expect(answered.mainResult.next.step).toBe('read');
    const moment = expect.stringMatching(/Z$/);
    expect(answered.messages).toEqual([
      {
        id: asked.body.data.id,
        ...{ from: 'us', kind: 'question', at: moment, seen_at: null },
        ...{ text: 'A photo of your passport,\nplease.', file: null },
      },
      {
        id: body.data.id,
        ...{ from: 'you', kind: null, at: moment, seen_at: null },
        text: 'Here it is.\nThank you!',
        file: { name, content_type: 'application/pdf', size: pdfOf().length },
      },
    ]);

    const details = await detailsOf(orderId);
    expect([details.customer_wrote, details.version]).toEqual([true, 3]);
    expect(details.customerMessages).toMatchObject([
      { from: 'customer', by: null, text: 'Here it is.\nThank you!', file: { original_name: name } },
      { from: 'staff', by: 'Tia Team', text: 'A photo of your passport,\nplease.', file: null },
    ]);
    const list = await api().callApi(folderCalls.list, { orderName: 'awaitingOrder' }, { as: 'Team' });
    expect(list.body.data.find(({ order_id }) => order_id === orderId)?.customer_wrote).toBe(true);
    const timeline = await api().callApi(timelineCalls.timeline, { orderId }, { as: 'Team' });
    const ofPeople = timeline.body.data.filter(({ kind }) => !['queued', 'sent'].includes(kind));
    expect(ofPeople.slice(0, 3).map(({ kind, by }) => [kind, by])).toEqual([
      ['customer', null],
      ['move', 'Tia Team'],
      ['ask', 'Tia Team'],
    ]);
  });

  test('the site on which a message was written is in the message, history, ledger and timeline', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
    await send(orderId, 'I am the customer');
    await send(orderId, 'I am at the desk', { origin: 'staff' });
    await db().execute(sql`insert into order_history (order_id, action_id, kind, field, "to", version)
      values (${orderId}, gen_random_uuid(), 'customer', 'customer_message', 'From before', 4)`);
    expect((await messagesOf(orderId)).map(({ origin }) => origin)).toEqual(['public', 'staff']);
    const { entries } = await readLedger(db(), orderId);
    const sealed = entries.flatMap(({ kind, facts }) => (kind === 'changed' ? [[facts.to, facts.origin]] : []));
    expect(sealed).toEqual([
      ['I am the customer', 'public'],
      ['I am at the desk', 'staff'],
      ['From before', undefined],
    ]);
    expect((await detailsOf(orderId)).customerMessages.map(({ origin }) => origin)).toEqual(['staff', 'public']);
    const { data } = (await api().callApi(timelineCalls.timeline, { orderId }, { as: 'Team' })).body;
    expect(data.flatMap(({ kind, from, to }) => (kind === 'customer' ? [[from, to]] : []))).toEqual([
      [null, 'From before'],
      ['staff', 'I am at the desk'],
      ['public', 'I am the customer'],
    ]);
    const aMove = sql`insert into order_history (order_id, action_id, kind, field, version, origin)
      values (${orderId}, gen_random_uuid(), 'move', 'process_status', 5, 'staff')`;
    await expect(db().execute(aMove)).rejects.toThrow();
  });

  test('handling a message or asking again clears the order’s mark; doing so twice has no further effect', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
    await send(orderId, 'Hello');
    const handle = (version?: number) =>
      api().callApi(messageCalls.handleMessages, { orderId, version }, { as: 'Night Staff' });
    expect((await handle(1)).httpStatus).toBe(409);
    expect((await handle(2)).body).toMatchObject({
      message: 'Messages marked as handled.',
      data: { done: [orderId], actionId: expect.any(String) },
    });
    expect((await handle()).body).toMatchObject({
      message: 'The messages were already handled.',
      data: { actionId: null },
    });
    expect(await detailsOf(orderId)).toMatchObject({ customer_wrote: false, version: 3 });
    // The customer wrote last, so the next step is still up to staff.
    expect((await pageOf(orderId)).mainResult.next.step).toBe('read');

    await send(orderId, 'Hello again');
    expect((await detailsOf(orderId)).customer_wrote).toBe(true);
    await ask(orderId, 'And your flight?');
    expect((await detailsOf(orderId)).customer_wrote).toBe(false);
    expect((await pageOf(orderId)).mainResult).toMatchObject({
      question: 'And your flight?',
      next: { step: 'answer' },
    });
  });

  test('a message makes an order that was loaded before it stale, but prevents no Undo', async () => {
    const orderId = await addOrder(api());
    const { body } = await ask(orderId, 'Your flight?', 'Contact Customer');
    await send(orderId, 'NZ 104');
    const late = await api().callApi(
      orderCalls.move,
      { orderId, updatingStatus: 'AwaitingGovt', version: body.data.version },
      { as: 'Admin' },
    );
    expect([late.httpStatus, late.body.message]).toEqual([409, 'The customer has sent a message.']);
    const undone = await api().callApi(orderCalls.undo, { actionId: body.data.actionId! }, { as: 'Team' });
    expect([undone.body.message, (await detailsOf(orderId)).process_status]).toEqual([
      `Undone. Order ${orderId} is back in New. Your question was kept.`,
      'New',
    ]);
  });

  test('a question is open while the order waits for its customer, but not in a later wait', async () => {
    const orderId = await addOrder(api());
    await move(orderId, 'Awaiting');
    expect((await pageOf(orderId)).mainResult).toMatchObject({ question: null, next: { step: 'answer' } });
    await ask(orderId, 'Your flight?');
    await move(orderId, 'Contact Customer');
    expect((await pageOf(orderId)).mainResult.question).toBe('Your flight?');
    const gone = await move(orderId, 'AwaitingGovt');
    expect((await pageOf(orderId)).mainResult.question).toBeNull();
    await api().callApi(orderCalls.undo, { actionId: gone.body.data.actionId! }, { as: 'Team' });
    expect((await pageOf(orderId)).mainResult.question).toBe('Your flight?');
    const left = await move(orderId, 'AwaitingGovt');
    const back = await move(orderId, 'Awaiting');
    expect((await pageOf(orderId)).mainResult).toMatchObject({ question: null, next: { step: 'answer' } });
    for (const { body } of [back, left]) {
      await api().callApi(orderCalls.undo, { actionId: body.data.actionId! }, { as: 'Team' });
    }
    expect((await pageOf(orderId)).mainResult).toMatchObject({ question: 'Your flight?', next: { step: 'answer' } });
  });

  test('a question needs the right to comment, a text, and an order that waits for its customer', async () => {
    const orderId = await addOrder(api());
    expect((await ask(orderId, 'Your flight?')).body.message).toBe(
      'You can’t ask a question while this order is in New. Move it to Awaiting Customer or Contact Customer when you ask.',
    );
    const deleted = await addOrder(api(), { processStatus: 'Deleted' });
    for (const to of [undefined, 'Awaiting'] as const) expect((await ask(deleted, 'x', to)).httpStatus).toBe(409);
    expect((await ask('999999', 'x')).httpStatus).toBe(404);
    expect((await ask(orderId, ' \n', 'Awaiting')).body.errors).toEqual({ question: 'Please write your question.' });
    expect((await ask(orderId, 'x'.repeat(1_001), 'Awaiting')).httpStatus).toBe(400);
    const elsewhere = { orderId, question: 'x', updatingStatus: 'Completed' as never };
    expect((await api().callApi(messageCalls.askCustomer, elsewhere, { as: 'Team' })).httpStatus).toBe(400);
    expect((await detailsOf(orderId)).customerMessages).toEqual([]);
  });

  test.each(statuses)('a customer writes to a %s order only when it waits for them', async (status) => {
    const orderId = await addOrder(api(), { processStatus: status, processingDate: '2030-01-01' });
    const { httpStatus, body } = await send(orderId, 'Hello');
    const waits = status === 'Awaiting' || status === 'Contact Customer';
    expect(httpStatus).toBe(waits ? 200 : status === 'Deleted' ? 401 : 409);
    if (status === 'Deleted') expect(body.message).toBe(trackingExpired);
    expect(await messagesOf(orderId)).toHaveLength(waits ? 1 : 0);
  });

  test('an empty message, a long one and another order’s token are refused', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
    expect((await send(orderId, ' \n')).body).toMatchObject({
      message: emptyMessageError,
      errors: { text: emptyMessageError },
    });
    expect((await send(orderId, 'x'.repeat(2_001))).body.errors).toEqual({ text: 'At most 2,000 characters' });
    const token = await signCustomerToken(api().context.secret, await addOrder(api(), { processStatus: 'Awaiting' }));
    expect((await send(orderId, 'Hello', { token })).httpStatus).toBe(401);
    expect((await send(orderId, 'Hello', { token: await api().signIn('Admin') })).httpStatus).toBe(401);
    expect(await messagesOf(orderId)).toEqual([]);
  });

  describe('a document of a customer', () => {
    test('is served to staff like any document, with our file name, and never on the public site', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      await send(orderId, '', { messageFile: new File([pdfOf()], 'a.pdf.exe') });
      const { file1, grant } = (await detailsOf(orderId)).customerMessages[0]!.file!;
      const get = async (app: 'staff' | 'customers', url: string) => {
        const { statusCode, headers, rawPayload } = await api()[app].inject({ url });
        return { statusCode, disposition: headers['content-disposition'], bytes: rawPayload.length };
      };
      expect(file1).toMatch(/^[\w-]{24}\.pdf$/);
      expect(await get('staff', `/uploads/visaDocs/${file1}?grant=${grant}`)).toEqual({
        statusCode: 200,
        disposition: expect.stringContaining(`filename="From the customer of ${orderId}.pdf"`),
        bytes: pdfOf().length,
      });
      for (const app of ['staff', 'customers'] as const) {
        expect((await get(app, `/uploads/docs/${orderId}_${file1}?grant=${grant}`)).statusCode).toBe(404);
      }
      expect((await get('customers', `/uploads/visaDocs/${file1}?grant=${grant}`)).statusCode).toBe(404);
      const ofDownload = await signFileGrant(api().context.secret, { file1, downloadId: 1 });
      expect((await get('staff', `/uploads/visaDocs/${file1}?grant=${ofDownload}`)).statusCode).toBe(404);
      // A file from the customer does not count as the order's document.
      expect((await detailsOf(orderId)).uploadDoc).toEqual([]);
      await setStatus(orderId, 'Completed');
      expect((await pageOf(orderId)).mainResult.stage).toBe('in progress');
    });

    test.each([
      ['empty', new File([], 'a.pdf'), 400, 'This file is empty. Choose a PDF or an image.'],
      [
        'a program',
        new File(['MZ…'], 'a.exe'),
        415,
        'EXE files are not accepted. Choose a PDF, JPEG, PNG, WebP or HEIC.',
      ],
      [
        'a page that claims to be an image',
        new File(['<svg onload=alert(1)>'], 'a.png'),
        415,
        'This file says it is a PNG but is not. Choose a PDF or an image.',
      ],
      [
        'protected',
        new File([protectedPdf()], 'a.pdf'),
        415,
        'This PDF is protected by a password. Save it without one, then choose it again.',
      ],
      ['too long', new File([pdfOfPages(400)], 'a.pdf'), 413, 'This PDF has 400 pages. The limit is 300.'],
    ])('that is %s is refused and stores nothing', async (_what, messageFile, status, text) => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      const before = await uploads();
      const { httpStatus, body } = await send(orderId, 'See this', { messageFile });
      expect({ httpStatus, errors: body.errors }).toEqual({ httpStatus: status, errors: { messageFile: text } });
      expect([await messagesOf(orderId), await uploads()]).toEqual([[], before]);
    });

    test('is not swept as unreferenced', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      await send(orderId, '', { messageFile: pdf('kept') });
      const before = await uploads();
      expect(await sweepDocuments(db(), api().context.storage, { before: new Date(Date.now() + 60_000) })).toBe(0);
      expect(await uploads()).toEqual(before);
    });

    test('is removed if its order stops waiting during the upload', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      const before = await uploads();
      const { put } = api().context.storage;
      api().context.storage.put = async (...given) => {
        const stored = await put.apply(api().context.storage, given);
        await setStatus(orderId, 'AwaitingGovt');
        return stored;
      };
      try {
        expect((await send(orderId, '', { messageFile: pdf('late') })).httpStatus).toBe(409);
      } finally {
        api().context.storage.put = put;
      }
      expect([await messagesOf(orderId), await uploads()]).toEqual([[], before]);
    });
  });

  describe('the same Idempotency-Key', () => {
    test('is one message, however often it is sent, concurrently or once the order no longer waits', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      const before = (await uploads()).length;
      const again = () => send(orderId, 'Hello', { key: 'click-1', messageFile: pdf('once') });
      const answers = await Promise.all([again(), again(), again()]);
      answers.push(await again());
      await setStatus(orderId, 'AwaitingGovt');
      answers.push(await again());
      const [row, ...more] = await messagesOf(orderId);
      expect(more).toEqual([]);
      expect(answers.map(({ httpStatus, body }) => [httpStatus, body.data.id])).toEqual(
        answers.map(() => [200, row!.id]),
      );
      expect((await uploads()).length).toBe(before + 1);
    });

    test('is refused with other content, and is independent for another order', async () => {
      const [one, other] = [
        await addOrder(api(), { processStatus: 'Awaiting' }),
        await addOrder(api(), { processStatus: 'Awaiting' }),
      ];
      await send(one, 'Hello', { key: 'click' });
      expect((await send(one, 'Hello you', { key: 'click' })).httpStatus).toBe(422);
      expect((await send(one, 'Hello', { key: 'click', messageFile: pdf() })).httpStatus).toBe(422);
      expect((await send(one, 'Hello', { key: 'k'.repeat(201) })).httpStatus).toBe(400);
      expect((await send(other, 'Hello', { key: 'click' })).httpStatus).toBe(200);
    });
  });

  describe('limits', () => {
    test('an order accepts 20 messages a day, then 429 before the body is read; staff’s do not count', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      for (let n = 0; n < 3; n++) await ask(orderId, `Question ${n}`);
      const statusOf = async (text: string) => (await send(orderId, text)).httpStatus;
      const sent = [];
      for (let n = 0; n < 8; n++) sent.push(...(await Promise.all(['a', 'b', 'c'].map((at) => statusOf(`${n}${at}`)))));
      expect(sent.filter((status) => status === 200)).toHaveLength(20);
      const { httpStatus, headers } = await send(orderId, 'One more', { messageFile: pdf() });
      expect(httpStatus).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(86_000);
      await age(orderId, '25 hours');
      expect((await send(orderId, 'The next day')).httpStatus).toBe(200);
    });

    test('an order accepts three concurrent messages; a fourth gets 429 before the body is read', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      const other = await addOrder(api(), { processStatus: 'Awaiting' });
      const origin = await api().customers.listen({ port: 0, host: '127.0.0.1' });
      const begin = async (of: string) => {
        const connection = await rawConnection(origin);
        connection.send(`POST /api${customerCalls.sendMessage.path}`, {
          Authorization: await signCustomerToken(api().context.secret, of),
          'Content-Type': 'multipart/form-data; boundary=x',
          'Content-Length': 20_000_000,
        });
        return connection;
      };
      const tried = new Set([await begin(orderId), await begin(orderId), await begin(orderId), await begin(orderId)]);
      const refused = await Promise.race(Array.from(tried, async (one) => ({ one, answer: await one.answer() })));
      expect(refused.answer).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
      expect((await send(other, 'Words')).httpStatus).toBe(200);
      for (const { socket } of tried) socket.destroy();
      const again = await pollUntil(
        async () => (await send(orderId, 'Words')).httpStatus,
        (status) => status === 200,
      );
      expect(again).toBe(200);
    });

    test('an address may send 40 messages a day; every other order at the address may still send one', async () => {
      const address = '198.51.100.7';
      const ids = [];
      for (let n = 0; n < 3; n++) ids.push(await addOrder(api(), { processStatus: 'Awaiting' }));
      for (let n = 0; n < 40; n++)
        expect((await send(ids[Math.floor(n / 20)]!, `${n}`, { address })).httpStatus).toBe(200);
      expect((await send(ids[2]!, 'x', { address })).httpStatus).toBe(200);
      const { httpStatus, body } = await send(ids[2]!, 'x', { address });
      expect([httpStatus, body.message]).toEqual([429, 'Too many messages have been sent. Try again in 24 hours.']);
      expect((await send(ids[2]!, 'x', { address: '198.51.100.8' })).httpStatus).toBe(200);
    });

    test('after ten refused documents in an hour, the order and its failing address must wait', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      const other = await addOrder(api(), { processStatus: 'Awaiting' });
      const bad = () => new File(['MZ'], 'a.exe');
      for (let n = 0; n < 10; n++) {
        const { httpStatus } = await send(orderId, '', { messageFile: bad(), address: '198.51.100.9' });
        expect(httpStatus).toBe(415);
      }
      const { httpStatus, body } = await send(orderId, 'Words');
      expect([httpStatus, body.message]).toEqual([429, 'Too many messages have been sent. Try again in 60 minutes.']);
      // Another customer at the same address may still answer once.
      const shared = { address: '198.51.100.9' };
      expect((await send(other, 'Words', shared)).httpStatus).toBe(200);
      expect((await send(other, '', { ...shared, messageFile: bad() })).httpStatus).toBe(415);
      expect((await send(other, 'Words', shared)).httpStatus).toBe(429);
      expect((await send(other, 'Words')).httpStatus).toBe(200);
    });
  });

  describe('a stored message', () => {
    const appendOnly = { cause: expect.objectContaining({ message: 'customer_messages is append-only' }) };
    const asked = async () => {
      const orderId = await addOrder(api(), { processStatus: 'Awaiting' });
      await ask(orderId, 'Which passport?');
      await send(orderId, 'This one', { messageFile: pdf(), key: 'a key' });
      return orderId;
    };

    test('cannot be changed', async () => {
      const orderId = await asked();
      for (const by of ['0 hours', '25 hours']) {
        await age(orderId, by);
        const ofCustomer = and(eq(customerMessages.orderId, orderId), isNull(customerMessages.memberId));
        for (const change of [
          { text: 'Bye' },
          { text: 'Bye', address: null },
          { address: '198.51.100.1' },
          { createdAt: new Date() },
          { sentKey: null, address: null },
          { memberId: api().memberIds.Team, address: null },
        ]) {
          await expect(db().update(customerMessages).set(change).where(ofCustomer)).rejects.toMatchObject(appendOnly);
        }
        await expect(db().delete(customerMessages).where(ofCustomer)).rejects.toMatchObject(appendOnly);
      }
      await expect(db().execute(sql`truncate customer_messages`)).rejects.toMatchObject(appendOnly);
    });

    test('can be marked once as shown or as withdrawn, if staff wrote it', async () => {
      const orderId = await asked();
      await api().callApi(messageCalls.replyToCustomer, { orderId, text: 'Thank you.' }, { as: 'Team' });
      const now = new Date();
      const change = (text: string, set: Partial<typeof customerMessages.$inferInsert>) =>
        db()
          .update(customerMessages)
          .set(set)
          .where(and(eq(customerMessages.orderId, orderId), eq(customerMessages.text, text)));
      for (const [text, set] of [
        ['This one', { withdrawnAt: now }],
        ['This one', { shownAt: now }],
        ['Thank you.', { shownAt: now, withdrawnAt: now }],
        ['Thank you.', { withdrawnAt: now, text: 'Bye' }],
        ['Thank you.', { customerWroteAt: null, shownAt: now }],
      ] as const) {
        await expect(change(text, set)).rejects.toMatchObject(appendOnly);
      }
      await change('Which passport?', { shownAt: now });
      for (const set of [{ shownAt: null }, { withdrawnAt: now }])
        await expect(change('Which passport?', set)).rejects.toMatchObject(appendOnly);
      await change('Thank you.', { withdrawnAt: now });
      for (const set of [{ withdrawnAt: null }, { shownAt: now }])
        await expect(change('Thank you.', set)).rejects.toMatchObject(appendOnly);
    });

    test('loses only its address, once no rate limit needs it', async () => {
      const orderId = await asked();
      const clearing = () =>
        db().update(customerMessages).set({ address: null }).where(isNotNull(customerMessages.address));
      await age(orderId, '23 hours 59 minutes');
      const before = await messagesOf(orderId);
      expect(before.map(({ address }) => address !== null)).toEqual([false, true]);
      await deleteOldAddresses(api().context.database.db);
      expect(await messagesOf(orderId)).toEqual(before);
      await expect(clearing()).rejects.toMatchObject(appendOnly);

      await age(orderId, '24 hours 1 minute');
      const old = await messagesOf(orderId);
      await deleteOldAddresses(api().context.database.db);
      expect(await messagesOf(orderId)).toEqual(old.map((message) => ({ ...message, address: null })));
      // The message keeps its sender and file, and its key is still recognised.
      const page = await pageOf(orderId);
      expect(page.messages.map(({ from, file }) => [from, file?.name])).toEqual([
        ['us', undefined],
        ['you', name],
      ]);
      const again = await send(orderId, 'This one', { messageFile: pdf(), key: 'a key' });
      expect(again.body.data).toEqual({ id: old[1]!.id });
      const given = db().update(customerMessages).set({ address: '198.51.100.1' });
      await expect(given.where(eq(customerMessages.orderId, orderId))).rejects.toMatchObject(appendOnly);
    });
  });
});
