import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import { packTime } from 'shared/format/dates';
import { defencePackTypes, disputeDays } from 'shared/rules/defencePacks';
import { orderStatus, statuses } from 'shared/rules/orderStatus';
import { documents, downloads } from '../db/schema/documents.ts';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orderHistory, orderViews } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { remarks } from '../db/schema/remarks.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { readLedger } from '../ledger/ledger.ts';
import { readManySources, readSources } from './readSources.ts';
import { addOrder } from '../testing/addOrder.ts';
import { bombPdf } from '../testing/pdf/badPdf.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { openPdf } from '../testing/pdf/openPdf.ts';
import { iPhone } from '../testing/packSourcesOf.ts';
import { pdfOf as madePdf } from '../testing/pdf/pdfOf.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import type { TestApi } from '../testing/startTestApi.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

const as = 'Team';
const paid = {
  ...{ paidAt: new Date('2026-10-02T03:14:07Z'), amount: '79.00', currency: 'NZD', orderIp: '203.0.113.24' },
  ...{ orderUserAgent: iPhone, transactionId: 'txn_1', merchantName: 'NZ Travel Declaration' },
};

const calledBy = { AWS: 'Amazon SES', Sendgrid: 'SendGrid' } as const;

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const pdfOf = (orderId: string, defencePackType: number | string) =>
    api().callApi(defencePackCalls.packPdf, { orderId, defencePackType: defencePackType as 1 }, { as });
  const letterOf = (orderId: string, defencePackType: number) =>
    api().callApi(defencePackCalls.packLetter, { orderId, defencePackType }, { as });
  const readinessOf = (orderId: string) => api().callApi(defencePackCalls.packReadiness, { orderId }, { as });
  const enter = (orderId: string, more: { version?: number; transactionId?: string; merchantName?: string } = {}) =>
    api().callApi(
      defencePackCalls.transactionDetails,
      { orderId, transactionId: 'txn_2', merchantName: 'Another', ...more },
      { as },
    );
  const move = (orderId: string, updatingStatus: 'ChargeBack' | 'Completed') =>
    api().callApi(orderCalls.move, { orderId, updatingStatus }, { as });

  test.each(statuses)('at %s packs work, or are 409 with an empty readiness', async (processStatus) => {
    const orderId = await addOrder(api(), { ...paid, processStatus, processingDate: '2030-01-01' });
    const asked = [await pdfOf(orderId, 1), await letterOf(orderId, 2), await enter(orderId)];
    const wanted = orderStatus[processStatus].evidence ? 200 : 409;
    expect(asked.map(({ httpStatus }) => httpStatus)).toEqual([wanted, wanted, wanted]);
    const { httpStatus, body } = await readinessOf(orderId);
    expect([httpStatus, body.data.packs.length]).toEqual([200, wanted === 200 ? defencePackTypes.length : 0]);
    if (wanted === 409) {
      expect(asked[0]!.body.message).toBe(
        `Defence packs are for orders that are Customer Called, Completed or Charge Back. This one is ${orderStatus[processStatus].label}.`,
      );
    }
  });

  test('an unknown order is 404, and a pack other than 1 or 2 is 400', async () => {
    const unknown = [pdfOf('999999', 1), letterOf('999999', 1), readinessOf('999999'), enter('999999')];
    for (const { httpStatus } of await Promise.all(unknown)) expect(httpStatus).toBe(404);
    const orderId = await addOrder(api(), { processStatus: 'Completed' });
    for (const type of [0, 3, 1.5, '', 'one', '1; drop table orders', null as unknown as string]) {
      const { httpStatus, body } = await pdfOf(orderId, type);
      expect([httpStatus, Object.keys(body.errors ?? {})]).toEqual([400, ['defencePackType']]);
    }
  });

  test('both packs include everything: sent, delivered, tracked, downloaded, called, disputed', async () => {
    const orderId = await disputedOrder(api());
    for (const defencePackType of [1, 2] as const) {
      const { httpStatus, headers, body } = await pdfOf(orderId, defencePackType);
      expect(httpStatus).toBe(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(`inline; filename="Defence Pack ${defencePackType} ${orderId}.pdf"`);
      expect(headers['cache-control']).toContain('no-store');
      const text = await textOf(body.data);
      const [order] = await db().select().from(orders).where(eq(orders.orderId, orderId));
      const [document] = await db().select().from(documents).where(eq(documents.orderId, orderId));
      // The pack shows the ledger's times, which may differ from those in the rows.
      const { records } = await readSources(db(), orderId, 'Tia Team');
      const all = [
        orderId,
        'NZD 79.00',
        order!.email,
        document!.sha256,
        document!.originalName,
        document!.size.toLocaleString('en-GB') + document!.sha256,
        `Transaction ID ${order!.transactionId}`,
        `Merchant name ${order!.merchantName}`,
        packTime(records.placed!.at),
        packTime(records.disputedAt!),
      ];
      const [mail] = await db().select().from(mails).where(eq(mails.orderId, orderId));
      const [download] = await db().select().from(downloads).where(eq(downloads.orderId, orderId));
      const [event] = await db().select().from(mailEvents).where(eq(mailEvents.mailId, mail!.id));
      const [disputed] = await db()
        .select()
        .from(orderHistory)
        .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.to, 'ChargeBack')));
      const accessed = records.accesses.find(({ file }) => file)!;
      const [sent] = records.mails;
      const times = [
        [order!.createdAt, records.placed!.at],
        [mail!.sentAt!, sent!.sent!.at],
        [event!.at, sent!.events[0]!.at],
        [download!.createTs, accessed.at],
        [disputed!.at, records.disputedAt!],
      ] as const;
      for (const [row, recorded] of times) expect(Math.abs(row.getTime() - Date.parse(recorded))).toBeLessThan(60_000);
      const ofPack = {
        1: [
          `${mail!.recipient}, by ${calledBy[mail!.provider]}`,
          `Accepted by ${calledBy[mail!.provider]}, message ID ${mail!.messageId!}`,
          packTime(sent!.sent!.at),
          packTime(sent!.events[0]!.at),
          'The line was clear',
        ],
        2: [
          download!.ip,
          packTime(accessed.at),
          'Asia/Dubai',
          'Safari, iPhone, iOS 19',
          'match',
          'There were none on the staff site.',
          'Not eligible',
        ],
      }[defencePackType];
      for (const said of [...all, ...ofPack]) expect(flat(text)).toContain(flat(said));
      expect(flat(text)).toContain(
        flat(
          defencePackType === 1
            ? 'The document was delivered before the dispute'
            : 'The document was downloaded before the dispute',
        ),
      );
    }
  });

  test('a pack prints the history’s last hash, and the history records the pack’s SHA-256', async () => {
    const orderId = await disputedOrder(api());
    const before = await readLedger(db(), orderId);
    const bytes = new Uint8Array(await (await pdfOf(orderId, 1)).body.data.arrayBuffer());
    expect(flat(await textOf(new Blob([bytes])))).toContain(before.lastHash!);
    const { entries } = await readLedger(db(), orderId);
    const made = entries.at(-1)!;
    expect(made).toMatchObject({
      kind: 'packMade',
      facts: { pack: 1, by: 'Tia Team', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    });
    const timeline = (await api().callApi(timelineCalls.timeline, { orderId }, { as })).body.data;
    expect(timeline.find(({ kind }) => kind === 'pack')).toMatchObject({
      by: 'Tia Team',
      from: createHash('sha256').update(bytes).digest('hex'),
      to: '1',
    });
    const { data } = (await letterOf(orderId, 1)).body;
    expect(data.last_made).toMatchObject({ by: 'Tia Team' });
    expect((await letterOf(orderId, 2)).body.data.last_made).toBeNull();
    expect(await verifyOrder(db(), orderId, before.lastHash!)).toBeNull();
  });

  test('ten packs made at once are ten entries of an intact chain; a letter on screen adds none', async () => {
    const orderId = await addOrder(api(), { ...paid, processStatus: 'ChargeBack' });
    const { length } = (await readLedger(db(), orderId)).entries;
    await letterOf(orderId, 1);
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => pdfOf(orderId, (n % 2) + 1)));
    expect(made.map(({ httpStatus }) => httpStatus)).toEqual(Array.from({ length: 10 }, () => 200));
    const { entries } = await readLedger(db(), orderId);
    expect(entries).toHaveLength(length + 10);
    expect(entries.slice(length).every(({ kind }) => kind === 'packMade')).toBe(true);
    expect(await verifyOrder(db(), orderId)).toBeNull();
  });

  test('the letter is page 1 of the PDF, word by word', async () => {
    const orderId = await disputedOrder(api());
    for (const type of [1, 2]) {
      const { data } = (await letterOf(orderId, type)).body;
      const pdf = await openPdf(await (await pdfOf(orderId, type)).body.data.bytes());
      expect(data.pages).toBe(pdf.numPages);
      const { items } = await (await pdf.getPage(1)).getTextContent();
      const page = flat(items.map((item) => ('str' in item ? item.str : '')).join(''));
      expect(data.summary).toHaveLength(5);
      const rows = data.timeline.map((row) => row.when + row.what + row.recordedBy + row.exhibit);
      const facts = data.facts.map(({ label, said }) => label + said);
      for (const said of [data.kind, data.title, ...data.summary, ...rows, ...facts, data.foot.pack, data.foot.page]) {
        expect(page).toContain(flat(said));
      }
      for (const { letter, title, from, to } of data.exhibits) {
        expect(page).toContain(flat(`${letter}${title}${from === to ? `page ${from}` : `pages ${from} to ${to}`}`));
      }
    }
  });

  test('readiness lists present and missing evidence of each pack, with advice for today', async () => {
    const bare = await addOrder(api(), { processStatus: 'Completed' });
    const { data } = (await readinessOf(bare)).body;
    expect(data.dispute).toBeNull();
    expect(data.packs.map(({ verdict, why }) => [verdict, why])).toEqual([
      ['Not useful yet', '0 of 8 pieces of evidence are available. The decisive evidence is missing.'],
      ['Not useful yet', '0 of 10 pieces of evidence are available. The decisive evidence is missing.'],
    ]);
    expect(data.packs[0]!.evidence[0]).toEqual({
      what: 'No transaction ID and no merchant name',
      ...{ there: false, needed: true, detail: null },
      today: 'Use the button Enter Transaction Details. The dispute notice has both.',
    });
    const whole = (await readinessOf(await disputedOrder(api()))).body.data;
    expect(whole.packs.map(({ verdict }) => verdict)).toEqual(['Ready', 'Ready']);
    expect(whole.packs[0]!.why).toBe('7 of 8 pieces of evidence are available. The missing evidence is not needed.');
    expect(whole.dispute).toMatchObject({ days_left: disputeDays - 1 });
    const sent = await addOrder(api(), { processStatus: 'Completed', email: 'customer@example.com' });
    await uploadPdf(api(), sent);
    const [mail] = await db().select().from(mails).where(eq(mails.orderId, sent));
    await pollUntil(
      async () => (await db().select().from(mails).where(eq(mails.id, mail!.id)))[0]!,
      ({ state }) => state === 'sent',
    );
    // A mail in the outbox was not sent.
    expect((await readinessOf(sent)).body.data.packs[0]!.evidence[2]).toMatchObject({
      what: 'The document was never emailed',
      today: 'No mail provider is set up. Set one up, then send the email again.',
    });
  });

  test('accesses by staff on their own site are not evidence, and the pack says so', async () => {
    const orderId = await addOrder(api(), { ...paid, email: 'mere@example.com', processStatus: 'ChargeBack' });
    const file1 = await uploadPdf(api(), orderId);
    const go = async (origin: 'staff' | 'public') => {
      const about = { origin, address: '203.0.113.24', headers: { 'user-agent': iPhone } };
      const tracked = await api().callApi(customerCalls.track, { orderId, email: 'mere@example.com' }, about);
      const asked = { ...about, token: tracked.body.data.token };
      await api().callApi(customerCalls.downloadHistory, { orderId }, asked);
      const input = { orderId, customername: 'customer', file1 } as const;
      expect((await api().callApi(customerCalls.downloadDocument, input, asked)).httpStatus).toBe(200);
      // Marks the download as complete, as its last byte would.
      const whole = { completedAt: new Date(), bytesSent: 1 };
      await db().update(downloads).set(whole).where(eq(downloads.orderId, orderId));
    };
    const toldOf = async () => {
      const { verdict, evidence } = (await readinessOf(orderId)).body.data.packs[1]!;
      const text = flat(await textOf((await pdfOf(orderId, 2)).body.data));
      return { verdict, there: evidence.filter(({ there }) => there).map(({ what }) => what), text };
    };
    await go('staff');
    const before = await toldOf();
    expect(before.verdict).toBe('Not useful yet');
    expect(before.there).not.toContain('Full document downloaded');
    expect(before.text).toContain(flat('No view or download by the customer is recorded.'));
    expect(before.text).toContain(flat('2 views and 1 download on the staff site are omitted.'));
    expect(before.text).toContain(flat('No visit by the customer is recorded, so there is nothing to compare'));
    // The order page lists the download, although the pack omits it.
    const details = (await api().callApi(orderCalls.details, { orderId }, { as })).body.data;
    expect(details.downloadHistory).toHaveLength(1);
    await go('public');
    const after = await toldOf();
    expect(after.verdict).toBe('Ready');
    expect(after.there).toContain('Full document downloaded');
    expect(after.text).toContain(flat('Of 3 recorded visits and downloads, 3 came from the IP address of the order'));
    expect(after.text).toContain(flat('2 views and 1 download on the staff site are omitted.'));
    expect(await verifyOrder(db(), orderId)).toBeNull();
  });

  test('transaction details and their history are stored; a stale version is refused with the changes', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Customer Called' });
    const first = await enter(orderId, { version: 1, transactionId: ' txn_9 ' });
    expect([first.httpStatus, first.body.message, first.body.data]).toEqual([
      200,
      'Transaction details saved.',
      { version: 2 },
    ]);
    const details = (await api().callApi(orderCalls.details, { orderId }, { as })).body.data;
    expect([details.transaction_id, details.merchant_name, details.version]).toEqual(['txn_9', 'Another', 2]);
    const again = await enter(orderId, { transactionId: 'txn_9', version: 2 });
    expect(again.body.data).toEqual({ version: 2 });
    const stale = await enter(orderId, { version: 1 });
    expect([stale.httpStatus, stale.body.message]).toEqual([409, 'Tia Team changed this order.']);
    const history = await db().select().from(orderHistory).where(eq(orderHistory.orderId, orderId));
    expect(history.map(({ kind, field, from, to, version }) => [kind, field, from, to, version])).toEqual([
      ['details', 'transaction_id', null, 'txn_9', 2],
      ['details', 'merchant_name', null, 'Another', 2],
    ]);
    const { entries } = await readLedger(db(), orderId);
    expect(entries.at(-1)).toMatchObject({
      kind: 'details',
      facts: { transactionId: 'txn_9', merchantName: 'Another' },
    });
  });

  test.each([
    ['transactionId', '', 'Please enter your Transaction Id'],
    ['transactionId', '  ', 'Please enter your Transaction Id'],
    ['merchantName', '', 'Please enter your Merchant Name'],
    ['merchantName', 'x'.repeat(101), 'A Merchant Name can have at most 100 characters'],
    ['transactionId', 'a\nb', 'Must be one line of visible text'],
  ])('%s “%s” is refused: %s', async (field, value, text) => {
    const orderId = await addOrder(api(), { processStatus: 'Completed' });
    const { httpStatus, body } = await enter(orderId, { [field]: value });
    expect([httpStatus, body.message, body.errors]).toEqual([400, text, { [field]: text }]);
  });

  test('disputes are listed by due date, late ones last, page by page', async () => {
    await db().update(orders).set({ processStatus: 'Completed' }).where(eq(orders.processStatus, 'ChargeBack'));
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000 - 60_000);
    const made: Record<number, string> = {};
    for (const daysAgo of [3, 19, 30, 25, 0]) {
      made[daysAgo] = await addOrder(api(), { ...paid, processStatus: 'ChargeBack', createdAt: at(daysAgo) });
    }
    const ask = (page: number, limit: number) => api().callApi(defencePackCalls.disputes, { page, limit }, { as });
    const { data, total } = (await ask(1, 50)).body;
    expect(total).toBe(5);
    expect(data.map(({ order_id, days_left }) => [order_id, days_left])).toEqual([
      [made[19], disputeDays - 20],
      [made[3], disputeDays - 4],
      [made[0], disputeDays - 1],
      [made[25], disputeDays - 26],
      [made[30], disputeDays - 31],
    ]);
    expect(data[0]).toMatchObject({
      ...{ full_name: 'Mere Tane', amount: 'NZD 79.00' },
      packs: [
        {
          defencePackType: 1,
          verdict: 'Not useful yet',
          missing: expect.arrayContaining(['The document was never emailed']),
        },
        { defencePackType: 2, verdict: 'Not useful yet', missing: expect.arrayContaining(['No download recorded']) },
      ],
    });
    const second = (await ask(2, 2)).body;
    expect([second.total, second.data.map(({ order_id }) => order_id)]).toEqual([5, [made[0], made[25]]]);
    expect((await ask(9, 2)).body).toMatchObject({ total: 5, data: [] });
    for (const limit of [0, 51]) expect((await ask(1, limit)).httpStatus).toBe(400);
    // The days count from the move to Charge Back.
    const moved = await addOrder(api(), { ...paid, processStatus: 'Completed', createdAt: at(100) });
    await move(moved, 'ChargeBack');
    const row = (await ask(1, 50)).body.data.find(({ order_id }) => order_id === moved)!;
    expect(row.days_left).toBe(disputeDays - 1);
    await move(moved, 'Completed');
    expect((await ask(1, 50)).body.total).toBe(5);
  });

  test('Undo or Restore begins no new dispute and gives no more days', async () => {
    const began = new Date(Date.now() - 18 * 86_400_000 - 60_000);
    const orderId = await addOrder(api(), { ...paid, processStatus: 'ChargeBack', createdAt: began });
    const line = { orderId, actionId: randomUUID(), field: 'process_status', version: 1 } as const;
    await db()
      .insert(orderHistory)
      .values([
        { ...line, at: began, kind: 'move', from: 'Completed', to: 'ChargeBack' },
        { ...line, kind: 'move', from: 'ChargeBack', to: 'Completed' },
        { ...line, kind: 'undo', from: 'Completed', to: 'ChargeBack' },
        { ...line, kind: 'move', from: 'ChargeBack', to: 'Completed' },
        { ...line, kind: 'move', from: 'Completed', to: 'ChargeBack' },
        { ...line, kind: 'undo', from: 'ChargeBack', to: 'Completed' },
        { ...line, kind: 'undo', from: 'Completed', to: 'ChargeBack' },
      ]);
    const { dispute } = (await readinessOf(orderId)).body.data;
    expect(dispute).toMatchObject({ disputed_at: began.toISOString(), days_left: disputeDays - 19 });
    const { data } = (await api().callApi(defencePackCalls.disputes, { page: 1, limit: 50 }, { as })).body;
    expect(data.find(({ order_id }) => order_id === orderId)).toMatchObject(dispute!);
  });

  test('sources read for many packs at once equal those read one by one; unknown orders are omitted', async () => {
    const [disputed, added] = [await disputedOrder(api()), await addOrder(api(), { processStatus: 'New' })];
    const all = await readManySources(db(), [added, disputed, '999999'], 'Tia Team');
    expect([...all.keys()].sort()).toEqual([disputed, added].sort());
    for (const orderId of [disputed, added]) {
      const { at: _at, ...alone } = await readSources(db(), orderId, 'Tia Team');
      expect(all.get(orderId)).toMatchObject(alone);
    }
  });

  test('a pack shows recorded values, even if the order’s row has changed', async () => {
    const orderId = await addOrder(api(), { ...paid, processStatus: 'ChargeBack', email: 'mere@example.com' });
    const before = (await letterOf(orderId, 2)).body.data;
    const siteOf = async () => (await readSources(db(), orderId, 'Tia Team')).order.landingDomain;
    const site = await siteOf();
    await db()
      .update(orders)
      .set({
        email: 'x@example.com',
        landingDomain: 'x.example.com',
        orderIp: '198.51.100.9',
        orderUserAgent: null,
        amount: '1.00',
        paidAt: new Date(),
      })
      .where(eq(orders.orderId, orderId));
    const { data } = (await letterOf(orderId, 2)).body;
    expect([data.facts, data.summary, data.timeline]).toEqual([before.facts, before.summary, before.timeline]);
    expect(await siteOf()).toBe(site);
  });

  test('earlier orders show recorded values, even if their rows have changed', async () => {
    const email = `earlier-${randomUUID()}@example.com`;
    const before = { ...paid, createdAt: new Date('2026-03-01'), paidAt: new Date('2026-03-01T00:00:09Z') };
    const ofSame = { ...before, email, processStatus: 'Completed', orderIp: '198.51.100.1' } as const;
    const earlier = [await addOrder(api(), ofSame), await addOrder(api(), { ...ofSame, orderIp: null })];
    const ofOthers = await addOrder(api(), { ...ofSame, email: 'else@example.com' });
    const orderId = await addOrder(api(), { ...paid, email, processStatus: 'ChargeBack' });
    const told = async () => (await readSources(db(), orderId, 'Tia Team')).earlier;
    const asBefore = await told();
    expect(asBefore).toMatchObject([
      { orderId: earlier[1], amount: '79.00', paidAt: before.paidAt, ip: null },
      { orderId: earlier[0], amount: '79.00', paidAt: before.paidAt, ip: '198.51.100.1' },
    ]);
    await db()
      .update(orders)
      .set({ email, orderIp: paid.orderIp, amount: '1.00', paidAt: new Date('2026-05-05') })
      .where(inArray(orders.orderId, [...earlier, ofOthers]));
    expect(await told()).toEqual(asBefore);
    expect(flat(await textOf((await pdfOf(orderId, 2)).body.data))).toContain('198.51.100.1mismatch');
  });

  test('a delivery recorded after the dispute never counts for the title, whatever its time', async () => {
    const orderId = await addOrder(api(), { ...paid, processStatus: 'Completed', email: 'mere@example.com' });
    const sentAt = new Date(Date.now() - 2 * 86_400_000);
    const mail = { orderId, kind: 'approval', recipient: 'mere@example.com', provider: 'AWS', state: 'sent' } as const;
    const [added] = await db()
      .insert(mails)
      .values({ ...mail, messageId: `ses-${orderId}`, createdAt: sentAt, sentAt })
      .returning({ mailId: mails.id });
    await move(orderId, 'ChargeBack');
    const at = new Date(sentAt.getTime() + 5_000);
    const backdated = { ...added!, type: 'delivered', at, receivedAt: at, eventId: `late-${orderId}` } as const;
    await db().insert(mailEvents).values(backdated);
    const { data } = (await letterOf(orderId, 1)).body;
    expect(data.title).toBe('The document was sent before the dispute');
    expect(data.summary[3]).toContain('reported only after the dispute, on');
    expect(data.facts).toContainEqual({ label: 'Delivered', said: 'reported after the dispute' });
    expect(data.timeline.find(({ what }) => what.includes('delivered'))!.what).toContain(', reported on');
    const { evidence } = (await readinessOf(orderId)).body.data.packs[0]!;
    expect(evidence[3]).toMatchObject({ what: 'No delivery of the email reported before the dispute', there: false });
    expect(flat(await textOf((await pdfOf(orderId, 1)).body.data))).toContain(flat('accepted it, reported on'));
  });

  test('entries inserted after the dispute but backdated prove nothing, and show when they were recorded', async () => {
    const orderId = await addOrder(api(), { ...paid, processStatus: 'Completed', email: 'mere@example.com' });
    await move(orderId, 'ChargeBack');
    const told = async (type: 1 | 2) => {
      const { title, summary, facts } = (await letterOf(orderId, type)).body.data;
      const { verdict, evidence } = (await readinessOf(orderId)).body.data.packs[type - 1]!;
      return { title, summary, facts, verdict, there: evidence.filter(({ there }) => there).map(({ what }) => what) };
    };
    const before = [await told(1), await told(2)];

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const [document] = await db()
      .insert(documents)
      .values({
        ...{
          orderId,
          file1: `late-${orderId}.pdf`,
          customerName: 'Mere',
          originalName: 'late.pdf',
          sha256: 'ab'.repeat(32),
        },
        ...{ contentType: 'application/pdf', size: 9, storageKey: 'none', createdAt: daysAgo(6) },
      })
      .returning({ documentId: documents.id });
    const { documentId } = document!;
    await db()
      .insert(mails)
      .values({
        ...{ orderId, documentId, kind: 'approval', recipient: 'mere@example.com', provider: 'AWS', state: 'sent' },
        ...{ messageId: `late-${orderId}`, createdAt: daysAgo(5), sentAt: daysAgo(5) },
      });
    const from = {
      orderId,
      ip: paid.orderIp,
      browser: 'Safari-iPhone-mobile',
      os: 'iOS 19',
      origin: 'public',
    } as const;
    await db()
      .insert(orderViews)
      .values({ ...from, how: 'tracked', at: daysAgo(4) });
    await db()
      .insert(downloads)
      .values({ ...from, documentId, createTs: daysAgo(3), completedAt: daysAgo(3), bytesSent: 9 });
    await db()
      .insert(remarks)
      .values({ orderId, remark: 'They had it', telephone: 'Y', createdAt: daysAgo(2) });

    const [one, two] = [await told(1), await told(2)];
    expect(one.title).toBe(before[0]!.title);
    expect(one.facts).toEqual(before[0]!.facts);
    expect(one.verdict).toBe('Not useful yet');
    expect(one.there).toEqual([...before[0]!.there, 'Document file and SHA-256']);
    expect(one.summary[2]).toBe('The email with the finished document was recorded only after the dispute.');
    expect({ ...two, there: [] }).toEqual({ ...before[1]!, there: [] });
    expect(two.there).toEqual([...before[1]!.there, 'Document file and SHA-256']);

    const late = /recordedon\d\d\w{3}\d{4}\d\d:\d\dUTC,afterthedispute/g;
    const text = flat(await textOf((await pdfOf(orderId, 1)).body.data));
    // The document on page 1 and in its exhibit, the mail's queueing and sending, and the remark.
    for (const what of [
      'recorded',
      'late.pdf',
      'RequestedbyArrivalDeskitself',
      `messageIDlate-${orderId}`,
      'Theyhadit',
    ]) {
      expect(text).toMatch(new RegExp(`${what},${late.source}`));
    }
    expect(flat(await textOf((await pdfOf(orderId, 2)).body.data))).toContain(
      flat('1 view and 1 download recorded only after the dispute but dated before it are omitted.'),
    );
  });

  test('a pack of a tampered history says so', async () => {
    const orderId = await addOrder(api(), { ...paid, processStatus: 'ChargeBack' });
    const textsOf = async () => flat(await textOf((await pdfOf(orderId, 1)).body.data));
    expect(await textsOf()).toContain(flat('1 entry, verified as intact when the pack was created.'));
    await db().transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`update ledger_entries set facts = replace(facts, '79.00', '99.00') where order_id = ${orderId}`,
      );
    });
    expect(await textsOf()).toContain(flat('2 entries, not intact: entry 1 is not what was recorded.'));
  });

  test('a file that differs from the recorded one is not in a pack', async () => {
    const orderId = await disputedOrder(api());
    const isLeftOut = async () => (await textOf((await pdfOf(orderId, 1)).body.data)).includes('cannot be shown here');
    expect(await isLeftOut()).toBe(false);
    const file1 = `swapped-${orderId}.pdf`;
    await api().context.storage.put(file1, Readable.from([madePdf({ lines: ['Another'] })]), 'application/pdf');
    await db().update(documents).set({ storageKey: file1 }).where(eq(documents.orderId, orderId));
    expect(await isLeftOut()).toBe(true);
  });

  test('a document that is too heavy to draw prevents neither pack nor letter', async () => {
    const orderId = await disputedOrder(api());
    const file1 = `hungry-${orderId}.pdf`;
    const bytes = bombPdf(Buffer.alloc(300_000_000, ' '));
    const { sha256, size } = await api().context.storage.put(file1, Readable.from([bytes]), 'application/pdf');
    const [delivered] = await db().select().from(documents).where(eq(documents.orderId, orderId));
    const { id: _id, createdAt: _at, ...document } = delivered!;
    await db()
      .insert(documents)
      .values({ ...document, file1, storageKey: file1, sha256, size });
    const { httpStatus, body } = await pdfOf(orderId, 1);
    expect(httpStatus).toBe(200);
    expect(flat(await textOf(body.data))).toContain(flat('Send the file with this pack'));
    expect((await letterOf(orderId, 1)).httpStatus).toBe(200);
    expect((await readLedger(db(), orderId)).entries.at(-1)).toMatchObject({ kind: 'packMade' });
  });

  test('earlier orders with the same email count, unless disputed, refunded or unpaid', async () => {
    const email = 'again_%and@example.com';
    const earlier = (more: Partial<typeof orders.$inferInsert> = {}) =>
      addOrder(api(), {
        ...paid,
        email,
        processStatus: 'Completed',
        createdAt: new Date('2026-03-01'),
        paidAt: new Date('2026-03-01'),
        ...more,
      });
    const first = await earlier();
    const second = await earlier({ email: 'AGAIN_%and@example.com ', orderIp: '198.51.100.1' });
    const left = [
      await earlier({ processStatus: 'Refunds' }),
      await earlier({ paidAt: null }),
      await earlier({ email: 'againXXand@example.com' }),
      await earlier({ createdAt: new Date('2027-01-01') }),
    ];
    const disputed = await earlier();
    await move(disputed, 'ChargeBack');
    await move(disputed, 'Completed');
    const undone = await earlier({ orderIp: '198.51.100.2' });
    const { actionId } = (await move(undone, 'ChargeBack')).body.data;
    await api().callApi(orderCalls.undo, { actionId: actionId! }, { as });
    const cameDisputed = await earlier({ processStatus: 'ChargeBack' });
    await move(cameDisputed, 'Completed');
    left.push(cameDisputed);
    for (const flag of ['statusRefund', 'voided', 'chargeBack'] as const) {
      const flagged = await earlier();
      await api().callApi(orderCalls.addRemark, { orderId: flagged, remark: 'Flagged', [flag]: 'Y' }, { as });
      left.push(flagged);
    }
    const orderId = await addOrder(api(), {
      ...paid,
      email,
      processStatus: 'ChargeBack',
      createdAt: new Date('2026-08-01'),
    });
    const text = flat(await textOf((await pdfOf(orderId, 2)).body.data));
    for (const id of [first, second, undone]) expect(text).toContain(id);
    for (const id of [...left, disputed]) expect(text).not.toContain(id);
    expect(text).toContain('198.51.100.1mismatch');
  });
});

const flat = (text: string) => text.replace(/\s+/g, '');

async function textOf(pdf: Blob): Promise<string> {
  const opened = await openPdf(await pdf.bytes());
  let text = '';
  for (let number = 1; number <= opened.numPages; number += 1) {
    const { items } = await (await opened.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  return text;
}

/** A disputed order whose document was sent, delivered, tracked, downloaded and called about. */
async function disputedOrder(api: TestApi): Promise<string> {
  const { db } = api.context.database;
  const email = 'customer@example.com';
  const orderId = await addOrder(api, { ...paid, email, confirmEmail: email, processStatus: 'Completed' });
  const file1 = await uploadPdf(api, orderId);
  const readMail = async () => (await db.select().from(mails).where(eq(mails.orderId, orderId)))[0]!;
  const { id } = await pollUntil(readMail, ({ state }) => state === 'sent');
  // Marks the mail as sent, as a provider's acceptance would.
  await db.update(mails).set({ state: 'queued', reason: null, sentAt: null }).where(eq(mails.id, id));
  await db
    .update(mails)
    .set({ state: 'sent', messageId: `ses-${id}`, sentAt: new Date() })
    .where(eq(mails.id, id));
  await db.insert(mailEvents).values({ mailId: id, type: 'delivered', at: new Date(), eventId: `event-${orderId}` });
  const address = '203.0.113.24';
  const headers = { 'user-agent': iPhone, 'x-timezone': 'Asia/Dubai' };
  const about = { origin: 'public', address, headers } as const;
  const { token } = (await api.callApi(customerCalls.track, { orderId, email }, about)).body.data;
  const begun = await api.callApi(
    customerCalls.downloadDocument,
    { orderId, customername: 'customer', file1 },
    { ...about, token },
  );
  expect(begun.httpStatus).toBe(200);
  // Marks the download as complete, as its last byte would.
  await db.update(downloads).set({ completedAt: new Date(), bytesSent: 1 }).where(eq(downloads.orderId, orderId));
  await api.callApi(orderCalls.addRemark, { orderId, remark: 'The line was clear', telephone: 'Y' }, { as });
  await api.callApi(orderCalls.move, { orderId, updatingStatus: 'ChargeBack' }, { as });
  return orderId;
}
