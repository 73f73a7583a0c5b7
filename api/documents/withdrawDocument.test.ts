import { eq } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import { mails } from '../db/schema/mails.ts';
import { readLedger } from '../ledger/ledger.ts';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';

const as = 'Team';

onBothDrivers(
  (api) => {
    const db = () => api().context.database.db;
    const addCompleted = () => addOrder(api(), { processStatus: 'Completed', paidAt: new Date() });
    const upload = async (orderId: string, mark = '') => {
      const uploadVisaDoc = new File([pdfOf({ mark })], `declaration${mark}.pdf`, { type: 'application/pdf' });
      const input = { orderId, email: 'mere@example.com', mailServiceProvider: 'AWS', uploadVisaDoc } as const;
      return (await api().callApi(documentCalls.upload, input, { as })).body.data;
    };
    const resend = (orderId: string, email = 'other@example.com') =>
      api().callApi(documentCalls.resend, { orderId, email, mailServiceProvider: 'AWS' }, { as });
    const cancel = (mailId: number) => api().callApi(mailCalls.cancel, { mailId }, { as });
    const withdraw = (orderId: string, file1: string, reason?: string) =>
      api().callApi(documentCalls.withdraw, { orderId, file1, reason }, { as });
    const detailsOf = async (orderId: string) =>
      (await api().callApi(orderCalls.details, { orderId }, { as })).body.data;
    const mailStateOf = async (mailId: number) =>
      (await db().select({ state: mails.state }).from(mails).where(eq(mails.id, mailId)))[0]!.state;
    const asCustomer = async (orderId: string) => {
      const token = await signCustomerToken(api().context.secret, orderId);
      const on = { origin: 'public', token } as const;
      return {
        page: async () => (await api().callApi(customerCalls.downloadHistory, { orderId }, on)).body,
        download: (file1: string) =>
          api().callApi(customerCalls.downloadDocument, { orderId, customername: 'customer', file1 }, on),
      };
    };

    test('cancelling the mail withdraws its document, which the customer is no longer offered', async () => {
      const orderId = await addCompleted();
      const { mailId, file1, version } = await upload(orderId);
      const customer = await asCustomer(orderId);
      const begun = (await customer.download(file1)).body.data.address;
      const { body } = await cancel(mailId);
      expect(body).toMatchObject({
        message: 'The email was cancelled. Its document was withdrawn.',
        data: { mailId, orderId },
      });
      expect(await customer.page()).toMatchObject({ mainResult: { stage: 'in progress' }, path: null });
      expect((await customer.download(file1)).httpStatus).toBe(404);
      expect((await api().customers.inject({ url: begun })).statusCode).toBe(401);
      expect(await detailsOf(orderId)).toMatchObject({
        version: version + 1,
        uploadDoc: [{ file1, withdrawn_at: expect.any(String), uploaded_by: 'Tia Team' }],
        mailHistory: [{ state: 'cancelled' }],
      });
      // The document is kept as evidence, and staff can open it.
      const authorization = await api().signIn('Telecaller');
      const kept = await api().staff.inject({ url: `/uploads/visaDocs/${file1}`, headers: { authorization } });
      expect(kept.statusCode).toBe(200);
    });

    test('a document with another mail is withdrawn only once both are cancelled', async () => {
      const orderId = await addCompleted();
      const { mailId } = await upload(orderId);
      const again = (await resend(orderId)).body.data.mailId;
      expect((await cancel(mailId)).body.message).toBe('The email was cancelled.');
      expect((await detailsOf(orderId)).uploadDoc).toMatchObject([{ withdrawn_at: null }]);
      expect((await cancel(again)).body.message).toBe('The email was cancelled. Its document was withdrawn.');
    });

    test('a failed mail does not keep the document of a cancelled mail', async () => {
      const orderId = await addCompleted();
      const { mailId } = await upload(orderId);
      const again = (await resend(orderId)).body.data.mailId;
      await db().update(mails).set({ state: 'failed' }).where(eq(mails.id, mailId));
      expect((await cancel(again)).body.message).toBe('The email was cancelled. Its document was withdrawn.');
    });

    test('cancelling a resend keeps a document that was sent before', async () => {
      const orderId = await addCompleted();
      const { mailId } = await upload(orderId);
      await db().update(mails).set({ state: 'sent', sentAt: new Date() }).where(eq(mails.id, mailId));
      await cancel((await resend(orderId)).body.data.mailId);
      expect((await detailsOf(orderId)).uploadDoc).toMatchObject([{ withdrawn_at: null }]);
    });

    test('withdrawing a document cancels its waiting mail, once, and is in history and ledger', async () => {
      const orderId = await addCompleted();
      const first = await upload(orderId, '1');
      const { mailId, file1 } = await upload(orderId, '2');
      const { body } = await withdraw(orderId, file1, 'names another person');
      expect(body.message).toBe('The document was withdrawn. Its email was cancelled.');
      expect(await mailStateOf(mailId)).toBe('cancelled');
      const again = await withdraw(orderId, file1);
      expect(again.body).toMatchObject({ message: 'The document was already withdrawn.', data: body.data });
      // The earlier document was replaced, so it is not offered again.
      const customer = await asCustomer(orderId);
      expect(await customer.page()).toMatchObject({ mainResult: { stage: 'in progress' }, path: null });
      expect((await customer.download(first.file1)).httpStatus).toBe(404);
      expect((await resend(orderId)).httpStatus).toBe(409);
      const timeline = await api().callApi(timelineCalls.timeline, { orderId }, { as });
      expect(timeline.body.data.filter(({ kind }) => kind === 'withdraw')).toMatchObject([
        { by: 'Tia Team', from: 'declaration2.pdf', to: 'names another person' },
      ]);
      const { entries } = await readLedger(db(), orderId);
      expect(entries.filter(({ kind }) => kind === 'withdrawn').map(({ facts }) => facts)).toMatchObject([
        { name: 'declaration2.pdf', sha256: expect.any(String), reason: 'names another person', by: 'Tia Team' },
      ]);
      const packed = await api().callApi(defencePackCalls.packLetter, { orderId, defencePackType: 1 }, { as });
      expect(JSON.stringify(packed.body.data)).toContain('Document stored, SHA-256 recorded, withdrawn on');
    });

    test('only the order’s own document can be withdrawn, and then not resent', async () => {
      const orderId = await addCompleted();
      const { file1 } = await upload(orderId);
      expect((await withdraw(await addCompleted(), file1)).httpStatus).toBe(404);
      expect((await withdraw(orderId, 'none.pdf')).httpStatus).toBe(404);
      await withdraw(orderId, file1);
      expect((await resend(orderId)).httpStatus).toBe(409);
    });

    test('a customer cannot open a replaced document, even with a grant', async () => {
      const orderId = await addCompleted();
      const old = await upload(orderId, '1');
      const customer = await asCustomer(orderId);
      const begun = (await customer.download(old.file1)).body.data.address;
      const { file1 } = await upload(orderId, '2');
      expect((await customer.download(old.file1)).httpStatus).toBe(404);
      expect((await api().customers.inject({ url: begun })).statusCode).toBe(401);
      const address = (await customer.download(file1)).body.data.address;
      expect((await api().customers.inject({ url: address })).statusCode).toBe(200);
    });

    test('a grant ends when the order is no longer ready, and works again once it is', async () => {
      const orderId = await addCompleted();
      const { file1 } = await upload(orderId);
      const { address } = (await (await asCustomer(orderId)).download(file1)).body.data;
      const status = async () => (await api().customers.inject({ url: address })).statusCode;
      const move = (updatingStatus: 'Awaiting' | 'Completed') =>
        api().callApi(orderCalls.move, { orderId, updatingStatus }, { as });
      expect(await status()).toBe(200);
      await move('Awaiting');
      expect(await status()).toBe(401);
      await move('Completed');
      expect(await status()).toBe(200);
    });

    test('a missing file is 404 for HEAD too, and begins no download', async () => {
      const orderId = await addCompleted();
      const { file1 } = await upload(orderId);
      const customer = await asCustomer(orderId);
      const { address } = (await customer.download(file1)).body.data;
      const authorization = await api().signIn('Telecaller');
      const asked = () =>
        Promise.all([
          ...(['GET', 'HEAD'] as const).map((method) => api().customers.inject({ method, url: address })),
          ...(['GET', 'HEAD'] as const).map((method) =>
            api().staff.inject({ method, url: `/uploads/visaDocs/${file1}`, headers: { authorization } }),
          ),
        ]).then((answers) => answers.map(({ statusCode }) => statusCode));
      expect(await asked()).toEqual([200, 200, 200, 200]);
      for await (const { key } of api().context.storage.list('')) {
        if (key.endsWith(file1)) await api().context.storage.remove(key);
      }
      expect(await asked()).toEqual([404, 404, 404, 404]);
      const opened = await api().staff.inject({
        url: `/uploads/visaDocs/${file1}`,
        headers: { authorization, accept: 'text/html' },
      });
      expect([opened.headers['content-disposition'], opened.headers['content-type'], opened.body]).toEqual([
        undefined,
        'text/plain; charset=utf-8',
        'This document’s file is missing.',
      ]);
      const rows = async () => (await customer.page()).downloadTotal;
      const before = await rows();
      const { httpStatus, body } = await customer.download(file1);
      expect([httpStatus, body.message]).toEqual([
        410,
        'We can’t find your document’s file. Contact support and we’ll send it again.',
      ]);
      expect(await rows()).toBe(before);
      const again = await resend(orderId);
      expect([again.httpStatus, again.body.message]).toEqual([
        409,
        'This document’s file is missing. Upload it again.',
      ]);
    });
  },
  { MAIL_DELAY_S: '3600' },
);
