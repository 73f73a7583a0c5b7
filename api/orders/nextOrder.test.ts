import { setTimeout } from 'node:timers/promises';
import { orderCalls } from 'shared/api/orderCalls';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { lockOrders } from './changes/orderChanges.ts';

onOneDriver((api, driver) => {
  test('"Next order" assigns the oldest unassigned order, a different one to each, until none is left', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
    const second = await addOrder(api(), { processStatus: 'New', createdAt: at(2) });
    const first = await addOrder(api(), { processStatus: 'New', createdAt: at(1) });
    await addOrder(api(), { processStatus: 'New', createdAt: at(0), assignedTo: api().memberIds.Admin });
    await addOrder(api(), { processStatus: 'Priority', createdAt: at(0) });
    const next = (as: 'Team' | 'Manager' | 'Telecaller') =>
      api().callApi(orderCalls.nextOrder, { folderName: 'newOrder' }, { as });

    expect((await next('Team')).body.data).toEqual({ order_id: first, actionId: expect.any(String) });
    expect((await next('Manager')).body.data).toEqual({ order_id: second, actionId: expect.any(String) });
    const none = await next('Team');
    expect([none.httpStatus, none.body.message]).toEqual([
      404,
      'No unassigned orders left in New Orders. You have 1 open order.',
    ]);
  });

  test('concurrent callers get one order each', async () => {
    const orderIds = await Promise.all(Array.from({ length: 8 }, () => addOrder(api(), { processStatus: 'Priority' })));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        api().callApi(orderCalls.nextOrder, { folderName: 'priorityOrder' }, { as: 'Team' }),
      ),
    );
    const taken = answers.flatMap(({ body }) => body.data?.order_id ?? []);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toHaveLength(orderIds.length);
  });

  test('without a folder it is the oldest of Priority, then of New', async () => {
    const next = () => api().callApi(orderCalls.nextOrder, {}, { as: 'Telecaller' });
    // Take the orders of earlier tests.
    while ((await next()).httpStatus === 200);
    const fresh = await addOrder(api(), { processStatus: 'New' });
    const urgent = await addOrder(api(), { processStatus: 'Priority' });
    const [first, second, none] = [await next(), await next(), await next()];
    expect([first, second].map(({ body }) => body.data.order_id)).toEqual([urgent, fresh]);
    expect(none.httpStatus).toBe(404);
  });

  // The embedded database has one connection, so nobody else can hold a lock there.
  if (driver === 'postgres') {
    test('waits for an order that is being changed instead of finding none', async () => {
      const orderId = await addOrder(api(), { processStatus: 'New' });
      const next = () => api().callApi(orderCalls.nextOrder, { folderName: 'newOrder' }, { as: 'Team' });
      const { answer } = await api().context.database.db.transaction(async (tx) => {
        await lockOrders(tx, [orderId]);
        const asked = next();
        await Promise.race([asked, setTimeout(300)]);
        // Wrapped in an object, because the transaction would await a promise that waits for the transaction.
        return { answer: asked };
      });
      const { httpStatus, body } = await answer;
      expect([httpStatus, body.data?.order_id]).toEqual([200, orderId]);
      expect((await next()).httpStatus).toBe(404);
    });
  }

  test('only New and Priority have a next order', async () => {
    const input = { folderName: 'pendingOrder' as 'newOrder' };
    expect((await api().callApi(orderCalls.nextOrder, input, { as: 'Team' })).httpStatus).toBe(400);
  });
});
