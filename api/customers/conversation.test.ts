import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { CallInput } from 'shared/api/call';
import { customerCalls } from 'shared/api/customerCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { bulkCalls } from 'shared/api/bulkCalls';
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import { roles, type Role } from 'shared/rules/permissions';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { customerMessages } from '../db/schema/remarks.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { markShown } from '../orders/messages.ts';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import type { TestApi } from '../testing/startTestApi.ts';

function people(api: () => TestApi) {
  let lastAddress = 0;
  return {
    write: async (orderId: string, text: string) => {
      const token = await signCustomerToken(api().context.secret, orderId);
      const input = { orderId, text } as CallInput<typeof customerCalls.sendMessage>;
      const address = `198.51.100.${++lastAddress}`;
      return api().callApi(customerCalls.sendMessage, input, { origin: 'public', token, address });
    },
    pageOf: async (orderId: string) => {
      const token = await signCustomerToken(api().context.secret, orderId);
      return (await api().callApi(customerCalls.downloadHistory, { orderId }, { origin: 'public', token })).body;
    },
    ask: (orderId: string, question: string, updatingStatus?: 'Awaiting') =>
      api().callApi(messageCalls.askCustomer, { orderId, question, updatingStatus }, { as: 'Team' }),
    reply: (orderId: string, text: string, { version, as = 'Team' }: { version?: number; as?: Role } = {}) =>
      api().callApi(messageCalls.replyToCustomer, { orderId, text, version }, { as }),
    handle: (orderId: string | string[], as: Role = 'Team', seen?: Record<string, number>) =>
      api().callApi(messageCalls.handleMessages, { orderId, seen }, { as }),
    undo: (actionId: string | null) => api().callApi(orderCalls.undo, { actionId: actionId! }, { as: 'Team' }),
    detailsOf: async (orderId: string) =>
      (await api().callApi(orderCalls.details, { orderId }, { as: 'Team' })).body.data,
    mailsOf: (orderId: string) =>
      api().context.database.db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(mails.id),
    folder: async (as: Role = 'Team') =>
      (await api().callApi(folderCalls.list, { orderName: 'customerMessages' }, { as })).body,
    count: async () =>
      (await api().callApi(folderCalls.folderCounts, {}, { as: 'Team' })).body.data.customerMessagesCount,
  };
}

onOneDriver((api) => {
  const { write, pageOf, ask, reply, handle, undo, detailsOf, mailsOf, folder, count } = people(api);
  const db = () => api().context.database.db;
  const waiting = () => addOrder(api(), { processStatus: 'Awaiting', assignedTo: api().memberIds.Manager });
  beforeEach(() => db().update(orders).set({ customerWroteAt: null }));
  const ids = async () => (await folder()).data.map(({ order_id }) => order_id);

  test('Messages lists orders with unhandled messages and their first words and time, longest waiting first', async () => {
    const [first, second] = [await waiting(), await waiting()];
    await write(second, 'NZ 104');
    await write(first, 'x'.repeat(300));
    await write(second, 'And one more thing');
    const { data, total } = await folder();
    expect([data.map(({ order_id }) => order_id), total, await count()]).toEqual([[second, first], 2, 2]);
    expect(data[0]).toMatchObject({ first_words: 'NZ 104', waiting_since: expect.stringMatching(/Z$/) });
    expect(data[1]!.first_words).toHaveLength(160);
    const search = { start: 0, end: 10, searchVal: first, folderName: 'customerMessages' };
    const found = (await api().callApi(folderCalls.search, search, { as: 'Team' })).body;
    expect([found.data.map(({ order_id }) => order_id), found.total]).toEqual([[first], 1]);
  });

  test.each(roles)('a %s reads Messages, replies, and marks as handled', async (as) => {
    const [one, other] = [await waiting(), await waiting()];
    await write(one, 'Hello');
    await write(other, 'Hello');
    expect((await folder(as)).total).toBe(2);
    expect((await reply(one, 'Thank you.', { as })).httpStatus).toBe(200);
    expect((await handle(other, as)).httpStatus).toBe(200);
    expect((await folder(as)).total).toBe(0);
  });

  test.each<[string, (orderId: string) => Promise<unknown>]>([
    ['a reply', (orderId) => reply(orderId, 'Thank you.')],
    ['a question', (orderId) => ask(orderId, 'And your flight?')],
    [
      'a move with a comment',
      (orderId) =>
        api().callApi(
          orderCalls.addRemark,
          { orderId, remark: 'Corrected', updatingStatus: 'Contact Customer' },
          { as: 'Team' },
        ),
    ],
    ['"Mark as handled"', (orderId) => handle(orderId)],
  ])('%s handles the messages, and the next message brings the order back', async (_, act) => {
    const orderId = await waiting();
    await write(orderId, 'Hello');
    await act(orderId);
    expect([await ids(), await count()]).toEqual([[], 0]);
    await write(orderId, 'Hello again');
    expect([await ids(), await count()]).toEqual([[orderId], 1]);
    expect((await folder()).data[0]!.first_words).toBe('Hello again');
  });

  test('a move or a comment alone does not handle a message', async () => {
    const orderId = await waiting();
    await write(orderId, 'Hello');
    await api().callApi(orderCalls.addRemark, { orderId, remark: 'Called' }, { as: 'Team' });
    await api().callApi(orderCalls.move, { orderId, updatingStatus: 'Contact Customer' }, { as: 'Team' });
    expect(await ids()).toEqual([orderId]);
  });

  test('a deleted order leaves Messages, and comes back with Restore', async () => {
    const orderId = await waiting();
    await write(orderId, 'Hello');
    const input = { orderId, updatingStatus: 'Deleted' } as const;
    await api().callApi(orderCalls.changeStatus, input, { as: 'Admin' });
    expect([await ids(), await count()]).toEqual([[], 0]);
    expect((await handle(orderId)).httpStatus).toBe(409);
    await api().callApi(orderCalls.restore, { orderId }, { as: 'Admin' });
    expect([await ids(), await count()]).toEqual([[orderId], 1]);
  });

  test('Undo of "Mark as handled" restores the order’s place in Messages, even after another message', async () => {
    const [first, second, silent] = [await waiting(), await waiting(), await waiting()];
    await write(first, 'First');
    await write(second, 'Second');
    const { body } = await handle([first, second, silent]);
    expect(body.message).toBe('2 marked as handled, 1 unchanged');
    await write(first, 'First again');
    const undone = await undo(body.data.actionId);
    expect(undone.body.message).toBe('Undone. 2 orders back in Messages.');
    const { data } = await folder();
    expect(data.map(({ order_id, first_words }) => [order_id, first_words])).toEqual([
      [first, 'First'],
      [second, 'Second'],
    ]);
  });

  test('Undo of "Mark as handled" needs no right to others’ orders and does not change the status', async () => {
    const orderId = await waiting();
    await write(orderId, 'Hello');
    const { body } = await handle(orderId);
    expect((await undo(body.data.actionId)).body.message).toBe(`Undone. Order ${orderId} is back in Messages.`);
    expect(await detailsOf(orderId)).toMatchObject({ process_status: 'Awaiting', assign_to: 'Max Manager' });
  });

  test('Undo of a move with a comment makes the message unhandled again; other Undos do not', async () => {
    const orderId = await waiting();
    await write(orderId, 'Hello');
    const moved = await api().callApi(
      orderCalls.addRemark,
      { orderId, remark: 'Corrected', updatingStatus: 'AwaitingGovt' },
      { as: 'Team' },
    );
    expect((await undo(moved.body.data.actionId)).body.message).toBe(
      `Undone. Order ${orderId} is back in Awaiting Customer. Your comment was kept.`,
    );
    expect(await ids()).toEqual([orderId]);

    const other = await waiting();
    const move = await api().callApi(
      orderCalls.move,
      { orderId: other, updatingStatus: 'Contact Customer' },
      { as: 'Team' },
    );
    await write(other, 'Hello');
    await undo(move.body.data.actionId);
    expect(await ids()).toEqual([orderId, other]);
  });

  test('a message that the list has not shown stays unhandled, and the customer does not see it as seen', async () => {
    const [orderId, other] = [await waiting(), await waiting()];
    await write(orderId, 'First');
    await write(other, 'Hello');
    const { data } = await folder();
    const seen = Object.fromEntries(data.map((row) => [row.order_id, row.newest_message!]));
    await write(orderId, 'Second');
    const { body } = await handle([orderId, other], 'Team', seen);
    expect(body).toMatchObject({
      message: '1 marked as handled, 1 has a newer message',
      data: { done: [other], failed: [{ orderId, message: 'The customer has sent another message.' }] },
    });
    expect(await ids()).toEqual([orderId]);
    expect((await pageOf(orderId)).messages.map(({ seen_at }) => seen_at)).toEqual([null, null]);
    const { newest_message } = (await folder()).data[0]!;
    expect((await handle(orderId, 'Team', { [orderId]: newest_message! })).httpStatus).toBe(200);
  });

  test('the whole folder is marked as handled by a job, and undone', async () => {
    const orderId = await waiting();
    await write(orderId, 'Hello');
    const whole = { folderName: 'customerMessages' };
    const { body } = await api().callApi(messageCalls.handleMessages, whole, { as: 'Team' });
    expect(body).toMatchObject({ message: 'Working on 1 order', data: { jobId: expect.any(String) } });
    const jobs = (await api().callApi(bulkCalls.jobs, {}, { as: 'Team' })).body.data;
    expect(jobs[0]).toMatchObject({ action: 'handle', folderName: 'customerMessages' });
    await api().callApi(bulkCalls.cancelBulk, { jobId: body.data.jobId! }, { as: 'Team' });
  });

  test('a reply that crosses a message is refused until its author has seen the message', async () => {
    const orderId = await waiting();
    await write(orderId, 'First');
    const { version } = await detailsOf(orderId);
    await write(orderId, 'Second');
    const crossed = await reply(orderId, 'About the first', { version });
    expect([crossed.httpStatus, crossed.body.message]).toEqual([409, 'The customer has sent a message.']);
    expect(await ids()).toEqual([orderId]);
    await reply(orderId, 'About both', { version: version + 1 });
    expect((await pageOf(orderId)).messages.map(({ from, kind, text }) => [from, kind, text])).toEqual([
      ['you', null, 'First'],
      ['you', null, 'Second'],
      ['us', 'reply', 'About both'],
    ]);
    expect((await detailsOf(orderId)).customerMessages[0]).toMatchObject({ kind: 'reply', by: 'Tia Team' });
  });

  test('the customer’s page shows when a message was seen', async () => {
    const orderId = await waiting();
    await write(orderId, 'First');
    const before = await pageOf(orderId);
    const other = await waiting();
    await write(other, 'Of another order');
    await handle(other);
    expect((await pageOf(orderId)).mark).toBe(before.mark);
    await handle(orderId);
    const after = await pageOf(orderId);
    await write(orderId, 'Second');
    expect([before.messages[0]!.seen_at, after.messages[0]!.seen_at]).toEqual([null, expect.stringMatching(/Z$/)]);
    expect(after.mark).not.toBe(before.mark);
    expect((await pageOf(orderId)).messages.map(({ seen_at }) => seen_at !== null)).toEqual([true, false]);
  });

  test('a reply changes neither an open question nor an answered one', async () => {
    const orderId = await waiting();
    await ask(orderId, 'Your flight?');
    await reply(orderId, 'Take your time.');
    expect((await pageOf(orderId)).mainResult).toMatchObject({ question: 'Your flight?', next: { step: 'answer' } });
    await write(orderId, 'NZ 104');
    await reply(orderId, 'Thank you.');
    expect((await pageOf(orderId)).mainResult.next.step).toBe('read');
  });

  test('any order that is not deleted accepts a reply, which must have a text', async () => {
    const completed = await addOrder(api(), { processStatus: 'Completed' });
    expect((await reply(completed, 'All is well.')).httpStatus).toBe(200);
    const deleted = await addOrder(api(), { processStatus: 'Deleted' });
    expect((await reply(deleted, 'x')).httpStatus).toBe(409);
    expect((await reply('999999', 'x')).httpStatus).toBe(404);
    expect((await reply(completed, ' \n')).body.errors).toEqual({ text: 'Please write your reply.' });
    expect((await reply(completed, 'x'.repeat(2_001))).httpStatus).toBe(400);
  });

  test('the customer’s mail contains nothing personal and links to the page, which says when the mail was sent', async () => {
    const orderId = await addOrder(api(), {
      ...{ firstName: 'Aroha', lastName: 'Ngata', fullName: 'Aroha Ngata', contactEmailAddress: 'aroha@example.com' },
      ...{ landingDomain: 'arrival-card.example.net', processStatus: 'Awaiting' },
    });
    await ask(orderId, 'Is P1234567 your passport?');
    const [mail] = await pollUntil(
      () => mailsOf(orderId),
      ([sent]) => sent?.state === 'sent',
    );
    expect(mail).toMatchObject({ kind: 'question', recipient: 'aroha@example.com', askedBy: api().memberIds.Team });
    const outbox = path.join(api().context.settings.dataDir, 'outbox');
    const files = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')));
    const raw = files.find((file) => file.includes(`question about your order ${orderId}`))!;
    const { data } = (await api().callApi(documentCalls.emailContent, { orderId }, { as: 'Team' })).body;
    expect(data).toMatchObject({ kind: 'question', subject: `We have a question about your order ${orderId}` });
    expect(data.text).toContain(`/track-order/${orderId}`);
    expect(data.text).toContain('NZ Arrival Card Service');
    const body = raw.slice(raw.indexOf('\r\n\r\n'));
    for (const personal of ['Aroha', 'Ngata', 'aroha@', 'P1234567', 'passport', 'Tia'])
      for (const text of [data.text, data.subject, body]) expect(text).not.toContain(personal);
    // A mail in the outbox was not sent.
    expect((await pageOf(orderId)).mainResult.mailed_at).toBeNull();
    await db().update(mails).set({ reason: null }).where(eq(mails.id, mail!.id));
    expect((await pageOf(orderId)).mainResult.mailed_at).toBe(mail!.sentAt!.toISOString());
    expect((await pageOf(await waiting())).mainResult.mailed_at).toBeNull();
    expect((await detailsOf(orderId)).mailHistory).toMatchObject([{ kind: 'question', sent_by: 'Tia Team' }]);
  });
});

onOneDriver(
  (api) => {
    const { write, ask, reply, handle, undo, mailsOf, pageOf, detailsOf, folder, count } = people(api);
    const undoLatest = async () => (await api().callApi(orderCalls.undoLatest, {}, { as: 'Team' })).body.message;
    const cancel = (mailId: number) => api().callApi(mailCalls.cancel, { mailId }, { as: 'Team' });
    const isIn = async (orderId: string) => (await folder()).data.some(({ order_id }) => order_id === orderId);
    const db = () => api().context.database.db;
    const add = () => addOrder(api(), { processStatus: 'Awaiting' });
    const ago = (mailId: number, by: string) =>
      db()
        .update(mails)
        .set({ state: 'sent', sentAt: sql`now() - ${by}::interval`, callBegunAt: sql`now() - ${by}::interval` })
        .where(eq(mails.id, mailId));
    beforeEach(() => db().update(mails).set({ state: 'cancelled' }));
    const minutesLeft = (dueAt: string | null) => Math.round((Date.parse(dueAt!) - Date.now()) / 60_000);

    test('a waiting mail covers later messages too, and can be cancelled', async () => {
      const orderId = await add();
      const first = await reply(orderId, 'One');
      const second = await ask(orderId, 'Two?');
      expect(second.body.data.mailId).toBe(first.body.data.mailId);
      expect(await mailsOf(orderId)).toHaveLength(1);
      const { mailId } = first.body.data;
      const cancelled = await api().callApi(mailCalls.cancel, { mailId }, { as: 'Team' });
      const message = 'The email was cancelled. The customer can still read your message.';
      expect([cancelled.httpStatus, cancelled.body.message]).toEqual([200, message]);
      const page = await pageOf(orderId);
      expect([page.mainResult.mailed_at, page.messages.length]).toEqual([null, 2]);
      // The customer never got the cancelled mail, so the next reply queues another.
      expect((await reply(orderId, 'Three')).body.data.mailId).not.toBe(mailId);
    });

    test('Undo while the email waits withdraws the reply, and the order is back in Messages as before', async () => {
      const orderId = await add();
      await write(orderId, 'Hello');
      const before = [await folder(), await count(), await pageOf(orderId)];
      const sent = await reply(orderId, 'Thank you.');
      expect(await isIn(orderId)).toBe(false);
      const undone = `Undone. The reply was withdrawn. Order ${orderId} is back in Messages.`;
      expect(await undoLatest()).toBe(undone);
      expect([await folder(), await count(), await pageOf(orderId)]).toEqual(before);
      const { customerMessages, version } = await detailsOf(orderId);
      expect(customerMessages.map(({ text, withdrawn_at }) => [text, withdrawn_at !== null])).toEqual([
        ['Thank you.', true],
        ['Hello', false],
      ]);
      expect(version).toBe(sent.body.data.version + 1);
      const { data: told } = (await api().callApi(timelineCalls.timeline, { orderId }, { as: 'Team' })).body;
      expect(told.slice(0, 2).map(({ kind, from, by }) => [kind, from, by])).toEqual([
        ['withdrawReply', 'Thank you.', 'Tia Team'],
        ['mail', 'queued', 'Tia Team'],
      ]);
      expect(told.some(({ kind, to }) => kind === 'reply' && to === 'Thank you.')).toBe(true);
      expect(await verifyOrder(db(), orderId)).toBeNull();
      // A second Undo or cancel changes nothing, and the next reply works as before.
      expect(await undoLatest()).not.toBe(undone);
      expect((await cancel(sent.body.data.mailId)).httpStatus).toBe(409);
      await reply(orderId, 'Thank you, Mere.');
      expect((await pageOf(orderId)).messages.map(({ text }) => text)).toEqual(['Hello', 'Thank you, Mere.']);
    });

    test('cancelling a question’s mail withdraws the question, and the order is back in Messages as before', async () => {
      const orderId = await add();
      await ask(orderId, 'Your flight?');
      await write(orderId, 'NZ 104');
      await db().update(mails).set({ state: 'cancelled' });
      const before = [await folder(), await pageOf(orderId)];
      const sent = await ask(orderId, 'On which day?');
      expect((await cancel(sent.body.data.mailId)).body.message).toBe(
        `Undone. The question was withdrawn. Order ${orderId} is back in Messages.`,
      );
      expect([await folder(), await pageOf(orderId)]).toEqual(before);
      const { data: timeline } = (await api().callApi(timelineCalls.timeline, { orderId }, { as: 'Team' })).body;
      expect(timeline[0]).toMatchObject({ kind: 'withdrawQuestion', from: 'On which day?', by: 'Tia Team' });
      expect(await verifyOrder(db(), orderId)).toBeNull();
    });

    test('Undo of a move with a question also withdraws the question while its mail waits', async () => {
      const orderId = await addOrder(api());
      const { actionId } = (await ask(orderId, 'Your flight?', 'Awaiting')).body.data;
      expect((await undo(actionId)).body.message).toBe(
        `Undone. Order ${orderId} is back in New. Your question was withdrawn.`,
      );
      expect([(await pageOf(orderId)).messages, (await mailsOf(orderId))[0]!.state]).toEqual([[], 'cancelled']);
    });

    test('Undo of a move with a question that the customer has seen keeps the question and its mail', async () => {
      const orderId = await addOrder(api());
      const { actionId } = (await ask(orderId, 'Your flight?', 'Awaiting')).body.data;
      await pageOf(orderId);
      expect((await undo(actionId)).body.message).toBe(
        `Undone. Order ${orderId} is back in New. Your question was kept.`,
      );
      expect((await mailsOf(orderId))[0]!.state).toBe('queued');
    });

    test('"Undo the latest" withdraws a joined question alone, then the first question with its mail and move', async () => {
      const orderId = await addOrder(api());
      await ask(orderId, 'Your flight?', 'Awaiting');
      await ask(orderId, 'And your passport?');
      expect([await undoLatest(), (await detailsOf(orderId)).process_status, await undoLatest()]).toEqual([
        `Undone. The question to order ${orderId} was withdrawn.`,
        'Awaiting',
        `Undone. Order ${orderId} is back in New. Your question was withdrawn.`,
      ]);
    });

    test('Undo of a reply that joined a waiting mail withdraws it alone; then the first can be undone too', async () => {
      const orderId = await add();
      await write(orderId, 'Hello');
      const [first, second] = [await reply(orderId, 'One'), await reply(orderId, 'Two')];
      const withdraw = ({ body }: typeof first) =>
        api().callApi(messageCalls.withdrawReply, { orderId, id: body.data.id }, { as: 'Team' });
      const texts = async () => (await pageOf(orderId)).messages.map(({ text }) => text);
      const state = async () => (await mailsOf(orderId)).map((mail) => mail.state);
      expect((await withdraw(second)).body.message).toBe(`Undone. The reply to order ${orderId} was withdrawn.`);
      expect([await state(), await isIn(orderId)]).toEqual([['queued'], false]);
      expect((await withdraw(second)).body.message).toBe('This reply was already withdrawn.');
      expect((await withdraw(first)).body.message).toBe(
        `Undone. The reply was withdrawn. Order ${orderId} is back in Messages.`,
      );
      expect([await state(), await texts()]).toEqual([['cancelled'], ['Hello']]);
      const again = await withdraw(first);
      expect([again.httpStatus, again.body.message]).toEqual([409, 'This reply was already withdrawn.']);
      expect(await verifyOrder(db(), orderId)).toBeNull();
    });

    test.each(['a reply', 'a question'])('Undo of a reply whose mail %s has joined changes nothing', async (joined) => {
      const orderId = await add();
      const { id } = (await reply(orderId, 'One')).body.data;
      await (joined === 'a reply' ? reply(orderId, 'Two', { as: 'Manager' }) : ask(orderId, 'Two?'));
      const refused = await api().callApi(messageCalls.withdrawReply, { orderId, id }, { as: 'Team' });
      expect([refused.httpStatus, refused.body.message]).toEqual([
        409,
        'This reply can no longer be withdrawn. The customer may have read it or been emailed about it.',
      ]);
      expect((await mailsOf(orderId)).map(({ state }) => state)).toEqual(['queued']);
      expect((await pageOf(orderId)).messages).toHaveLength(2);
    });

    test('a joined reply stays once its customer has opened the page, or another message follows', async () => {
      const [seen, followed] = [await add(), await add()];
      const joined = async (orderId: string) => {
        await write(orderId, 'Hello');
        await reply(orderId, 'One');
        return (await reply(orderId, 'Two')).body.data.id;
      };
      const withdraw = async (orderId: string, id: number) =>
        (await api().callApi(messageCalls.withdrawReply, { orderId, id }, { as: 'Team' })).httpStatus;
      const [one, two] = [await joined(seen), await joined(followed)];
      await pageOf(seen);
      await write(followed, 'You are welcome');
      expect([await withdraw(seen, one), await withdraw(followed, two)]).toEqual([409, 409]);
      // Neither another order's reply nor a customer's message can be withdrawn.
      expect([await withdraw(followed, one), await withdraw(followed, two - 2)]).toEqual([404, 404]);
      expect((await mailsOf(seen)).map(({ state }) => state)).toEqual(['queued']);
    });

    test('"Undo the latest" withdraws a joined reply first, then the mail with its reply', async () => {
      const orderId = await add();
      await reply(orderId, 'One');
      await reply(orderId, 'Two');
      const undone = `Undone. The reply to order ${orderId} was withdrawn.`;
      expect([await undoLatest(), (await mailsOf(orderId))[0]!.state]).toEqual([undone, 'queued']);
      expect([await undoLatest(), (await mailsOf(orderId))[0]!.state]).toEqual([undone, 'cancelled']);
      expect((await pageOf(orderId)).messages).toEqual([]);
    });

    test('"Undo the latest" passes over joined replies that stay', async () => {
      const [open, seen, followed] = [await add(), await add(), await add()];
      for (const orderId of [open, seen, followed]) {
        await reply(orderId, 'One', { as: 'Manager' });
        await reply(orderId, 'Two');
      }
      await pageOf(seen);
      await write(followed, 'You are welcome');
      expect(await undoLatest()).toBe(`Undone. The reply to order ${open} was withdrawn.`);
    });

    test('Undo of a mail that a colleague has joined keeps a mail about the colleague’s message', async () => {
      const orderId = await add();
      const mine = (await ask(orderId, 'Which passport?')).body.data.mailId;
      const { id } = (await reply(orderId, 'Take your time.', { as: 'Manager' })).body.data;
      expect((await cancel(mine)).body.message).toBe(
        'The email was cancelled. The customer can still read your message. The email about Max Manager’s message is still waiting.',
      );
      const [first, second] = (await mailsOf(orderId)).toSorted((a, b) => a.id - b.id);
      expect([first!.state, second!.state, second!.kind]).toEqual(['cancelled', 'queued', 'reply']);
      expect(Math.abs(first!.dueAt!.getTime() - second!.dueAt!.getTime())).toBeLessThan(2_000);
      const withdrawn = await api().callApi(messageCalls.withdrawReply, { orderId, id }, { as: 'Manager' });
      expect(withdrawn.body.message).toBe(`Undone. The reply to order ${orderId} was withdrawn.`);
      expect((await mailsOf(orderId)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
      expect(await verifyOrder(db(), orderId)).toBeNull();
    });

    test('withdrawing a reply that answered no message leaves Messages as it is', async () => {
      const orderId = await add();
      const { mailId } = (await reply(orderId, 'All is well.')).body.data;
      expect((await cancel(mailId)).body.message).toBe(`Undone. The reply to order ${orderId} was withdrawn.`);
      expect([await isIn(orderId), (await pageOf(orderId)).messages]).toEqual([false, []]);
    });

    test('Undo of a reply keeps the older place in Messages that another Undo has restored', async () => {
      const orderId = await add();
      await write(orderId, 'First');
      const { body } = await handle(orderId);
      await write(orderId, 'Second');
      const { mailId } = (await reply(orderId, 'Thank you.')).body.data;
      await undo(body.data.actionId);
      await cancel(mailId);
      expect((await folder()).data.find(({ order_id }) => order_id === orderId)?.first_words).toBe('First');
    });

    test('a reply recorded by an earlier API counts as shown, so it is never withdrawn', async () => {
      const values = { orderId: await add(), memberId: api().memberIds.Team, isReply: true, text: 'Thank you.' };
      const [recorded] = await db().insert(customerMessages).values(values).returning();
      expect(recorded!.shownAt).toEqual(recorded!.createdAt);
    });

    test('a reply that its customer has opened stays; opening the page on the staff site does not count', async () => {
      const token = async (orderId: string) => signCustomerToken(api().context.secret, orderId);
      const kept = await add();
      await write(kept, 'Hello');
      await reply(kept, 'Thank you.');
      await pageOf(kept);
      expect(await undoLatest()).toBe(
        'The email was cancelled. The customer has already opened the page and can still read your message.',
      );
      expect([await isIn(kept), (await pageOf(kept)).messages.length]).toEqual([false, 2]);
      const seenByStaff = await add();
      await reply(seenByStaff, 'Thank you.');
      await api().callApi(
        customerCalls.downloadHistory,
        { orderId: seenByStaff },
        { origin: 'staff', token: await token(seenByStaff) },
      );
      expect(await undoLatest()).toBe(`Undone. The reply to order ${seenByStaff} was withdrawn.`);
    });

    test('a reply that a later message follows stays', async () => {
      const orderId = await add();
      const { mailId } = (await reply(orderId, 'Thank you.')).body.data;
      await write(orderId, 'You are welcome');
      expect((await cancel(mailId)).body.message).toBe(
        'The email was cancelled. The customer can still read your message.',
      );
      expect((await pageOf(orderId)).messages).toHaveLength(2);
    });

    test('a page that was being loaded while a reply was withdrawn does not show the reply', async () => {
      const orderId = await add();
      const { id, mailId } = (await reply(orderId, 'Thank you.')).body.data;
      await cancel(mailId);
      expect(await markShown(db(), [id])).toEqual([]);
    });

    test('a mail waits until 15 minutes after the previous one, and covers later messages too', async () => {
      const orderId = await add();
      const first = await reply(orderId, 'One');
      await ago(first.body.data.mailId, '5 minutes');
      const second = await reply(orderId, 'Two');
      expect(second.body.message).toBe(
        `Reply to order ${orderId} saved. Email sends in 10 minutes. Customers are emailed about messages at most once every 15 minutes.`,
      );
      expect(minutesLeft(second.body.data.dueAt)).toBe(10);
      expect((await ask(orderId, 'Three?')).body.data).toMatchObject(
        expect.objectContaining({ mailId: second.body.data.mailId, dueAt: second.body.data.dueAt }),
      );
      const now = await api().callApi(mailCalls.sendNow, { mailId: second.body.data.mailId }, { as: 'Team' });
      expect([now.httpStatus, now.body.message]).toEqual([
        409,
        'The customer was emailed less than 15 minutes ago. This email will be sent automatically.',
      ]);
      expect(await mailsOf(orderId)).toHaveLength(2);
    });

    test('after 15 minutes a mail waits no longer than any other mail', async () => {
      const orderId = await add();
      const first = await reply(orderId, 'One');
      await ago(first.body.data.mailId, '16 minutes');
      const second = await reply(orderId, 'Two');
      expect(minutesLeft(second.body.data.dueAt)).toBe(1);
      const now = await api().callApi(mailCalls.sendNow, { mailId: second.body.data.mailId }, { as: 'Team' });
      expect(now.httpStatus).toBe(200);
    });

    test('"Undo the latest" ignores a mail that waits only for the 15 minutes', async () => {
      const orderId = await add();
      const { mailId } = (await reply(orderId, 'One')).body.data;
      const older = { createdAt: sql`now() - interval '2 minutes'` };
      await db().update(mails).set(older).where(eq(mails.id, mailId));
      await db().execute(sql`alter table customer_messages disable trigger customer_messages_append_only`);
      await db().update(customerMessages).set(older).where(eq(customerMessages.orderId, orderId));
      await db().execute(sql`alter table customer_messages enable trigger customer_messages_append_only`);
      const { body } = await api().callApi(orderCalls.undoLatest, {}, { as: 'Team' });
      expect(body.data).toBeNull();
    });
  },
  { MAIL_DELAY_S: '60' },
);
