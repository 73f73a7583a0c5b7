import { eq, sql } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { documentCalls } from 'shared/api/documentCalls';
import { intakeCalls } from 'shared/api/intake/intakeCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { outboxReason } from 'shared/rules/outbox';
import { documents, downloads } from '../db/schema/documents.ts';
import { mails } from '../db/schema/mails.ts';
import { orders } from '../db/schema/orders.ts';
import { countDownloadedBytes } from '../documents/serveDocument.ts';
import { markEnded } from '../mail/mailQueries.ts';
import { recordReport } from '../mail/recordReport.ts';
import { addOrder } from '../testing/addOrder.ts';
import { intakeOrder } from '../testing/intakeOrder.ts';
import { onBothDrivers } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';
import { appendLedger, readLedger, readLedgers } from './ledger.ts';
import { type LedgerEntry, type LedgerKind, happenedAt } from './LedgerEntry.ts';
import { verifyOrder } from './verifyLedger.ts';

const key = 'the key of the tests';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const device = { ip: '203.0.113.24', browser: 'Safari-iPhone-mobile', os: 'iOS 19', timezone: 'Asia/Dubai' };

onBothDrivers(
  (api) => {
    const db = () => api().context.database.db;
    const read = async (orderId: string) => (await readLedger(db(), orderId)).entries;
    const kindsOf = (entries: readonly LedgerEntry[]) => entries.map(({ kind }) => kind);
    const factsOf = async (orderId: string, kind: LedgerKind) =>
      (await read(orderId)).filter((entry) => entry.kind === kind).map(({ facts }) => facts);
    const untilThere = (orderId: string, kind: LedgerKind) =>
      pollUntil(
        () => read(orderId),
        (entries) => kindsOf(entries).includes(kind),
      );
    const asCustomer = { origin: 'public', address: `::ffff:${device.ip}` } as const;
    const headers = { 'user-agent': iPhone, 'x-timezone': device.timezone };

    test('an order’s first entry has the intake’s data, and a later payment adds an entry', async () => {
      const given = intakeOrder({
        created_at: '2026-11-19T22:00:00.5Z',
        email: 'mere@example.com',
        contact_email_address: 'tane@example.com',
        landing_domain: 'arrival-card.example.net',
        order_ip: '203.0.113.9',
        order_user_agent: iPhone,
      });
      const keyed = { headers: { 'x-api-key': key } };
      await api().callApi(intakeCalls.takeInOrders, { orders: [given] }, keyed);
      const payment = { order_id: given.order_id, paid_at: '2026-11-20T08:00:00Z', amount: '79.5', currency: 'NZD' };
      await api().callApi(intakeCalls.takeInPayments, { payments: [{ ...payment, transaction_id: 'txn_1' }] }, keyed);
      const [placed, paid, released] = await read(given.order_id);
      expect(placed).toEqual({
        seq: 1,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/),
        kind: 'placed',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        facts: {
          happenedAt: '2026-11-19T22:00:00.5Z',
          email: 'mere@example.com',
          contactEmail: 'tane@example.com',
          fullName: 'Mere Tane',
          status: 'Pending',
          landingDomain: 'arrival-card.example.net',
          ip: '203.0.113.9',
          userAgent: iPhone,
        },
      });
      expect(happenedAt(placed!)).toBe('2026-11-19T22:00:00.5Z');
      expect(paid).toMatchObject({
        seq: 2,
        kind: 'paid',
        facts: { happenedAt: '2026-11-20T08:00:00Z', amount: '79.50', currency: 'NZD', transactionId: 'txn_1' },
      });
      expect(released).toMatchObject({ seq: 3, kind: 'changed', facts: { what: 'payment', field: 'paid_at' } });
      expect(happenedAt(released!)).toBe(released!.at);
    });

    test('records actions, and remarks with flags and author', async () => {
      const orderId = await addOrder(api());
      await api().callApi(orderCalls.assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
      const flags = { whatsapp: 'Y', telephone: 'N', statusRefund: 'Y', voided: '', chargeBack: 'Y' } as const;
      await api().callApi(
        orderCalls.addRemark,
        { orderId, remark: 'Called "her"\nand him', ...flags },
        { as: 'Manager' },
      );
      const entries = await read(orderId);
      expect(entries.at(-1)).toMatchObject({
        kind: 'remark',
        facts: {
          text: 'Called "her"\nand him',
          ...{ whatsapp: true, telephone: false, refund: true, voided: false, chargeback: true },
          ...{ memberId: api().memberIds.Manager, by: 'Max Manager' },
        },
      });
      // The remark is in the order's history too, but must not be recorded twice.
      expect(entries.slice(1, -1)).toMatchObject([
        { kind: 'changed', facts: { what: 'assign', field: 'assign_to', to: 'Tia Team', version: 2, by: 'Tia Team' } },
      ]);
    });

    test('records a document and its mail: stored, queued, accepted, delivered, bounced and resent', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Completed' });
      await uploadPdf(api(), orderId);
      await untilThere(orderId, 'mailSent');
      const [document] = await db().select().from(documents).where(eq(documents.orderId, orderId));
      const by = { memberId: api().memberIds.Team, by: 'Tia Team' };
      const stored = {
        documentId: document!.id,
        name: 'declaration.pdf',
        size: pdfOf().length,
        sha256: document!.sha256,
      };
      expect(await factsOf(orderId, 'document')).toEqual([
        { ...stored, contentType: 'application/pdf', warnings: document!.warnings, ...by },
      ]);
      const [mail] = await db().select().from(mails).where(eq(mails.orderId, orderId));
      const about = { mailId: mail!.id, template: 'approval', recipient: 'customer@example.com', provider: 'AWS' };
      const subject = `Your New Zealand travel declaration is ready (order ${orderId})`;
      expect(await factsOf(orderId, 'mailQueued')).toEqual([{ ...about, subject, documentId: document!.id, ...by }]);
      expect(await factsOf(orderId, 'mailSent')).toEqual([
        { ...about, subject, messageId: mail!.messageId, reason: outboxReason, attempt: 1 },
      ]);

      const report = { provider: 'AWS', mailId: mail!.id, messageId: null, recipients: [about.recipient] } as const;
      const told = { ...report, eventId: `bounce of ${orderId}`, type: 'bounced', reason: 'No such mailbox' } as const;
      await recordReport(db(), { ...told, at: new Date('2026-11-22T10:00:00Z') });
      await recordReport(db(), { ...told, at: new Date('2026-11-22T10:00:00Z') });
      expect(await factsOf(orderId, 'mailEvent')).toEqual([
        {
          ...about,
          ...{ event: 'bounced', happenedAt: '2026-11-22T10:00:00Z', reason: 'No such mailbox' },
          messageId: mail!.messageId,
        },
      ]);
      const again = { orderId, email: 'other@example.com', mailServiceProvider: 'Sendgrid' } as const;
      await api().callApi(documentCalls.resend, again, { as: 'Manager' });
      expect((await factsOf(orderId, 'mailQueued'))[1]).toMatchObject({
        recipient: 'other@example.com',
        provider: 'Sendgrid',
        by: 'Max Manager',
        previous: { mailId: mail!.id, recipient: about.recipient, state: 'bounced', reason: 'No such mailbox' },
      });
      expect(await verifyOrder(db(), orderId)).toBeNull();
    });

    test('a failed mail is one entry with its reason', async () => {
      const orderId = await addOrder(api());
      const [mail] = await db()
        .insert(mails)
        .values({ orderId, kind: 'refund', recipient: 'mere@example.com', provider: 'AWS', attempts: 2 })
        .returning();
      await markEnded(db(), mail!.id, 'failed', 'The provider refused it.');
      await markEnded(db(), mail!.id, 'failed', 'Once more.');
      const about = { mailId: mail!.id, template: 'refund', recipient: 'mere@example.com', provider: 'AWS' };
      expect(await factsOf(orderId, 'mailEnded')).toEqual([
        { ...about, state: 'failed', reason: 'The provider refused it.', attempt: 2 },
      ]);
    });

    test.each(['public', 'staff'] as const)(
      'on the %s site a customer tracks, looks and downloads, each with time, address and device',
      async (origin) => {
        const orderId = await addOrder(api(), { processStatus: 'Completed', email: 'mere@example.com' });
        const file1 = await uploadPdf(api(), orderId);
        const { body } = await api().callApi(
          customerCalls.track,
          { orderId, email: 'mere@example.com' },
          { ...asCustomer, origin, headers },
        );
        const asked = { ...asCustomer, origin, headers, token: body.data.token };
        await api().callApi(customerCalls.downloadHistory, { orderId }, asked);
        const begun = await api().callApi(
          customerCalls.downloadDocument,
          { orderId, customername: 'customer', file1 },
          asked,
        );
        expect(begun.httpStatus).toBe(200);
        const [document] = await db().select().from(documents).where(eq(documents.orderId, orderId));
        const [row] = await db().select().from(downloads).where(eq(downloads.orderId, orderId));
        const file = {
          documentId: document!.id,
          name: 'declaration.pdf',
          size: pdfOf().length,
          sha256: document!.sha256,
        };
        const counted = { downloadId: row!.id, documentId: document!.id, size: file.size };
        await countDownloadedBytes(db(), { ...counted, bytes: file.size - 9, last: false });
        await countDownloadedBytes(db(), { ...counted, bytes: 9, last: true });
        await countDownloadedBytes(db(), { ...counted, bytes: 9, last: true });
        const entries = await read(orderId);
        const customers = entries.filter(({ kind }) => kind === 'viewed' || kind.startsWith('download'));
        expect(customers.map(({ kind, facts }) => ({ kind, facts }))).toEqual([
          { kind: 'viewed', facts: { how: 'tracked', ...device, origin } },
          { kind: 'viewed', facts: { how: 'opened', ...device, origin } },
          { kind: 'downloadStarted', facts: { downloadId: row!.id, ...file, ...device, origin } },
          { kind: 'downloadPart', facts: { downloadId: row!.id, ...file, ...device, origin, bytes: file.size - 9 } },
          { kind: 'downloadCompleted', facts: { downloadId: row!.id, ...file, ...device, origin, bytes: file.size } },
        ]);
        expect(await verifyOrder(db(), orderId)).toBeNull();
      },
    );

    test('downloads by staff add no entry', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Completed' });
      const file1 = await uploadPdf(api(), orderId);
      await untilThere(orderId, 'mailSent');
      const before = (await read(orderId)).length;
      const authorization = await api().signIn('Team');
      const { statusCode } = await api().staff.inject({
        url: `/uploads/visaDocs/${file1}`,
        headers: { authorization },
      });
      expect([statusCode, (await read(orderId)).length]).toEqual([200, before]);
    });

    test('transaction details and packs are recorded with the member, and details also as a correction', async () => {
      const orderId = await addOrder(api(), { processStatus: 'ChargeBack' });
      const memberId = api().memberIds.Admin;
      const details = { transactionId: 'txn_9', merchantName: 'Arrivals Ltd' };
      await db().transaction(async (tx) => {
        await tx.update(orders).set(details).where(eq(orders.orderId, orderId));
        await appendLedger(tx, { orderId, memberId, kind: 'details', facts: details });
      });
      const pack = { pack: 1, sha256: 'ab'.repeat(32), size: 12_345 } as const;
      await db().transaction((tx) => appendLedger(tx, { orderId, memberId, kind: 'packMade', facts: pack }));
      expect((await read(orderId)).slice(1).map(({ kind, facts }) => ({ kind, facts }))).toEqual([
        {
          kind: 'corrected',
          facts: { changes: { transaction_id: { to: 'txn_9' }, merchant_name: { to: 'Arrivals Ltd' } } },
        },
        { kind: 'details', facts: { ...details, memberId, by: 'Ada Admin' } },
        { kind: 'packMade', facts: { ...pack, memberId, by: 'Ada Admin' } },
      ]);
    });

    test('every later change of an email or an address is an entry', async () => {
      const orderId = await addOrder(api(), { email: 'mere@example.com', orderIp: '203.0.113.9' });
      await db().execute(
        sql`update orders set email = 'other@example.com', order_ip = null where order_id = ${orderId}`,
      );
      await db().execute(sql`update orders set email = email where order_id = ${orderId}`);
      expect(await factsOf(orderId, 'corrected')).toEqual([
        {
          changes: {
            email: { from: 'mere@example.com', to: 'other@example.com' },
            order_ip: { from: '203.0.113.9' },
          },
        },
      ]);
    });

    test('a rolled back transaction leaves no entry', async () => {
      const orderId = await addOrder(api());
      const memberId = api().memberIds.Admin;
      const note = { orderId, memberId, kind: 'details', facts: { transactionId: 'x', merchantName: 'y' } } as const;
      await expect(
        db().transaction(async (tx) => {
          await appendLedger(tx, note);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(kindsOf(await read(orderId))).toEqual(['placed']);
      expect(await verifyOrder(db(), orderId)).toBeNull();
    });

    test('an order that was deleted by hand and arrives again continues its chain', async () => {
      const orderId = await addOrder(api(), { email: 'mere@example.com' });
      await db().delete(orders).where(eq(orders.orderId, orderId));
      expect(await verifyOrder(db(), orderId)).toMatchObject({ what: 'belongs to a missing order' });
      await addOrder(api(), { orderId, email: 'other@example.com' });
      const emails = (await read(orderId)).map(({ facts }) => 'email' in facts && facts.email);
      expect(emails).toEqual(['mere@example.com', 'other@example.com']);
      expect(await verifyOrder(db(), orderId)).toBeNull();
    });

    test('ledgers read together equal those read singly, and missing ones are omitted', async () => {
      const [first, second] = [await addOrder(api(), { email: '"a\\b"@example.com' }), await addOrder(api())];
      const remark = 'Called "her"\nand {him}, \u{1f600} \\ null';
      await api().callApi(orderCalls.addRemark, { orderId: first, remark }, { as: 'Manager' });
      await db().execute(sql`update orders set order_ip = '203.0.113.9' where order_id in (${first}, ${second})`);
      const all = await readLedgers(db(), [first, '999999', second]);
      expect([...all.keys()].sort()).toEqual([first, second].sort());
      for (const orderId of [first, second]) expect(all.get(orderId)).toEqual(await readLedger(db(), orderId));
      expect(all.get(first)!.entries.length).toBeGreaterThan(2);
    });

    test('an unknown order has no ledger, and nothing can be recorded for it', async () => {
      expect(await readLedger(db(), '999999')).toEqual({ entries: [], lastHash: null });
      const facts = { transactionId: 'x', merchantName: 'y' };
      const note = { orderId: '999999', memberId: null, kind: 'details', facts } as const;
      await expect(db().transaction((tx) => appendLedger(tx, note))).rejects.toThrow();
    });

    describe('on the product’s own connection', () => {
      test.each([
        ['changes a fact', sql`update ledger_entries set facts = '{}'`],
        ['removes an entry', sql`delete from ledger_entries where seq = 1`],
        ['empties the ledger', sql`truncate ledger_entries`],
        ['adds an entry', sql`insert into ledger_entries values ('123456', 1, now(), 'placed', '{}', '')`],
        ['moves a head back', sql`update ledger_heads set seq = seq - 1`],
        ['moves a head forward', sql`update ledger_heads set seq = seq + 1`],
        ['adds a head', sql`insert into ledger_heads values ('123456', 1, '')`],
        ['removes a head', sql`delete from ledger_heads`],
        ['empties the heads', sql`truncate ledger_heads`],
        [
          'appends through the function',
          sql`select append_ledger(array[(select max(order_id) from orders)], array['paid'], array['{}'])`,
        ],
        ['changes a view', sql`update order_views set ip = '192.0.2.1'`],
        ['removes views', sql`delete from order_views`],
        ['changes a note', sql`update ledger_notes set facts = '{}'`],
        ['removes notes', sql`delete from ledger_notes`],
      ])('a statement that %s is refused', async (_what, statement) => {
        const orderId = await addOrder(api());
        await db().execute(sql`update orders set email = 'x@example.com' where order_id = ${orderId}`);
        const error = await db()
          .execute(statement)
          .then(
            () => null,
            (refused: { cause: Error }) => refused.cause.message,
          );
        expect(error).toMatch(/^(ledger_\w+|order_views) is (append-only|written by the facts alone)$/);
        expect(await verifyOrder(db(), orderId)).toBeNull();
      });

      test('a trigger that it creates cannot move the head back', async () => {
        const orderId = await addOrder(api());
        await db().execute(sql`update orders set email = 'x@example.com' where order_id = ${orderId}`);
        const tried = db().transaction(async (tx) => {
          await tx.execute(sql`create temporary table hole (id int) on commit drop`);
          await tx.execute(sql`
            create function pg_temp.turn_back() returns trigger language plpgsql as
            'begin update ledger_heads set seq = seq - 1; return null; end'`);
          await tx.execute(sql`create trigger t after insert on hole execute function pg_temp.turn_back()`);
          await tx.execute(sql`insert into hole values (1)`);
        });
        await expect(tried).rejects.toMatchObject({ cause: { message: 'ledger_heads is append-only' } });
      });
    });
  },
  { INTAKE_API_KEY: key },
);
