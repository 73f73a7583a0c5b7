import { eq } from 'drizzle-orm';
import { orderCalls } from 'shared/api/orderCalls';
import { timelineCalls } from 'shared/api/timelineCalls';
import { mailEvents, mails } from '../db/schema/mails.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

onOneDriver((api) => {
  const timeline = async (orderId: string) =>
    (await api().callApi(timelineCalls.timeline, { orderId }, { as: 'Team' })).body;

  test('lists changes of an order and states of its mail, newest first', async () => {
    const orderId = await addOrder(api());
    await api().callApi(orderCalls.assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    await uploadPdf(api(), orderId);
    await api().callApi(
      orderCalls.addRemark,
      { orderId, remark: 'Called', updatingStatus: 'Completed' },
      { as: 'Team' },
    );
    const { db } = api().context.database;
    const [mail] = await db.select().from(mails).where(eq(mails.orderId, orderId));
    const bounced = {
      mailId: mail!.id,
      type: 'bounced',
      at: new Date(),
      eventId: `e${orderId}`,
      reason: 'No such box',
    } as const;
    await db.insert(mailEvents).values(bounced);

    const { data, more } = await timeline(orderId);
    expect(more).toBe(false);
    const told = data.map(({ kind, by, to }) => [kind, by, to]);
    expect(told).toContainEqual(['bounced', null, mail!.recipient]);
    const ofMembers = told.filter(([, by]) => by === 'Tia Team').map(([kind]) => kind);
    expect(ofMembers).toEqual(expect.arrayContaining(['move', 'remark', 'upload', 'queued', 'assign']));
    expect(ofMembers.indexOf('move')).toBeLessThan(ofMembers.indexOf('assign'));
    expect(told.at(-1)).toEqual(['received', null, null]);
  });

  test('lists the newest 200 entries', async () => {
    const orderId = await addOrder(api());
    const entries = Array.from({ length: 250 }, (_, index) => ({
      ...({ orderId, actionId: crypto.randomUUID(), kind: 'remark', field: 'remark' } as const),
      ...{ from: null, to: `Remark ${index}`, version: index + 2 },
    }));
    await api().context.database.db.insert(orderHistory).values(entries);
    const { data, more } = await timeline(orderId);
    expect([data.length, more, data[0]!.to]).toEqual([200, true, 'Remark 249']);
  });

  test('an unknown order is 404', async () => {
    const { httpStatus } = await api().callApi(timelineCalls.timeline, { orderId: '999999' }, { as: 'Team' });
    expect(httpStatus).toBe(404);
  });
});
