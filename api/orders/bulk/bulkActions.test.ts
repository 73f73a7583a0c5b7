import { asc, eq } from 'drizzle-orm';
import { orderCalls } from 'shared/api/orderCalls';
import { statuses, type OrderStatus } from 'shared/rules/orderStatus';
import type { Role } from 'shared/rules/permissions';
import { mails } from '../../db/schema/mails.ts';
import { orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';

onOneDriver((api) => {
  const { assign, changeStatus, move, restore, completeRefund } = orderCalls;
  const id = (role: Role) => api().memberIds[role];
  const add = (processStatus: OrderStatus, more: Parameters<typeof addOrder>[1] = {}) =>
    addOrder(api(), { processStatus, ...more });
  const read = async (orderId: string) => {
    const [order] = await api().context.database.db.select().from(orders).where(eq(orders.orderId, orderId));
    return order!;
  };
  const historyOf = (orderId: string) =>
    api()
      .context.database.db.select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, orderId))
      .orderBy(asc(orderHistory.id));

  test('"Assign to me" sets assignee, history and a new version', async () => {
    const orderId = await add('New');
    const { httpStatus, body } = await api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    expect([httpStatus, body.message]).toEqual([200, 'Order has been assigned successfully']);
    expect(body.data).toEqual({ done: [orderId], failed: [], actionId: expect.any(String) });
    expect(await read(orderId)).toMatchObject({ assignedTo: id('Team'), assignedAt: expect.any(Date), version: 2 });
    expect(await historyOf(orderId)).toMatchObject([
      {
        kind: 'assign',
        field: 'assign_to',
        from: null,
        to: 'Tia Team',
        memberId: id('Team'),
        actionId: body.data.actionId,
        version: 2,
      },
    ]);
  });

  test('of several orders, those already taken are reported by name and not changed', async () => {
    const free = [await add('New'), await add('Priority')];
    const taken = [await add('New', { assignedTo: id('Manager') }), await add('New', { assignedTo: id('Manager') })];
    const orderId = [...free, ...taken, '999998'];
    const { httpStatus, body } = await api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    expect([httpStatus, body.message]).toEqual([200, '2 assigned, 2 already taken by Max Manager, 1 not found']);
    expect(body.data.done).toEqual(free);
    expect(body.data.failed).toEqual([
      ...taken.map((orderId) => ({ orderId, message: 'Already taken by Max Manager.', by: 'Max Manager' })),
      { orderId: '999998', message: 'Order not found.' },
    ]);
  });

  test('if no order could be assigned, the first failure’s status is returned with the same data', async () => {
    const orderId = await add('New', { assignedTo: id('Manager') });
    const { httpStatus, body } = await api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    expect([httpStatus, body.status, body.message]).toEqual([409, 0, 'Already taken by Max Manager.']);
    expect(body.data).toEqual({
      done: [],
      failed: [{ orderId, message: 'Already taken by Max Manager.', by: 'Max Manager' }],
      actionId: null,
    });
  });

  test('claiming one’s own order is 200 and changes nothing', async () => {
    const orderId = await add('New', { assignedTo: id('Team') });
    const { httpStatus, body } = await api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    expect([httpStatus, body.data]).toEqual([200, { done: [orderId], failed: [], actionId: null }]);
    expect((await read(orderId)).version).toBe(1);
  });

  test.each(statuses)('only New and Priority can be claimed: %s', async (status) => {
    const future = status === 'Future' ? { processingDate: '2030-01-01' } : {};
    const orderId = await add(status, future);
    const { httpStatus } = await api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    expect(httpStatus).toBe(['New', 'Priority'].includes(status) ? 200 : 409);
  });

  test('only Admin and Manager can assign to another member, who must exist', async () => {
    const orderId = await add('New');
    const assignAs = async (as: Role, assignto: string) =>
      (await api().callApi(assign, { orderId, assignto }, { as })).httpStatus;
    expect(await assignAs('Team', 'Max Manager')).toBe(403);
    expect(await assignAs('Admin', 'Nobody Known')).toBe(404);
    expect(await assignAs('Admin', 'Nobody\0Known')).toBe(400);
    expect(await assignAs('Manager', 'Tia Team')).toBe(200);
    expect((await read(orderId)).assignedTo).toBe(id('Team'));
  });

  test('if many people claim the same orders at once, each order goes to one of them', async () => {
    const orderId = await Promise.all(Array.from({ length: 12 }, () => add('New')));
    const names = {
      Admin: 'Ada Admin',
      Manager: 'Max Manager',
      Team: 'Tia Team',
      Telecaller: 'Theo Telecaller',
    } as const;
    const answers = await Promise.all(
      (Object.keys(names) as (keyof typeof names)[]).map((as, index) =>
        // The requests list the orders in opposite sequences, which must not deadlock.
        api().callApi(assign, { orderId: index % 2 ? orderId : orderId.toReversed(), assignto: names[as] }, { as }),
      ),
    );
    const done = answers.flatMap(({ body }) => body.data.done);
    expect(done.toSorted()).toEqual(orderId.toSorted());
    expect(answers.every(({ httpStatus }) => httpStatus === 200 || httpStatus === 409)).toBe(true);
  });

  test('"Move to Original Folder" clears the assignee and keeps the status', async () => {
    const orderId = await add('Awaiting', { assignedTo: id('Team') });
    const { httpStatus, body } = await api().callApi(assign, { orderId, assignto: '' }, { as: 'Team' });
    expect([httpStatus, body.message]).toEqual([200, `Order ${orderId} has been moved to its original folder.`]);
    expect(await read(orderId)).toMatchObject({ assignedTo: null, assignedAt: null, processStatus: 'Awaiting' });
    expect(await historyOf(orderId)).toMatchObject([{ kind: 'release', from: 'Tia Team', to: null }]);
  });

  test('only Admin and Manager can unassign another’s order', async () => {
    const orderId = await add('New', { assignedTo: id('Team') });
    const release = async (as: Role) => (await api().callApi(assign, { orderId, assignto: '' }, { as })).httpStatus;
    expect(await release('Telecaller')).toBe(403);
    expect(await release('Manager')).toBe(200);
  });

  test('a move to Completed records who completed the order and when', async () => {
    const orderId = await add('Awaiting');
    const { body } = await api().callApi(move, { orderId, updatingStatus: 'Completed' }, { as: 'Telecaller' });
    expect(body.message).toBe(`Order ${orderId} has been moved to Completed.`);
    expect(await read(orderId)).toMatchObject({
      processStatus: 'Completed',
      processedBy: id('Telecaller'),
      completedAt: expect.any(Date),
    });
    expect(await historyOf(orderId)).toMatchObject([
      { kind: 'move', field: 'process_status', from: 'Awaiting', to: 'Completed' },
    ]);
  });

  test('the message for several orders has their number and the status label', async () => {
    const orderId = [await add('New'), await add('Pending')];
    const { body } = await api().callApi(move, { orderId, updatingStatus: 'Awaiting' }, { as: 'Team' });
    expect(body.message).toBe('2 moved to Awaiting Customer');
  });

  test('a move to the current status is 200 and changes nothing', async () => {
    const orderId = await add('Completed');
    const { httpStatus, body } = await api().callApi(move, { orderId, updatingStatus: 'Completed' }, { as: 'Team' });
    expect([httpStatus, body.data.actionId]).toEqual([200, null]);
    expect(await read(orderId)).toMatchObject({ version: 1, processedBy: null });
  });

  test.each(['New', 'Priority', 'Pending', 'Future', 'Completed Refunds', 'Nonsense'])(
    'a move to %s is 400',
    async (status) => {
      const orderId = await add('Awaiting');
      const { httpStatus, body } = await api().callApi(
        move,
        { orderId, updatingStatus: status as 'Completed' },
        { as: 'Admin' },
      );
      expect([httpStatus, Object.keys(body.errors ?? {})]).toEqual([400, ['updatingStatus']]);
    },
  );

  test('nothing but Restore leads out of Deleted', async () => {
    const orderId = await add('Deleted');
    const { httpStatus, body } = await api().callApi(move, { orderId, updatingStatus: 'Completed' }, { as: 'Admin' });
    expect([httpStatus, body.message]).toEqual([409, 'This order is deleted. Restore it first.']);
  });

  test('a stale version is 409 with the changes since; without a version the move succeeds', async () => {
    const orderId = await add('New');
    await api().callApi(move, { orderId, updatingStatus: 'Awaiting', version: 1 }, { as: 'Manager' });
    const stale = await api().callApi(move, { orderId, updatingStatus: 'Completed', version: 1 }, { as: 'Team' });
    expect([stale.httpStatus, stale.body.message]).toEqual([409, 'Max Manager changed this order.']);
    expect(stale.body.data).toEqual({
      version: 2,
      changes: [{ at: expect.any(String), by: 'Max Manager', field: 'process_status', from: 'New', to: 'Awaiting' }],
    });
    expect((await api().callApi(move, { orderId, updatingStatus: 'Completed' }, { as: 'Team' })).httpStatus).toBe(200);
  });

  test('deleting keeps status and assignee, and Restore returns both', async () => {
    const orderId = await add('Awaiting', { assignedTo: id('Team') });
    const deleted = await api().callApi(
      changeStatus,
      { orderId, permanentDeletedFlag: false, updatingStatus: 'Deleted' },
      { as: 'Manager' },
    );
    expect([deleted.httpStatus, deleted.body.message]).toEqual([200, 'Order has been deleted successfully']);
    expect(await read(orderId)).toMatchObject({
      processStatus: 'Deleted',
      beforeDeleteStatus: 'Awaiting',
      assignedTo: id('Team'),
    });
    const restored = await api().callApi(restore, { orderId }, { as: 'Manager' });
    expect(restored.body.message).toBe('Order has been restored successfully');
    expect(await read(orderId)).toMatchObject({
      processStatus: 'Awaiting',
      beforeDeleteStatus: null,
      assignedTo: id('Team'),
    });
    expect((await api().callApi(restore, { orderId }, { as: 'Manager' })).httpStatus).toBe(409);
  });

  test('a Manager cannot delete their own open order on any screen; an Admin can', async () => {
    const own = await add('New', { assignedTo: id('Manager') });
    const other = await add('New');
    const { httpStatus, body } = await api().callApi(
      move,
      { orderId: [own, other], updatingStatus: 'Deleted' },
      { as: 'Manager' },
    );
    expect([httpStatus, body.message]).toEqual([200, '1 deleted, 1 kept because you are working on it']);
    const alone = await api().callApi(changeStatus, { orderId: own, updatingStatus: 'Deleted' }, { as: 'Manager' });
    expect(alone.httpStatus).toBe(403);
    const admins = await add('New', { assignedTo: id('Admin') });
    expect(
      (await api().callApi(changeStatus, { orderId: admins, updatingStatus: 'Deleted' }, { as: 'Admin' })).httpStatus,
    ).toBe(200);
  });

  test.each(['Team', 'Telecaller', 'Night Staff'] as const)('%s cannot delete by either call', async (as) => {
    const orderId = await add('New');
    expect((await api().callApi(changeStatus, { orderId, updatingStatus: 'Deleted' }, { as })).httpStatus).toBe(403);
    expect(
      (await api().callApi(move, { orderId: [orderId, '999998'], updatingStatus: 'Deleted' }, { as })).httpStatus,
    ).toBe(403);
    expect((await read(orderId)).processStatus).toBe('New');
  });

  test('permanent deletion does not exist', async () => {
    const orderId = await add('New');
    const input = { orderId, permanentDeletedFlag: true as false, updatingStatus: 'Deleted' as const };
    expect((await api().callApi(changeStatus, input, { as: 'Admin' })).httpStatus).toBe(400);
  });

  test('"Refunded it" completes the refund and queues one mail, however often it is clicked', async () => {
    const orderId = await add('Refunds', { contactEmailAddress: 'reach.me@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api().callApi(completeRefund, { orderId }, { as: 'Night Staff' })),
    );
    expect(answers.map(({ httpStatus, body }) => `${httpStatus} ${body.message}`).sort()).toEqual([
      ...[`200 Order ${orderId} has been refunded successfully`, '200 Order was already refunded'],
      ...['200 Order was already refunded', '200 Order was already refunded'],
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await read(orderId)).toMatchObject({ processStatus: 'Completed Refunds', refundDate: today, version: 2 });
    const sent = await api().context.database.db.select().from(mails).where(eq(mails.orderId, orderId));
    expect(sent).toMatchObject([{ kind: 'refund', recipient: 'reach.me@example.com', askedBy: id('Night Staff') }]);
  });

  test.each(statuses.filter((status) => !status.includes('Refunds')))(
    'a %s order cannot be refunded',
    async (status) => {
      const future = status === 'Future' ? { processingDate: '2030-01-01' } : {};
      const orderId = await add(status, future);
      expect((await api().callApi(completeRefund, { orderId }, { as: 'Admin' })).httpStatus).toBe(409);
    },
  );

  test('orders already in the target state are not counted as changed', async () => {
    const [open, refunded, another] = [
      await add('Refunds'),
      await add('Completed Refunds'),
      await add('Completed Refunds'),
    ];
    const refund = (orderId: string[]) => api().callApi(completeRefund, { orderId }, { as: 'Team' });
    const { body } = await refund([open, refunded, another]);
    expect([body.message, body.data.done]).toEqual(['1 refunded, 2 unchanged', [open, refunded, another]]);
    expect((await refund([open, refunded, '999998'])).body.message).toBe('2 unchanged, 1 not found');
  });

  test('no order is 400, and a repeated id counts once', async () => {
    const none = await api().callApi(move, { orderId: [], updatingStatus: 'Awaiting' }, { as: 'Team' });
    expect(none.httpStatus).toBe(400);
    const orderId = await add('New');
    const { body } = await api().callApi(
      move,
      { orderId: [orderId, orderId], updatingStatus: 'Awaiting' },
      { as: 'Team' },
    );
    expect(body.data.done).toEqual([orderId]);
  });

  test('nobody can edit the history', async () => {
    const orderId = await add('New');
    await api().callApi(move, { orderId, updatingStatus: 'Awaiting' }, { as: 'Team' });
    const { db } = api().context.database;
    await expect(db.update(orderHistory).set({ to: 'x' })).rejects.toThrow();
    await expect(db.delete(orderHistory)).rejects.toThrow();
    expect(await historyOf(orderId)).toMatchObject([{ to: 'Awaiting' }]);
  });
});
