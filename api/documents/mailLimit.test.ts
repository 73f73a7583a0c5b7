import { eq, sql } from 'drizzle-orm';
import { documentCalls } from 'shared/api/documentCalls';
import { invoiceCalls } from 'shared/api/invoiceCalls';
import { mailCalls } from 'shared/api/mailCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import { mails } from '../db/schema/mails.ts';
import { members } from '../db/schema/members.ts';
import type { Role } from 'shared/rules/permissions';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

const limit = 5;

onBothDrivers(
  (api, driver) => {
    const db = () => api().context.database.db;
    beforeEach(() =>
      db()
        .update(mails)
        .set({ createdAt: sql`now() - interval '2 hours'` }),
    );
    let addresses = 0;
    const resend = (orderId: string, as: Role = 'Team', email = `other${(addresses += 1)}@example.com`) =>
      api().callApi(documentCalls.resend, { orderId, email, mailServiceProvider: 'AWS' }, { as });
    const withDocument = async () => {
      const orderId = await addOrder(api(), { amount: '79.00', currency: 'NZD', paidAt: new Date() });
      await uploadPdf(api(), orderId);
      await db()
        .update(mails)
        .set({ createdAt: sql`now() - interval '2 hours'` });
      return orderId;
    };

    test('mail of a member is limited per hour, documents and invoices together; others are not affected', async () => {
      const orderId = await withDocument();
      const asked = await Promise.all(Array.from({ length: limit + 2 }, () => resend(orderId)));
      expect(asked.map(({ httpStatus }) => httpStatus).sort()).toEqual([...Array(limit).fill(200), 429, 429]);
      const refused = await resend(orderId);
      expect(refused.body.message).toBe(
        'You have reached the limit of 5 documents and invoices an hour. Try again in 60 min.',
      );
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
      const invoice = await api().callApi(invoiceCalls.send, { orderId, email: 'x@example.com' }, { as: 'Team' });
      expect(invoice.httpStatus).toBe(429);
      expect((await resend(orderId, 'Manager')).httpStatus).toBe(200);
    });

    if (driver === 'postgres')
      test('a member can mail while a change locks their row, because the change may wait for the same order', async () => {
        const orderId = await withDocument();
        await db().transaction(async (tx) => {
          await tx.update(members).set({ name: 'Tia Team' }).where(eq(members.id, api().memberIds.Team));
          expect((await resend(orderId)).httpStatus).toBe(200);
        });
      });

    test('cancelled mails do not count, and after an hour none do', async () => {
      const orderId = await withDocument();
      for (let n = 0; n < limit; n += 1) {
        const { mailId } = (await resend(orderId)).body.data;
        await api().callApi(mailCalls.cancel, { mailId }, { as: 'Team' });
      }
      for (let n = 0; n < limit; n += 1) expect((await resend(orderId)).httpStatus).toBe(200);
      expect((await resend(orderId)).httpStatus).toBe(429);
      await db()
        .update(mails)
        .set({ createdAt: sql`now() - interval '61 minutes'` });
      expect((await resend(orderId)).httpStatus).toBe(200);
    });

    test('the history shows a mail to an address that the customer has not given', async () => {
      const orderId = await withDocument();
      await resend(orderId, 'Team', 'stranger@example.com');
      await resend(orderId, 'Team', 'siobhan@example.com');
      await db().execute(
        sql`update orders set contact_email_address = 'Siobhan@example.com' where order_id = ${orderId}`,
      );
      const { body } = await api().callApi(timelineCalls.timeline, { orderId }, { as: 'Team' });
      const told = body.data.filter(({ kind }) => kind === 'queued').map(({ to, from }) => [to, from]);
      expect(told).toEqual(
        expect.arrayContaining([
          ['stranger@example.com', 'This address isn’t on the order'],
          ['siobhan@example.com', null],
        ]),
      );
    });
  },
  { MAIL_PER_MEMBER_HOUR: String(limit), MAIL_DELAY_S: '3600' },
);
