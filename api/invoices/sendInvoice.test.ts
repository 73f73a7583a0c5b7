import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { invoices } from '../db/schema/billing.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { openPdf } from '../testing/pdf/openPdf.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { attachInvoice, type InvoiceContent, lockNextNumber } from './sendInvoice.ts';

const paid = { paidAt: new Date('2026-11-20T10:00:00Z'), amount: '79.00', currency: 'NZD' };

onOneDriver(
  (api) => {
    const db = () => api().context.database.db;
    const as = 'Night Staff';
    const send = (orderId: string, more: { email?: string; mailServiceProvider?: 'Sendgrid' } = {}) =>
      api().callApi(invoiceCalls.send, { orderId, ...more }, { as });
    const sent = async (orderId: string, more = {}) => {
      const { httpStatus, body } = await send(orderId, more);
      expect([httpStatus, body.message]).toEqual([200, expect.any(String)]);
      return body.data;
    };
    const mailsOf = (orderId: string) => db().select().from(mails).where(eq(mails.orderId, orderId)).orderBy(mails.id);
    const numbers = async () =>
      (await db().select().from(invoices).orderBy(asc(invoices.number))).map(({ number }) => number);

    test.each([
      ['', 'Please enter your order id.'],
      ['  ', 'Please enter your order id.'],
      ['12345', 'Order Id must be at least 6 characters.'],
      ['  abc  ', 'Order Id must be at least 6 characters.'],
      ['order 100471', 'An order ID is 6 to 18 digits.'],
      ['1234567890123456789', 'An order ID is 6 to 18 digits.'],
    ])('the order id "%s" is refused: %s', async (orderId, text) => {
      const { httpStatus, body } = await send(orderId);
      expect([httpStatus, body.message, body.errors]).toEqual([400, text, { orderId: text }]);
    });

    test('an order that cannot have an invoice gets the reason, and no number is used', async () => {
      const before = await numbers();
      const deleted = await addOrder(api(), { ...paid, processStatus: 'Deleted' });
      const unpaid = await addOrder(api(), { amount: '79.00', currency: 'NZD' });
      const withoutAmount = await addOrder(api(), { paidAt: paid.paidAt });
      const withoutCurrency = await addOrder(api(), { ...paid, currency: null });
      const unknownAmount = 'The amount paid for this order is unknown, so no invoice can be sent.';
      for (const [orderId, status, text] of [
        ['999999', 404, 'There is no order 999999.'],
        [deleted, 409, 'This order is deleted. Restore it first.'],
        [unpaid, 409, 'This order has not been paid. You can send the invoice after payment.'],
        [withoutAmount, 409, unknownAmount],
        [withoutCurrency, 409, unknownAmount],
      ] as const) {
        const { httpStatus, body } = await send(orderId);
        expect([httpStatus, body.status, body.message, body.errors]).toEqual([status, 0, text, { orderId: text }]);
      }
      expect(await numbers()).toEqual(before);
      expect(await mailsOf(unpaid)).toEqual([]);
    });

    test('an invoice is mailed to the order’s address after the delay, and is in the mail history', async () => {
      const orderId = await addOrder(api(), { ...paid, contactEmailAddress: 'contact@example.com' });
      const { body } = await send(` ${orderId} `);
      const { number, customer, recipient, mailId, dueAt } = body.data;
      expect(customer).toBe('Mere Tane');
      expect(recipient).toBe('contact@example.com');
      expect(body.message).toBe(`Invoice ${number} for order ${orderId}. Email sends in 3,600 seconds.`);
      const [mail] = await mailsOf(orderId);
      expect(mail).toMatchObject({ id: mailId, kind: 'invoice', state: 'queued', recipient, provider: 'AWS' });
      expect(mail!.dueAt!.getTime() - mail!.createdAt.getTime()).toBe(3_600_000);
      const details = await api().callApi(orderCalls.details, { orderId }, { as });
      expect(details.body.data.mailHistory).toMatchObject([
        { id: mailId, kind: 'invoice', state: 'queued', due_at: dueAt },
      ]);
      const content = await api().callApi(documentCalls.emailContent, { orderId }, { as });
      expect(content.body.data).toMatchObject({ kind: 'invoice', subject: `Your invoice for order ${orderId}` });
    });

    test('resending returns a waiting mail; to another address, or later, it is a new mail with the same number', async () => {
      const orderId = await addOrder(api(), paid);
      const first = await sent(orderId);
      expect(await sent(orderId)).toEqual(first);
      const other = await sent(orderId, { email: 'other@example.com', mailServiceProvider: 'Sendgrid' });
      expect(other).toMatchObject({ number: first.number, recipient: 'other@example.com' });
      await api().callApi(mailCalls.cancel, { mailId: first.mailId }, { as });
      const third = await sent(orderId);
      expect(third.number).toBe(first.number);
      const all = await mailsOf(orderId);
      expect(all.map(({ id, provider, state }) => [id, provider, state])).toEqual([
        [first.mailId, 'AWS', 'cancelled'],
        [other.mailId, 'Sendgrid', 'queued'],
        [third.mailId, 'AWS', 'queued'],
      ]);
    });

    test('after a refund and in Charge Back no invoice is sent or resent', async () => {
      const refunded = await addOrder(api(), paid);
      await sent(refunded);
      await api().callApi(orderCalls.move, { orderId: refunded, updatingStatus: 'Refunds' }, { as });
      await sent(refunded);
      await api().callApi(orderCalls.completeRefund, { orderId: refunded }, { as });
      const text = 'This order was refunded, so no invoice can be sent.';
      const refuse = async (orderId: string) => {
        const { httpStatus, body } = await send(orderId);
        return [httpStatus, body.message];
      };
      expect(await refuse(refunded)).toEqual([409, text]);
      await api().callApi(orderCalls.move, { orderId: refunded, updatingStatus: 'Completed' }, { as });
      expect(await refuse(refunded)).toEqual([409, text]);
      const disputed = await addOrder(api(), { ...paid, processStatus: 'ChargeBack' });
      const before = await numbers();
      expect(await refuse(disputed)).toEqual([409, 'This order’s payment is disputed, so no invoice can be sent.']);
      expect(await numbers()).toEqual(before);
    });

    test('an Idempotency-Key gives one mail, however often it is sent', async () => {
      const orderId = await addOrder(api(), paid);
      const once = () => api().callApi(invoiceCalls.send, { orderId }, { as, idempotencyKey: `invoice ${orderId}` });
      const answers = await Promise.all([once(), once(), once()]);
      const [first] = answers;
      expect(first!.body.data).toMatchObject({ number: expect.any(Number) });
      for (const { httpStatus, body } of answers) expect([httpStatus, body]).toEqual([200, first!.body]);
      expect(await mailsOf(orderId)).toHaveLength(1);
    });

    test('20 concurrent invoices get consecutive numbers, and two for one order the same', async () => {
      const before = (await numbers()).at(-1) ?? 1_000;
      const orderIds: string[] = [];
      for (let n = 0; n < 20; n += 1) orderIds.push(await addOrder(api(), paid));
      const given = await Promise.all([...orderIds, ...orderIds].map(async (orderId) => (await sent(orderId)).number));
      expect(given.slice(20)).toEqual(given.slice(0, 20));
      expect(given.slice(0, 20).toSorted((a, b) => a - b)).toEqual(orderIds.map((_, n) => before + 1 + n));
    });

    test('a rolled back transaction leaves neither a gap nor an invoice', async () => {
      const orderId = await addOrder(api(), paid);
      let taken = 0;
      const failing = db().transaction(async (tx) => {
        taken = await lockNextNumber(tx);
        await tx.insert(invoices).values({ number: taken, orderId, amount: '79.00', currency: 'NZD', content: {} });
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect((await sent(orderId)).number).toBe(taken);
    });

    test('the first number is 1001, and a stored invoice cannot be changed', async () => {
      await sent(await addOrder(api(), paid));
      expect((await numbers())[0]).toBe(1_001);
      const change = db().update(invoices).set({ amount: '1.00' });
      await expect(change).rejects.toMatchObject({ cause: { message: 'invoices is append-only' } });
      await expect(db().delete(invoices)).rejects.toMatchObject({ cause: { message: 'invoices is append-only' } });
    });

    test('the PDF is attached, and has the same bytes when resent after the order has changed', async () => {
      const orderId = await addOrder(api(), { ...paid, fullName: 'محمد Mere Tane' });
      const first = await sent(orderId);
      const attached = async (mailId: number) => {
        await api().callApi(mailCalls.sendNow, { mailId }, { as });
        const read = async () => (await mailsOf(orderId)).find(({ id }) => id === mailId)!;
        expect(await pollUntil(read, ({ state }) => state === 'sent')).toMatchObject({ state: 'sent', attempts: 1 });
        return attachmentIn(path.join(api().context.settings.dataDir, 'outbox', `${orderId}-${mailId}.eml`));
      };
      const pdf = await attached(first.mailId);
      expect(pdf.name).toBe(`Invoice ${first.number}.pdf`);
      const { items } = await (await (await openPdf(pdf.bytes)).getPage(1)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
      expect(text).toContain('Mere Tane');
      expect(text).toContain('NZD 79.00');

      await db().update(orders).set({ amount: '99.00', fullName: 'Somebody Else' }).where(eq(orders.orderId, orderId));
      const again = await sent(orderId);
      expect(again.number).toBe(first.number);
      expect(again.mailId).not.toBe(first.mailId);
      const second = await attached(again.mailId);
      expect(second.bytes.equals(pdf.bytes)).toBe(true);
      const [one, other] = await mailsOf(orderId);
      expect(one!.messageId).not.toBe(other!.messageId);
      const files = await readdir(path.join(api().context.settings.dataDir, 'outbox'));
      expect(files.filter((name) => name.startsWith(orderId))).toHaveLength(2);
    });

    test('a mail for a missing invoice fails permanently', async () => {
      const orderId = await addOrder(api(), paid);
      await expect(attachInvoice(db(), orderId)).rejects.toMatchObject({ name: 'MailFailure', outcome: 'refused' });
    });

    test('a mail whose PDF can never be made fails with a reason, and logs the cause', async () => {
      const orderId = await addOrder(api(), paid);
      await db().transaction(async (tx) => {
        const number = await lockNextNumber(tx);
        const content = { number: String(number) };
        await tx.insert(invoices).values({
          ...{ number, orderId, amount: '79.00', currency: 'NZD', issuedAt: new Date() },
          content: content as unknown as InvoiceContent,
        });
      });
      await expect(attachInvoice(db(), orderId)).rejects.toMatchObject({
        name: 'MailFailure',
        outcome: 'refused',
        message: 'The invoice PDF could not be created.',
        cause: { name: 'PdfFailure', outcome: 'broken' },
      });
    });
  },
  { MAIL_DELAY_S: '3600' },
);

/** The only attachment of a mail in the outbox. */
async function attachmentIn(file: string): Promise<{ name: string; bytes: Buffer }> {
  const mail = await readFile(file, 'latin1');
  const part = mail.split(/\r\n--[^\r\n]+/).find((one) => one.includes('Content-Disposition: attachment'))!;
  const [head, body] = part.split('\r\n\r\n');
  return { name: /filename="([^"]+)"/.exec(head!)![1]!, bytes: Buffer.from(body!, 'base64') };
}
