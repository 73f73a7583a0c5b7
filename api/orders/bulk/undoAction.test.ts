import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { orderCalls } from 'shared/api/orderCalls';
import type { Role } from 'shared/rules/permissions';
import { members } from '../../db/schema/members.ts';
import { undoSnapshots, orderActions, orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { readLedger } from '../../ledger/ledger.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import { deleteOldActions } from '../plans/undoLog.ts';

onOneDriver((api) => {
  const { assign, changeStatus, move, restore, completeRefund, undo, nextOrder, addRemark } = orderCalls;
  const db = () => api().context.database.db;
  const id = (role: Role) => api().memberIds[role];
  const add = (order: Parameters<typeof addOrder>[1] = {}) => addOrder(api(), order);
  const read = async (orderId: string) => {
    const [order] = await db().select().from(orders).where(eq(orders.orderId, orderId));
    return order!;
  };
  /** The order without its version, which Undo does not restore. */
  const placeOf = async (orderId: string) => ({ ...(await read(orderId)), version: 0 });
  const historyOf = (orderId: string) =>
    db().select().from(orderHistory).where(eq(orderHistory.orderId, orderId)).orderBy(asc(orderHistory.id));
  const undoAs = (actionId: string | null, as: Role) => api().callApi(undo, { actionId: actionId! }, { as });
  const moveAs = async (as: Role, orderId: string | string[], updatingStatus: 'Awaiting' | 'Completed' | 'Refunds') =>
    (await api().callApi(move, { orderId, updatingStatus }, { as })).body.data;

  test('Undo of every action restores exactly the previous state', async () => {
    const earlier = { processedBy: id('Admin'), completedAt: new Date('2026-01-02T03:04:05.678Z') };
    const mine = { assignedTo: id('Manager'), assignedAt: new Date('2026-01-01T01:02:03.456Z') };
    const free = await add({ processStatus: 'Priority' });
    const taken = await add({ processStatus: 'Awaiting', ...mine });
    const closed = await add({ processStatus: 'Customer Called', ...mine, ...earlier });
    const deleted = await add({ processStatus: 'Deleted', beforeDeleteStatus: 'Pending', ...earlier });
    const as = 'Manager';
    const acts: [string, string, () => Promise<{ body: { data: { actionId: string | null } } }>][] = [
      [free, 'is unassigned', () => api().callApi(assign, { orderId: free, assignto: 'Tia Team' }, { as })],
      [free, 'is unassigned', () => api().callApi(nextOrder, { folderName: 'priorityOrder' }, { as })],
      [
        free,
        'is back in Priority',
        () => api().callApi(changeStatus, { orderId: free, updatingStatus: 'Deleted' }, { as }),
      ],
      [
        taken,
        'is assigned to Max Manager again',
        () => api().callApi(assign, { orderId: taken, assignto: '' }, { as }),
      ],
      [
        closed,
        'is back in Customer Called',
        () => api().callApi(move, { orderId: closed, updatingStatus: 'Completed' }, { as }),
      ],
      [deleted, 'is back in Deleted', () => api().callApi(restore, { orderId: deleted }, { as })],
    ];
    for (const [orderId, after, act] of acts) {
      const before = await placeOf(orderId);
      const { actionId } = (await act()).body.data;
      expect(await placeOf(orderId)).not.toEqual(before);
      const { httpStatus, body } = await undoAs(actionId, as);
      expect([httpStatus, body.message]).toEqual([200, `Undone. Order ${orderId} ${after}.`]);
      expect(body.data).toEqual({ done: [orderId], failed: [], actionId: null });
      expect(await placeOf(orderId)).toEqual(before);
    }
  });

  test('Undo of a move to Refunds restores the previous refund details', async () => {
    const orderId = await add({ processStatus: 'Completed' });
    const refund = { amount: '25.00', currency: 'NZD', reason: null, reference: 're_1' };
    const moveToRefunds = async (reference: string) => {
      const input = { orderId, updatingStatus: 'Refunds', refund: { ...refund, reason: '', reference } } as const;
      return (await api().callApi(move, input, { as: 'Team' })).body.data.actionId;
    };
    await moveToRefunds('re_1');
    await moveAs('Team', orderId, 'Completed');
    const second = await moveToRefunds('re_2');
    expect((await read(orderId)).refund).toEqual({ ...refund, reference: 're_2' });
    await undoAs(second, 'Team');
    expect((await read(orderId)).refund).toEqual(refund);
    const { entries } = await readLedger(db(), orderId);
    const changes = entries.flatMap((entry) => (entry.kind === 'corrected' ? [entry.facts.changes['refund']!] : []));
    expect(changes.map(({ to }) => to && (JSON.parse(to) as typeof refund).reference)).toEqual([
      're_1',
      're_2',
      're_1',
    ]);
  });

  test('refund details require a single order and a move to Refunds', async () => {
    const [one, two] = [await add(), await add()];
    const refund = { reference: 're_1' };
    const refused = [
      [{ orderId: one, updatingStatus: 'Awaiting', refund }, 'Refund details require a move to Refunds'],
      [{ orderId: [one, two], updatingStatus: 'Refunds', refund }, 'Refund details require a single order'],
    ] as const;
    for (const [input, message] of refused) {
      const answer = await api().callApi(move, { ...input, orderId: input.orderId as string }, { as: 'Team' });
      expect([answer.httpStatus, answer.body.message]).toEqual([400, message]);
    }
    const alone = await api().callApi(addRemark, { orderId: one, remark: 'Refund it', refund }, { as: 'Team' });
    expect([alone.httpStatus, alone.body.message]).toEqual([400, 'Refund details require a move to Refunds']);
    const wrong = { orderId: one, updatingStatus: 'Refunds', refund: { amount: '25,00' } } as const;
    const { httpStatus, body: told } = await api().callApi(move, wrong, { as: 'Team' });
    expect([httpStatus, told.errors]).toEqual([400, { refund: 'Enter an amount such as 79.00.' }]);
    const withRemark = { orderId: one, remark: 'Refund it', updatingStatus: 'Refunds', refund } as const;
    expect((await api().callApi(addRemark, withRemark, { as: 'Team' })).httpStatus).toBe(200);
    const later = { orderId: one, updatingStatus: 'Refunds', refund: { reference: 're_2' } } as const;
    for (const again of [
      api().callApi(move, later, { as: 'Team' }),
      api().callApi(addRemark, { ...later, remark: 'x' }, { as: 'Team' }),
    ]) {
      const answer = await again;
      expect([answer.httpStatus, answer.body.message]).toEqual([
        409,
        'This order is already in Refunds, so the refund details were not saved. Move it to another folder first, then to Refunds with the details.',
      ]);
    }
    const { body } = await api().callApi(orderCalls.details, { orderId: one }, { as: 'Team' });
    expect(body.data.refund).toEqual({ amount: null, currency: null, reason: null, reference: 're_1' });
  });

  test('the history shows the Undo as a separate action', async () => {
    const orderId = await add({ processStatus: 'New' });
    const { actionId } = await moveAs('Team', orderId, 'Completed');
    await undoAs(actionId, 'Team');
    const history = await historyOf(orderId);
    expect(history).toMatchObject([
      { kind: 'move', from: 'New', to: 'Completed', version: 2 },
      { kind: 'undo', field: 'process_status', from: 'Completed', to: 'New', version: 3, memberId: id('Team') },
    ]);
    expect(history[1]!.actionId).not.toBe(actionId);
    const again = await undoAs(history[1]!.actionId, 'Team');
    expect([again.httpStatus, again.body.message]).toEqual([409, 'This cannot be undone.']);
  });

  test('Undo of "comment and move" reverts the move and keeps the comment', async () => {
    const orderId = await add({ processStatus: 'New' });
    const input = { orderId, remark: 'Called', updatingStatus: 'Awaiting' } as const;
    const { body } = await api().callApi(addRemark, input, { as: 'Team' });
    const undone = await undoAs(body.data.actionId, 'Team');
    expect([undone.httpStatus, undone.body.message]).toEqual([
      200,
      `Undone. Order ${orderId} is back in New. Your comment was kept.`,
    ]);
    const { process_status, remarks } = (await api().callApi(orderCalls.details, { orderId }, { as: 'Team' })).body
      .data;
    expect([process_status, remarks.length]).toEqual(['New', 1]);
    const alone = await api().callApi(addRemark, { orderId, remark: 'Only this' }, { as: 'Team' });
    expect(alone.body.data.actionId).toBeNull();
  });

  test('Undo after a later comment says that the comment was kept', async () => {
    const orderId = await add({ processStatus: 'New' });
    const { actionId } = await moveAs('Team', orderId, 'Awaiting');
    await api().callApi(addRemark, { orderId, remark: 'Called' }, { as: 'Team' });
    const undone = await undoAs(actionId, 'Team');
    expect(undone.body.message).toBe(`Undone. Order ${orderId} is back in New. Your comment was kept.`);
  });

  test('an order that somebody has changed since is refused with who, what and when', async () => {
    const orderId = await add({ processStatus: 'New' });
    const { actionId } = await moveAs('Manager', orderId, 'Completed');
    await moveAs('Team', orderId, 'Awaiting');
    const { httpStatus, body } = await undoAs(actionId, 'Manager');
    const { at } = (await historyOf(orderId)).at(-1)!;
    const message = `Undo is no longer possible: Tia Team moved ${orderId} to Awaiting Customer at ${at.toISOString().slice(11, 16)} (UTC).`;
    expect([httpStatus, body.message]).toEqual([409, message]);
    expect(body.data).toEqual({ done: [], failed: [{ orderId, message, by: 'Tia Team' }], actionId: null });
    expect((await read(orderId)).processStatus).toBe('Awaiting');
  });

  test('of several orders, those unchanged since are undone, and the others reported', async () => {
    const orderId = [await add(), await add(), await add()];
    const { actionId } = await moveAs('Manager', orderId, 'Completed');
    await moveAs('Team', orderId[1]!, 'Awaiting');
    const { httpStatus, body } = await undoAs(actionId, 'Manager');
    expect([httpStatus, body.message]).toEqual([200, 'Undone. 2 orders moved back, 1 changed later by Tia Team.']);
    expect(body.data.done).toEqual([orderId[0], orderId[2]]);
    expect(body.data.failed).toMatchObject([{ orderId: orderId[1], by: 'Tia Team' }]);
  });

  test('actions are undone from the last to the first, each once', async () => {
    const [first, second] = [await add(), await add()];
    const earlier = await moveAs('Team', first, 'Completed');
    const last = await moveAs('Team', second, 'Completed');
    const refused = await undoAs(earlier.actionId, 'Team');
    expect([refused.httpStatus, refused.body.message]).toEqual([409, 'Undo your later actions first.']);
    const answers = await Promise.all([1, 2, 3].map(() => undoAs(last.actionId, 'Team')));
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409, 409]);
    expect((await undoAs(last.actionId, 'Team')).body.message).toBe('This was already undone.');
    expect(await read(second)).toMatchObject({ processStatus: 'New', version: 3 });
    expect((await undoAs(earlier.actionId, 'Team')).httpStatus).toBe(200);
    expect(await read(first)).toMatchObject({ processStatus: 'New', version: 3 });
  });

  test('three actions on one order are undone one by one, to the state before each', async () => {
    const orderId = await add({ processStatus: 'Priority' });
    const places = [await placeOf(orderId)];
    const actionIds: (string | null)[] = [];
    const acts = [
      () => api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' }),
      () => api().callApi(addRemark, { orderId, remark: 'Called', updatingStatus: 'Awaiting' }, { as: 'Team' }),
      () => api().callApi(move, { orderId, updatingStatus: 'Completed' }, { as: 'Team' }),
    ];
    for (const act of acts) {
      actionIds.push((await act()).body.data.actionId);
      places.push(await placeOf(orderId));
    }
    for (const actionId of actionIds.toReversed()) {
      expect(await placeOf(orderId)).toEqual(places.pop());
      expect((await undoAs(actionId, 'Team')).httpStatus).toBe(200);
    }
    expect(await placeOf(orderId)).toEqual(places.pop());
    expect((await read(orderId)).version).toBe(7);
  });

  test('one’s own comments never prevent Undo, and are kept', async () => {
    const orderId = await add({ processStatus: 'New' });
    const comment = (remark: string) => api().callApi(addRemark, { orderId, remark }, { as: 'Team' });
    const first = await moveAs('Team', orderId, 'Awaiting');
    await comment('One');
    const second = await moveAs('Team', orderId, 'Completed');
    await comment('Two');
    expect((await undoAs(second.actionId, 'Team')).httpStatus).toBe(200);
    expect((await read(orderId)).processStatus).toBe('Awaiting');
    expect((await undoAs(first.actionId, 'Team')).httpStatus).toBe(200);
    const { process_status, remarks } = (await api().callApi(orderCalls.details, { orderId }, { as: 'Team' })).body
      .data;
    expect([process_status, remarks.map(({ remark }) => remark)]).toEqual(['New', ['Two', 'One']]);
  });

  test('only actions after another member’s last change can be undone', async () => {
    const orderId = await add({ processStatus: 'New' });
    const before = await moveAs('Team', orderId, 'Completed');
    await moveAs('Manager', orderId, 'Awaiting');
    const after = await moveAs('Team', orderId, 'Refunds');
    expect((await undoAs(after.actionId, 'Team')).httpStatus).toBe(200);
    const refused = await undoAs(before.actionId, 'Team');
    expect(refused.httpStatus).toBe(409);
    expect(refused.body.message).toMatch(/^Undo is no longer possible: Max Manager moved/);
    expect((await read(orderId)).processStatus).toBe('Awaiting');
  });

  test('another member’s change prevents Undo even if they have undone it', async () => {
    const orderId = await add({ processStatus: 'New' });
    const mine = await moveAs('Team', orderId, 'Completed');
    const theirs = await moveAs('Manager', orderId, 'Awaiting');
    await undoAs(theirs.actionId, 'Manager');
    const refused = await undoAs(mine.actionId, 'Team');
    expect(refused.httpStatus).toBe(409);
    expect(refused.body.message).toMatch(/^Undo is no longer possible: Max Manager undid/);
  });

  test('an action whose orders others have changed does not prevent undoing earlier actions', async () => {
    const [mine, theirs] = [await add(), await add()];
    const earlier = await moveAs('Team', mine, 'Completed');
    const last = await moveAs('Team', theirs, 'Completed');
    await moveAs('Manager', theirs, 'Awaiting');
    expect((await undoAs(last.actionId, 'Team')).httpStatus).toBe(409);
    expect((await undoAs(earlier.actionId, 'Team')).httpStatus).toBe(200);
  });

  test('each order is undone as far as its changes are the member’s own', async () => {
    const orderId = [await add(), await add(), await add()];
    const all = await moveAs('Team', orderId, 'Awaiting');
    const two = await moveAs('Team', orderId.slice(1), 'Completed');
    await moveAs('Manager', orderId[2]!, 'Awaiting');
    const first = await undoAs(two.actionId, 'Team');
    expect(first.body.message).toBe('Undone. 1 order moved back, 1 changed later by Max Manager.');
    const second = await undoAs(all.actionId, 'Team');
    expect([second.body.message, second.body.data.done]).toEqual([
      'Undone. 2 orders moved back, 1 changed later by Max Manager.',
      orderId.slice(0, 2),
    ]);
    expect(await Promise.all(orderId.map(async (id) => (await read(id)).processStatus))).toEqual([
      'New',
      'New',
      'Awaiting',
    ]);
  });

  test('a refund prevents undoing earlier actions, because its mail is sent', async () => {
    const orderId = await add({ processStatus: 'New' });
    const { actionId } = await moveAs('Team', orderId, 'Refunds');
    await api().callApi(completeRefund, { orderId }, { as: 'Team' });
    const refused = await undoAs(actionId, 'Team');
    expect(refused.httpStatus).toBe(409);
    expect(refused.body.message).toMatch(/^Undo is no longer possible: Tia Team refunded/);
    expect((await read(orderId)).processStatus).toBe('Completed Refunds');
  });

  test('another member’s action gets the same 404 as a missing one', async () => {
    const { actionId } = await moveAs('Manager', await add(), 'Completed');
    for (const unknown of [actionId, randomUUID()]) {
      const { httpStatus, body } = await undoAs(unknown, 'Admin');
      expect([httpStatus, body.message]).toEqual([404, 'Action not found.']);
    }
    expect((await undoAs('nonsense', 'Admin')).httpStatus).toBe(400);
  });

  test('a refund is not undone as other actions are', async () => {
    const orderId = await add({ processStatus: 'Refunds' });
    const { body } = await api().callApi(completeRefund, { orderId }, { as: 'Team' });
    expect(body.data.actionId).toBeNull();
    const { actionId } = (await historyOf(orderId))[0]!;
    const refused = await undoAs(actionId, 'Team');
    expect([refused.httpStatus, refused.body.message]).toEqual([
      409,
      `The refund on ${orderId} can’t be undone once its email has been sent.`,
    ]);
  });

  test('a move from Completed Refunds and its Undo do not change the refund', async () => {
    const orderId = await add({ processStatus: 'Completed Refunds', refundDate: '2026-01-05' });
    const before = await placeOf(orderId);
    const { actionId } = await moveAs('Team', orderId, 'Completed');
    await undoAs(actionId, 'Team');
    expect(await placeOf(orderId)).toEqual(before);
  });

  test('a member who lost the right to the inverse action is refused, and the refusal names the roles that have it', async () => {
    const [orderId, others] = [await add(), await add()];
    const setRole = (role: Role) =>
      db()
        .update(members)
        .set({ role })
        .where(eq(members.id, id('Manager')));
    const deletion = await api().callApi(changeStatus, { orderId, updatingStatus: 'Deleted' }, { as: 'Manager' });
    await setRole('Team');
    const refused = await undoAs(deletion.body.data.actionId, 'Manager');
    expect([refused.httpStatus, refused.body.message]).toEqual([403, 'Only Admin and Manager can undo this now.']);
    await setRole('Manager');
    const assignment = await api().callApi(assign, { orderId: others, assignto: 'Tia Team' }, { as: 'Manager' });
    await setRole('Team');
    expect((await undoAs(assignment.body.data.actionId, 'Manager')).httpStatus).toBe(403);
    await setRole('Manager');
    expect((await undoAs(assignment.body.data.actionId, 'Manager')).httpStatus).toBe(200);
  });

  test('Undo does not assign an order to a deleted member', async () => {
    const orderId = await add({ processStatus: 'Awaiting', assignedTo: id('Telecaller') });
    const { body } = await api().callApi(assign, { orderId, assignto: '' }, { as: 'Admin' });
    const leave = (deletedAt: Date | null) =>
      db()
        .update(members)
        .set({ deletedAt })
        .where(eq(members.id, id('Telecaller')));
    await leave(new Date());
    const refused = await undoAs(body.data.actionId, 'Admin');
    await leave(null);
    expect([refused.httpStatus, refused.body.message]).toEqual([
      409,
      'Undo is no longer possible: Theo Telecaller has left the team.',
    ]);
  });

  test('Undo does not reopen an order for a deleted member', async () => {
    const leave = (deletedAt: Date | null) =>
      db()
        .update(members)
        .set({ deletedAt })
        .where(eq(members.id, id('Telecaller')));
    const theirs = { processStatus: 'New', assignedTo: id('Telecaller') } as const;
    const [deleted, completed, moved] = [await add(theirs), await add(theirs), await add(theirs)];
    const gone = [409, 'Undo is no longer possible: Theo Telecaller has left the team.'];
    const deletion = await api().callApi(
      changeStatus,
      { orderId: deleted, updatingStatus: 'Deleted' },
      { as: 'Admin' },
    );
    const completion = await moveAs('Manager', completed, 'Completed');
    const movement = await moveAs('Team', moved, 'Awaiting');
    await leave(new Date());
    const refused = await undoAs(deletion.body.data.actionId, 'Admin');
    const alsoRefused = await undoAs(completion.actionId, 'Manager');
    // The order is already open, and keeps its assignee.
    const done = await undoAs(movement.actionId, 'Team');
    const restored = await api().callApi(restore, { orderId: deleted }, { as: 'Admin' });
    const reopened = await moveAs('Team', completed, 'Awaiting');
    const free = [await read(deleted), await read(completed)];
    const restoredAgain = await undoAs(restored.body.data.actionId, 'Admin');
    await leave(null);
    expect([refused.httpStatus, refused.body.message]).toEqual(gone);
    expect([alsoRefused.httpStatus, alsoRefused.body.message]).toEqual(gone);
    expect(done.httpStatus).toBe(200);
    expect(reopened.done).toEqual([completed]);
    expect(free).toMatchObject([
      { processStatus: 'New', assignedTo: null, assignedAt: null },
      { processStatus: 'Awaiting', assignedTo: null, assignedAt: null },
    ]);
    expect(restoredAgain.httpStatus).toBe(200);
    expect(await read(deleted)).toMatchObject({ processStatus: 'Deleted', assignedTo: id('Telecaller') });
  });

  test('a Manager can undo their own Restore of their own order', async () => {
    const mine = { beforeDeleteStatus: 'New', assignedTo: id('Manager') } as const;
    const orderId = await add({ processStatus: 'Deleted', ...mine });
    const { actionId } = (await api().callApi(restore, { orderId }, { as: 'Manager' })).body.data;
    const undone = await undoAs(actionId, 'Manager');
    expect([undone.httpStatus, undone.body.message]).toEqual([200, `Undone. Order ${orderId} is back in Deleted.`]);
    expect(await read(orderId)).toMatchObject({ processStatus: 'Deleted', ...mine });
  });

  test('assigning and unassigning 500 orders uses one statement per table and call', async () => {
    const orderId = Array.from({ length: 500 }, (_, index) => String(700_000 + index));
    await db().execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
      select n::text, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}' from generate_series(700000, 700499) n`);
    const { body } = await api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team' });
    expect(body.message).toBe('500 assigned');
    const undone = await undoAs(body.data.actionId, 'Team');
    expect(undone.body.message).toBe('Undone. 500 orders unassigned.');
    expect(await read('700499')).toMatchObject({ assignedTo: null, assignedAt: null });
  });

  test('actions older than a day or than a member’s last twenty are deleted', async () => {
    const orderIds = await Promise.all(Array.from({ length: 21 }, () => add()));
    const actionIds: string[] = [];
    for (const orderId of orderIds) actionIds.push((await moveAs('Night Staff', orderId, 'Completed')).actionId!);
    await deleteOldActions(db());
    const kept = async () => (await db().select().from(undoSnapshots)).map(({ actionId }) => actionId);
    expect(await kept()).toEqual(expect.arrayContaining(actionIds.slice(1)));
    expect(await kept()).not.toContain(actionIds[0]);
    expect((await undoAs(actionIds[0]!, 'Night Staff')).body.message).toBe('This can no longer be undone.');
    await db()
      .update(orderActions)
      .set({ at: sql`now() - interval '25 hours'` });
    await deleteOldActions(db());
    expect(await kept()).toEqual([]);
  });

  test('with an Idempotency-Key, a repeated Undo gets the first response', async () => {
    const { actionId } = await moveAs('Team', await add(), 'Completed');
    const ask = () => api().callApi(undo, { actionId: actionId! }, { as: 'Team', idempotencyKey: 'undo-once' });
    const [one, two] = [await ask(), await ask()];
    expect([one.httpStatus, two.httpStatus, two.body.data]).toEqual([200, 200, one.body.data]);
  });
});
