import { sql } from 'drizzle-orm';
import { mails } from '../db/schema/mails.ts';
import { changeOrders } from '../orders/bulk/changeOrders.ts';
import { addRemark } from '../orders/remarks.ts';
import { movePlan } from '../orders/plans/move.ts';
import { markSent } from '../mail/mailQueries.ts';
import { recordReport } from '../mail/recordReport.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { appendLedger, readLedger } from './ledger.ts';
import { verifyOrder } from './verifyLedger.ts';

onOneDriver((api, driver) => {
  const db = () => api().context.database.db;
  const noFlags = { whatsapp: '', telephone: '', statusRefund: '', voided: '', chargeBack: '' } as const;

  test('concurrent changes of one order neither fork its chain nor deadlock', async () => {
    const member = { id: api().memberIds.Admin, name: 'Ada Admin', role: 'Admin', email: '', sessionId: '' } as const;
    const orderIds = [await addOrder(api()), await addOrder(api()), await addOrder(api())];
    const sent = { kind: 'approval', recipient: 'mere@example.com', provider: 'AWS' } as const;
    const rows = await db()
      .insert(mails)
      .values(Array.from({ length: 30 }, (_, n) => ({ ...sent, orderId: orderIds[n % 3]!, callBegunAt: new Date() })))
      .returning();
    const ids = rows.map(({ id }) => id);
    const targets = ['Awaiting', 'AwaitingGovt', 'Contact Customer'] as const;
    const writers = Array.from({ length: 12 }, (_, n) => [
      () =>
        db().transaction((tx) =>
          changeOrders(tx, {
            orderIds: n % 2 ? orderIds : orderIds.toReversed(),
            plan: movePlan(targets[n % 3]!, member),
            member,
          }),
        ),
      () => addRemark(db(), { orderId: orderIds[n % 3]!, remark: `remark ${n}`, ...noFlags }, member),
      () =>
        recordReport(db(), {
          ...{ provider: 'AWS', eventId: `${driver} ${n}`, type: 'delivered', at: new Date(), reason: null },
          ...{ mailId: ids[n]!, messageId: null, recipients: [sent.recipient] },
        }),
      async () => {
        for (const id of n % 2 ? ids.slice(n) : ids.slice(n).toReversed()) await markSent(db(), id, null);
      },
      () =>
        db().transaction((tx) =>
          appendLedger(tx, {
            ...{ orderId: orderIds[n % 3]!, memberId: member.id, kind: 'packMade' },
            facts: { pack: 1, sha256: '', size: n },
          }),
        ),
    ]).flat();
    await Promise.all(writers.map((write) => write()));
    let total = 0;
    for (const orderId of orderIds) {
      expect(await verifyOrder(db(), orderId)).toBeNull();
      total += (await readLedger(db(), orderId)).entries.length;
    }
    // Placed orders, queued mails, sent mails, reports, remarks, packs, and moves that changed a status.
    const { rows: moved } = await db().execute<{ n: number }>(
      sql`select count(*)::int as n from order_history where kind = 'move'`,
    );
    expect(total).toBe(3 + 30 + 30 + 12 + 12 + 12 + moved[0]!.n);
  });

  test('a bulk action on 500 orders adds an entry to each, and two facts in one statement add two entries', async () => {
    const ids = Array.from({ length: 500 }, (_, n) => String(900_000 + n));
    await db().execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
      select id, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}' from unnest(${sql.param(ids)}::text[]) as id`);
    const member = { id: api().memberIds.Admin, name: 'Ada Admin', role: 'Admin', email: '', sessionId: '' } as const;
    await db().transaction((tx) => changeOrders(tx, { orderIds: ids, plan: movePlan('Awaiting', member), member }));
    await db()
      .insert(mails)
      .values(
        ['800', '900'].flatMap((_) => [
          {
            orderId: ids[7]!,
            kind: 'refund',
            recipient: 'a@example.com',
            provider: 'AWS',
            sentAt: new Date(),
          } as const,
        ]),
      );
    const { rows } = await db().execute<{ seq: number; n: number }>(sql`
      select seq, count(*)::int as n from ledger_entries where order_id between '900000' and '900499' group by 1 order by 1`);
    expect(rows.map(({ seq, n }) => [seq, n])).toEqual([
      ...[1, 2].map((seq) => [seq, 500]),
      ...[3, 4, 5, 6].map((seq) => [seq, 1]),
    ]);
    expect((await readLedger(db(), ids[7]!)).entries.map(({ kind }) => kind)).toEqual([
      ...['placed', 'changed', 'mailQueued', 'mailSent', 'mailQueued', 'mailSent'],
    ]);
    for (const orderId of [ids[0]!, ids[7]!, ids[499]!]) expect(await verifyOrder(db(), orderId)).toBeNull();
  });
});
