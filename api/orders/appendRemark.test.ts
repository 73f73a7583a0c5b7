import { inArray, sql } from 'drizzle-orm';
import { remarks } from '../db/schema/remarks.ts';
import { verifyOrder } from '../ledger/verifyLedger.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onBothDrivers.ts';
import { addRemark } from './addRemark.ts';

onBothDrivers((api) => {
  const db = () => api().desk.database.db;
  const noFlags = { whatsapp: '', telephone: '', statusRefund: '', voided: '', chargeBack: '' } as const;
  const member = (id = api().memberIds.Team) =>
    ({ id, name: 'Tia Team', role: 'Team', email: '', sessionId: '' }) as const;
  const add = (input: { orderId: string; remark: string; version?: number }, memberId?: number) =>
    addRemark(db(), { ...noFlags, ...input }, member(memberId));
  const newOrders = (count: number) => Promise.all(Array.from({ length: count }, () => addOrder(api())));

  const kept = (orderIds: string[]) =>
    db()
      .select({
        orderId: remarks.orderId,
        remark: remarks.remark,
        by: remarks.memberId,
        written: sql`${remarks}.xmin::text`,
      })
      .from(remarks)
      .where(inArray(remarks.orderId, orderIds))
      .orderBy(remarks.id);

  test('remarks of one moment are one transaction, and each is its own order’s and its own author’s', async () => {
    const orderIds = await newOrders(5);
    const authors = [api().memberIds.Team, api().memberIds.Manager];
    const answers = await Promise.all(
      orderIds.map((orderId, n) => add({ orderId, remark: `of ${orderId}` }, authors[n % 2])),
    );
    const rows = await kept(orderIds);
    const byOrder = new Map(rows.map((row) => [row.orderId, row]));
    expect(orderIds.map((orderId) => byOrder.get(orderId))).toMatchObject(
      orderIds.map((orderId, n) => ({ remark: `of ${orderId}`, by: authors[n % 2] })),
    );
    expect(answers.map(({ data }) => data.version)).toEqual([2, 2, 2, 2, 2]);
    expect(new Set(rows.map(({ written }) => written)).size).toBe(1);
  });

  test('several on one order go in one after the other, and its chain stays whole', async () => {
    const [one, other] = (await newOrders(2)) as [string, string];
    const asked = [one, one, other, one].map((orderId, n) => add({ orderId, remark: `${n}` }));
    const answers = await Promise.all(asked);
    expect(answers.map(({ data }) => data.version)).toEqual([2, 3, 2, 4]);
    expect((await kept([one])).map(({ remark }) => remark)).toEqual(['0', '1', '3']);
    expect(await verifyOrder(db(), one)).toBeNull();
  });

  test('who has seen an old version or names no order is refused alone', async () => {
    const [fresh, stale] = (await newOrders(2)) as [string, string];
    await add({ orderId: stale, remark: 'before' });
    const answers = await Promise.allSettled([
      add({ orderId: stale, remark: 'stale', version: 1 }),
      add({ orderId: '999999', remark: 'nowhere' }),
      add({ orderId: fresh, remark: 'first', version: 1 }),
      add({ orderId: fresh, remark: 'second', version: 1 }),
    ]);
    const told = answers.map((one) =>
      one.status === 'rejected' ? (one.reason as { httpStatus: number }).httpStatus : 200,
    );
    expect(told).toEqual([409, 404, 200, 409]);
    expect((await kept([fresh, stale])).map(({ remark }) => remark)).toEqual(['before', 'first']);
  });

  test('one that fails takes no other with it', async () => {
    const orderIds = await newOrders(3);
    const nobody = 999_999;
    const answers = await Promise.allSettled(
      orderIds.map((orderId, n) => add({ orderId, remark: 'Called' }, n === 1 ? nobody : undefined)),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await kept(orderIds)).map(({ orderId }) => orderId).toSorted()).toEqual(
      [orderIds[0], orderIds[2]].toSorted(),
    );
  });
});
