import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { mails } from '../db/schema/mails.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { claimMails } from '../mail/mailQueries.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

const uploadVisaDoc = new File([pdfOf()], 'declaration.pdf', { type: 'application/pdf' });

onOneDriver(
  (api) => {
    const db = () => api().context.database.db;
    const read = async (mailId: number) => (await db().select().from(mails).where(eq(mails.id, mailId)))[0]!;
    const outbox = () => readdir(path.join(api().context.settings.dataDir, 'outbox')).catch(() => [] as string[]);
    const as = 'Team';
    const cancel = (mailId: number) => api().callApi(mailCalls.cancel, { mailId }, { as });
    const sendNow = (mailId: number) => api().callApi(mailCalls.sendNow, { mailId }, { as });

    /** Uploads a document, whose mail waits for an hour in these tests. */
    async function upload(orderId: string) {
      const input = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      const { body } = await api().callApi(documentCalls.upload, input, { as });
      expect(body.message).toBe('Document uploaded. Email sends in 3,600 seconds.');
      return body.data;
    }

    test('an upload or a resend returns the waiting mail and its due time', async () => {
      const orderId = await addOrder(api());
      const { mailId, dueAt } = await upload(orderId);
      const mail = await read(mailId);
      expect(mail).toMatchObject({ state: 'queued', attempts: 0, dueAt: new Date(dueAt!) });
      expect(mail.dueAt!.getTime() - mail.createdAt.getTime()).toBe(3_600_000);
      const again = { orderId, email: 'other@example.com', mailServiceProvider: 'Sendgrid' } as const;
      const { body } = await api().callApi(documentCalls.resend, again, { as });
      await expect(read(body.data.mailId)).resolves.toMatchObject({ state: 'queued', dueAt: expect.any(Date) });
      const details = await api().callApi(orderCalls.details, { orderId }, { as });
      expect(details.body.data.mailHistory).toMatchObject([
        { id: body.data.mailId, state: 'queued', due_at: body.data.dueAt },
        { id: mailId, state: 'queued', due_at: dueAt },
      ]);
    });

    test('the refund mail of one order waits too, and cancelling it undoes the refund', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Refunds' });
      const refund = () => api().callApi(orderCalls.completeRefund, { orderId }, { as });
      const mail = (await refund()).body.data.mail!;
      await expect(read(mail.mailId)).resolves.toMatchObject({ kind: 'refund', dueAt: new Date(mail.dueAt!) });
      expect((await refund()).body.data.mail).toBeUndefined();
      const { body } = await cancel(mail.mailId);
      expect(body.message).toBe(`The email was cancelled. Order ${orderId} is back in Refunds.`);
      const { data } = (await api().callApi(orderCalls.details, { orderId }, { as })).body;
      expect(data).toMatchObject({ process_status: 'Refunds', refund_date: null, version: 3 });
    });

    test('cancelling the mail does not undo the refund of an order that was moved since', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Refunds' });
      const { mail } = (await api().callApi(orderCalls.completeRefund, { orderId }, { as })).body.data;
      await api().callApi(orderCalls.move, { orderId, updatingStatus: 'ChargeBack' }, { as });
      expect((await cancel(mail!.mailId)).body.message).toBe('The email was cancelled.');
      const { data } = (await api().callApi(orderCalls.details, { orderId }, { as })).body;
      expect(data.process_status).toBe('ChargeBack');
    });

    test('the refund mails of several orders are sent at once', async () => {
      const orderIds = [
        await addOrder(api(), { processStatus: 'Refunds' }),
        await addOrder(api(), { processStatus: 'Refunds' }),
      ];
      const { body } = await api().callApi(orderCalls.completeRefund, { orderId: orderIds }, { as });
      expect([body.message, body.data.mail]).toEqual(['2 refunded', undefined]);
    });

    const resend = async (orderId: string, changes: { email?: string; mailServiceProvider?: 'Sendgrid' } = {}) => {
      const input = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS', ...changes } as const;
      const { httpStatus, body } = await api().callApi(documentCalls.resend, input, { as });
      expect([httpStatus, body.message]).toEqual([
        200,
        expect.stringMatching(/^Email sends in 3,(600|5\d\d) seconds\.$/),
      ]);
      return body.data;
    };
    const mailCount = (orderId: string) => db().$count(mails, eq(mails.orderId, orderId));

    test('a resend that equals a waiting mail returns that mail, even for concurrent requests', async () => {
      const orderId = await addOrder(api());
      const { mailId, dueAt } = await upload(orderId);
      await expect(resend(orderId)).resolves.toEqual({ mailId, dueAt });
      const other = { email: 'other@example.com' };
      const [first, ...same] = await Promise.all([1, 2, 3].map(() => resend(orderId, other)));
      expect(same).toEqual([first, first]);
      expect(await mailCount(orderId)).toBe(2);
    });

    test('a resend with another address, provider or document queues another mail', async () => {
      const orderId = await addOrder(api());
      const { mailId } = await upload(orderId);
      const others = [
        await resend(orderId, { email: 'other@example.com' }),
        await resend(orderId, { mailServiceProvider: 'Sendgrid' }),
      ].map((mail) => mail.mailId);
      const newer = (await upload(orderId)).mailId;
      expect(new Set([mailId, ...others, newer]).size).toBe(4);
      await expect(resend(orderId)).resolves.toMatchObject({ mailId: newer });
    });

    test('a resend of a cancelled or sent mail queues another mail', async () => {
      const orderId = await addOrder(api());
      await upload(orderId);
      const first = (await resend(orderId, { email: 'other@example.com' })).mailId;
      await cancel(first);
      const second = (await resend(orderId)).mailId;
      await sendNow(second);
      const third = (await resend(orderId)).mailId;
      expect(new Set([first, second, third]).size).toBe(3);
      await pollUntil(
        () => read(second),
        ({ state }) => state === 'sent',
      );
    });

    test('a cancelled mail is never sent, its document is withdrawn, and the history shows both', async () => {
      const orderId = await addOrder(api());
      const { mailId, file1, version } = await upload(orderId);
      await expect(cancel(mailId)).resolves.toMatchObject({ httpStatus: 200 });
      await expect(read(mailId)).resolves.toMatchObject({ state: 'cancelled', attempts: 0 });
      await expect(claimMails(db(), [{ id: mailId, messageId: '<1@example.com>' }])).resolves.toEqual(new Map());
      const { body } = await api().callApi(orderCalls.details, { orderId }, { as });
      expect(body.data).toMatchObject({
        version: version + 1,
        uploadDoc: [{ file1, withdrawn_at: expect.any(String) }],
        mailHistory: [{ state: 'cancelled' }],
      });
      const [last, before] = await db()
        .select()
        .from(orderHistory)
        .where(eq(orderHistory.orderId, orderId))
        .orderBy(desc(orderHistory.id));
      const memberId = api().memberIds.Team;
      expect(before).toMatchObject({ kind: 'mail', to: 'cancelled', version, memberId });
      expect(last).toMatchObject({ kind: 'withdraw', from: 'declaration.pdf', version: version + 1, memberId });
    });

    test('a cancelled mail prevents no Undo, and is not named as a conflict', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Pending' });
      const { mailId } = await upload(orderId);
      const move = () => api().callApi(orderCalls.move, { orderId, updatingStatus: 'Awaiting' }, { as });
      const undo = (actionId: string) => api().callApi(orderCalls.undo, { actionId }, { as });
      const first = (await move()).body.data.actionId!;
      await cancel(mailId);
      await expect(undo(first)).resolves.toMatchObject({ httpStatus: 200 });

      const other = (await upload(orderId)).mailId;
      const second = (await move()).body.data.actionId!;
      await api().callApi(orderCalls.addRemark, { orderId, remark: 'called' }, { as: 'Manager' });
      await cancel(other);
      const refused = await undo(second);
      expect([refused.httpStatus, refused.body.message]).toEqual([
        409,
        expect.stringMatching(`Undo is no longer possible: Max Manager commented on ${orderId}`),
      ]);
    });

    test('"Send now" skips the wait, once', async () => {
      const { mailId } = await upload(await addOrder(api()));
      await expect(sendNow(mailId)).resolves.toMatchObject({ httpStatus: 200 });
      // Two jobs in one fetch would call the provider twice.
      const jobs = sql`select from pgboss.job where (data->>'mailId')::int = ${mailId}`;
      expect((await db().execute(jobs)).rows).toHaveLength(1);
      const mail = await pollUntil(
        () => read(mailId),
        ({ state }) => state === 'sent',
      );
      expect(mail).toMatchObject({ state: 'sent', attempts: 1 });
      await expect(sendNow(mailId)).resolves.toMatchObject({ httpStatus: 409 });
      await expect(cancel(mailId)).resolves.toMatchObject({ httpStatus: 409 });
      expect((await outbox()).filter((file) => file.endsWith(`-${mailId}.eml`))).toHaveLength(1);
    });

    test('a cancelled, immediate or unknown mail can be neither cancelled nor sent', async () => {
      const { mailId } = await upload(await addOrder(api()));
      await cancel(mailId);
      for (const ask of [cancel, sendNow]) {
        await expect(ask(mailId)).resolves.toMatchObject({
          httpStatus: 409,
          body: { message: 'This email was already cancelled.' },
        });
        await expect(ask(2_000_000_000)).resolves.toMatchObject({ httpStatus: 404 });
      }
      const orderId = await addOrder(api());
      const refund = { orderId, kind: 'refund', recipient: 'mere@example.com', provider: 'AWS' } as const;
      const [atOnce] = await db().insert(mails).values(refund).returning();
      for (const ask of [cancel, sendNow]) {
        await expect(ask(atOnce!.id)).resolves.toMatchObject({
          httpStatus: 409,
          body: { message: 'This email is already on its way.' },
        });
      }
    });

    test('if a mail is cancelled and claimed at once, exactly one of the two succeeds', async () => {
      const orderId = await addOrder(api());
      const row = {
        orderId,
        kind: 'refund',
        recipient: 'mere@example.com',
        provider: 'AWS',
        dueAt: new Date(),
      } as const;
      const waiting = await db()
        .insert(mails)
        .values(Array.from({ length: 60 }, () => row))
        .returning({ id: mails.id });
      const won = await Promise.all(
        waiting.map(async ({ id }, n) => {
          const claim = () => claimMails(db(), [{ id, messageId: `<${id}@example.com>` }]);
          // The cancel and the claim each start first in half of the cases.
          const first = n % 2 ? claim() : null;
          const [taken, claimed] = await Promise.all([cancel(id), first ?? claim()]);
          const { state, callBegunAt } = await read(id);
          return [taken.httpStatus === 200, claimed.has(id), state, callBegunAt !== null];
        }),
      );
      for (const one of won) {
        expect([
          [true, false, 'cancelled', false],
          [false, true, 'queued', true],
        ]).toContainEqual(one);
      }
    });
  },
  { MAIL_DELAY_S: '3600' },
);

onOneDriver(
  (api) => {
    test('a mail that is not cancelled is sent when due, and not before', async () => {
      const orderId = await addOrder(api());
      await uploadPdf(api(), orderId);
      const { db } = api().context.database;
      const [mail] = await pollUntil(
        () => db.select().from(mails).where(eq(mails.orderId, orderId)),
        ([one]) => one?.state === 'sent',
      );
      expect(mail).toMatchObject({ state: 'sent', attempts: 1 });
      expect(mail!.callBegunAt!.getTime()).toBeGreaterThanOrEqual(mail!.dueAt!.getTime());
    });
  },
  { MAIL_DELAY_S: '1' },
);
