import { eq, inArray, sql } from 'drizzle-orm';
import type { CallInput } from 'shared/api/call';
import { bulkCalls, type BulkJob } from 'shared/api/bulkCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { Role } from 'shared/rules/permissions';
import { bulkJobPortions, bulkJobs } from '../../db/schema/bulkJobs.ts';
import { members } from '../../db/schema/members.ts';
import { orderHistory } from '../../db/schema/orderHistory.ts';
import { orders } from '../../db/schema/orders.ts';
import { startJobs } from '../../jobs/scheduler.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import { pollUntil } from '../../testing/pollUntil.ts';
import { deleteOldBulkJobs, workBulkPortion } from './bulkJobs.ts';

onOneDriver((api) => {
  const { assign, changeStatus, move, restore, completeRefund, undo } = orderCalls;
  const { bulkProgress, cancelBulk } = bulkCalls;
  const db = () => api().context.database.db;
  const id = (role: Role) => api().memberIds[role];
  const worker = () => ({ refundMailProvider: 'AWS' as const, log: api().context.log });
  const workPortion = () => workBulkPortion(db(), worker());
  const runUntilEmpty = async () => {
    while (await workPortion());
  };
  const progress = async (jobId: string, as: Role): Promise<BulkJob> =>
    (await api().callApi(bulkProgress, { jobId }, { as })).body.data;
  const cancel = (jobId: string, as: Role) => api().callApi(cancelBulk, { jobId }, { as });
  const newOrders = { folderName: 'newOrder', searchVal: '' } as const;
  const assignAll = async (as: Role, assignto: string, whom: Partial<CallInput<typeof assign>> = newOrders) =>
    api().callApi(assign, { ...whom, assignto }, { as });
  const addMany = async (count: number, first = 800_000): Promise<string[]> => {
    await db().execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
      select n::text, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}'
      from generate_series(${sql.raw(String(first))}, ${sql.raw(String(first + count - 1))}) n`);
    return Array.from({ length: count }, (_, index) => String(first + index));
  };
  /** Runs an action on `count` orders, starts its Undo, and runs the Undo's first portion. */
  const undoUnderWay = async (count: number) => {
    const orderIds = await addMany(count);
    const { jobId } = (await assignAll('Team', 'Tia Team')).body.data;
    await runUntilEmpty();
    const actionId = (await progress(jobId!, 'Team')).actionId!;
    const takeBack = () => api().callApi(undo, { actionId }, { as: 'Team' });
    const begun = (await takeBack()).body.data.jobId!;
    await workPortion();
    const twice = await takeBack();
    expect([twice.httpStatus, twice.body.message]).toEqual([409, 'This is already being undone.']);
    return { orderIds, takeBack, begun };
  };
  const read = async (orderId: string) => (await db().select().from(orders).where(eq(orders.orderId, orderId)))[0]!;
  const assigned = async (orderIds: string[]) =>
    (await db().select().from(orders).where(inArray(orders.orderId, orderIds))).filter((order) => order.assignedTo);

  afterEach(async () => {
    await db().delete(bulkJobs);
    await db().execute(sql`delete from orders where order_id not in (select order_id from mails)`);
  });

  test('the call returns at once, and a job processes the orders by the rules of the single call', async () => {
    const orderIds = await addMany(1_203);
    const { httpStatus, body } = await assignAll('Team', 'Tia Team');
    expect([httpStatus, body.message]).toEqual([200, 'Working on 1,203 orders']);
    expect(body.data).toEqual({ done: [], failed: [], actionId: null, jobId: expect.any(String) });
    const jobId = body.data.jobId!;
    expect(await progress(jobId, 'Team')).toMatchObject({
      state: 'running',
      total: 1_203,
      finished: 0,
      actionId: null,
    });

    await workPortion();
    expect(await progress(jobId, 'Team')).toMatchObject({
      state: 'running',
      finished: 500,
      message: '500 assigned',
      actionId: null,
    });
    await runUntilEmpty();
    expect(await progress(jobId, 'Team')).toEqual({
      ...{ jobId, state: 'done', total: 1_203, finished: 1_203, done: 1_203, refused: 0, failed: [] },
      ...{ message: '1,203 assigned', actionId: jobId, action: 'assign', folderName: 'newOrder' },
      finishedAt: expect.any(String),
    });
    expect(await assigned(orderIds)).toHaveLength(1_203);
    const history = await db().select().from(orderHistory).where(inArray(orderHistory.orderId, orderIds));
    expect(history).toHaveLength(1_203);
    expect(new Set(history.map(({ actionId }) => actionId)).size).toBe(1);
  });

  test('only orders that matched at the start are changed; those taken meanwhile are reported', async () => {
    const [one, two] = [await addOrder(api()), await addOrder(api())];
    const { jobId } = (await assignAll('Team', 'Tia Team')).body.data;
    const later = await addOrder(api());
    await api().callApi(assign, { orderId: two, assignto: 'Max Manager' }, { as: 'Manager' });
    await runUntilEmpty();
    expect(await progress(jobId!, 'Team')).toMatchObject({
      ...{ state: 'done', total: 2, done: 1, refused: 1, message: '1 assigned, 1 already taken by Max Manager' },
      failed: [{ orderId: two, message: 'Already taken by Max Manager.', by: 'Max Manager' }],
    });
    expect([(await read(one)).assignedTo, (await read(later)).assignedTo]).toEqual([id('Team'), null]);
  });

  test('search and month restrict the orders, with % and _ as plain characters', async () => {
    const found = await addOrder(api(), { fullName: 'Ana 100%_Sure' });
    await addOrder(api(), { fullName: 'Ana 1000 Sure' });
    const { jobId } = (await assignAll('Team', 'Tia Team', { folderName: 'newOrder', searchVal: '100%_s' })).body.data;
    await runUntilEmpty();
    expect(await progress(jobId!, 'Team')).toMatchObject({ total: 1, done: 1 });
    expect((await read(found)).assignedTo).toBe(id('Team'));

    const march = await addOrder(api(), { processStatus: 'Future', processingDate: '2031-03-05' });
    await addOrder(api(), { processStatus: 'Future', processingDate: '2031-04-05' });
    const input = { folderName: 'futureOrder', month: 'Mar', updatingStatus: 'Awaiting' } as const;
    const moved = await api().callApi(move, input, { as: 'Team' });
    await runUntilEmpty();
    expect(await progress(moved.body.data.jobId!, 'Team')).toMatchObject({
      total: 1,
      message: '1 moved to Awaiting Customer',
    });
    expect((await read(march)).processStatus).toBe('Awaiting');
    const elsewhere = await api().callApi(move, { ...input, folderName: 'newOrder' }, { as: 'Team' });
    expect(elsewhere.httpStatus).toBe(400);
  });

  test('delete, restore, release and "Refunded it" work on whole folders too', async () => {
    const refund = await addOrder(api(), { processStatus: 'Refunds' });
    const orderId = await addOrder(api(), { processStatus: 'Pending', assignedTo: id('Manager') });
    const as = 'Manager';
    const run = async (answer: Promise<{ body: { data: { jobId?: string | undefined } } }>) => {
      const { jobId } = (await answer).body.data;
      await runUntilEmpty();
      return progress(jobId!, as);
    };
    const released = await run(api().callApi(assign, { folderName: 'myOrder', assignto: '' }, { as }));
    expect(released.message).toBe('1 moved to its original folder');
    const pending = { folderName: 'pendingOrder', updatingStatus: 'Deleted' } as const;
    expect((await run(api().callApi(changeStatus, pending, { as }))).message).toBe('1 deleted');
    expect((await run(api().callApi(restore, { folderName: 'deletedOrder' }, { as }))).message).toBe('1 restored');
    expect(await read(orderId)).toMatchObject({ processStatus: 'Pending', assignedTo: null });
    const refunded = await run(api().callApi(completeRefund, { folderName: 'refundOrder' }, { as }));
    expect(refunded).toMatchObject({ message: '1 refunded', actionId: null });
    expect((await read(refund)).processStatus).toBe('Completed Refunds');
  });

  test('orders already in the target state are not counted as changed', async () => {
    const [fullName, folderName] = ['Hemi Paid Back', 'refundOrder'];
    await addOrder(api(), { fullName, processStatus: 'Refunds' });
    for (let n = 0; n < 3; n += 1) await addOrder(api(), { fullName, processStatus: 'Completed Refunds' });
    const input = { folderName, searchVal: fullName };
    const { jobId } = (await api().callApi(completeRefund, input, { as: 'Team' })).body.data;
    await runUntilEmpty();
    expect(await progress(jobId!, 'Team')).toMatchObject({ finished: 4, done: 4, message: '1 refunded, 3 unchanged' });
  });

  test('Cancel keeps finished changes and skips the rest', async () => {
    const orderIds = await addMany(700);
    const jobId = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    await workPortion();
    const { httpStatus, body } = await cancel(jobId, 'Team');
    expect([httpStatus, body.data]).toMatchObject([200, { state: 'cancelled', done: 500, total: 700 }]);
    await runUntilEmpty();
    expect(await assigned(orderIds)).toHaveLength(500);
    expect(await db().select().from(bulkJobPortions)).toEqual([]);
    expect(body.data.actionId).toEqual(expect.any(String));
    expect((await cancel(jobId, 'Team')).body.data.state).toBe('cancelled');
  });

  test('another member’s job can be neither seen nor cancelled', async () => {
    await addOrder(api());
    const jobId = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    expect((await api().callApi(bulkProgress, { jobId }, { as: 'Admin' })).httpStatus).toBe(404);
    expect((await cancel(jobId, 'Admin')).httpStatus).toBe(404);
    expect((await progress(jobId, 'Team')).state).toBe('running');
  });

  test('a member has one job at a time; jobs of different members take turns', async () => {
    await addMany(1_000);
    const first = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    const second = await assignAll('Team', 'Tia Team');
    expect([second.httpStatus, second.body.message]).toEqual([
      409,
      'Your previous bulk action is still running. Wait until it has finished, or cancel the rest.',
    ]);
    const others = (await assignAll('Manager', 'Max Manager')).body.data.jobId!;
    await workPortion();
    await workPortion();
    expect((await progress(first, 'Team')).finished).toBe(500);
    expect((await progress(others, 'Manager')).finished).toBe(500);
  });

  test('an empty result, an unknown folder, and ids together with a folder are refused', async () => {
    const orderId = await addOrder(api());
    const none = await assignAll('Team', 'Tia Team', { folderName: 'newOrder', searchVal: 'nobody has this name' });
    expect([none.httpStatus, none.body.message]).toEqual([404, 'There are no orders to change.']);
    expect((await assignAll('Team', 'Tia Team', { folderName: 'nowhere' })).httpStatus).toBe(404);
    expect((await assignAll('Team', 'Tia Team', { ...newOrders, orderId })).httpStatus).toBe(400);
    expect((await assignAll('Team', 'Tia Team', {})).httpStatus).toBe(400);
    const unseen = await assignAll('Team', 'Tia Team', { folderName: 'newOrder', searchVal: '\u0007' });
    expect([unseen.httpStatus, unseen.body.message]).toEqual([400, 'Search text is required']);
    const versioned = { folderName: 'newOrder', updatingStatus: 'Awaiting', version: 1 } as const;
    expect((await api().callApi(move, versioned, { as: 'Team' })).httpStatus).toBe(400);
    // None of the refused calls left a running job, which would block the next.
    expect((await assignAll('Team', 'Tia Team')).httpStatus).toBe(200);
  });

  test('requires the rights of the single call and of the folder', async () => {
    await addOrder(api());
    const all = { ...newOrders, updatingStatus: 'Deleted' } as const;
    expect((await api().callApi(changeStatus, all, { as: 'Team' })).httpStatus).toBe(403);
    expect((await api().callApi(move, all, { as: 'Telecaller' })).httpStatus).toBe(403);
    expect((await assignAll('Team', 'Max Manager')).httpStatus).toBe(403);
    const history = { folderName: 'allOrder', updatingStatus: 'Awaiting' } as const;
    expect((await api().callApi(move, history, { as: 'Telecaller' })).httpStatus).toBe(403);
    expect((await api().callApi(move, history, { as: 'Team' })).httpStatus).toBe(200);
  });

  test.each([
    ['was deleted', { deletedAt: new Date() }],
    ['lost the right', { role: 'Team' as const }],
  ])('the job of a member who %s stops at the next portion', async (_what, change) => {
    const orderIds = await addMany(600);
    const manager = eq(members.id, id('Manager'));
    const input = { ...newOrders, updatingStatus: 'Deleted' } as const;
    const { jobId } = (await api().callApi(changeStatus, input, { as: 'Manager' })).body.data;
    await workPortion();
    await db().update(members).set(change).where(manager);
    await runUntilEmpty();
    await db().update(members).set({ deletedAt: null, role: 'Manager' }).where(manager);
    expect(await progress(jobId!, 'Manager')).toMatchObject({ state: 'cancelled', done: 500 });
    expect((await read(orderIds.at(-1)!)).processStatus).toBe('New');
  });

  test('Undo of a whole folder runs as a job, and skips orders changed since', async () => {
    const orderIds = await addMany(600);
    const { jobId } = (await assignAll('Team', 'Tia Team')).body.data;
    await workPortion();
    const { actionId: running } = (await db().select().from(bulkJobs))[0]!;
    const tooSoon = await api().callApi(undo, { actionId: running }, { as: 'Team' });
    expect([tooSoon.httpStatus, tooSoon.body.message]).toEqual([409, 'This action is still running. Cancel it first.']);
    await runUntilEmpty();
    const { actionId } = await progress(jobId!, 'Team');
    await api().callApi(move, { orderId: orderIds[3]!, updatingStatus: 'Completed' }, { as: 'Manager' });

    const undone = await api().callApi(undo, { actionId: actionId! }, { as: 'Team' });
    expect(undone.body).toMatchObject({ message: 'Working on 600 orders', data: { jobId: expect.any(String) } });
    await runUntilEmpty();
    expect(await progress(undone.body.data.jobId!, 'Team')).toMatchObject({
      ...{ state: 'done', done: 599, refused: 1, actionId: null },
      message: 'Undone. 599 orders unassigned, 1 changed later by Max Manager.',
    });
    expect(await assigned(orderIds)).toHaveLength(1);
    expect((await api().callApi(undo, { actionId: actionId! }, { as: 'Team' })).httpStatus).toBe(409);
  });

  test('a later action counts as the last one, even while an earlier job still runs', async () => {
    const pending = await addOrder(api(), { processStatus: 'Pending' });
    await addMany(1_100);
    const { jobId } = (await assignAll('Team', 'Tia Team')).body.data;
    const moved = await api().callApi(move, { orderId: pending, updatingStatus: 'Awaiting' }, { as: 'Team' });
    await workPortion();
    const beside = await api().callApi(undo, { actionId: moved.body.data.actionId! }, { as: 'Team' });
    expect([beside.httpStatus, beside.body.message]).toEqual([200, `Undone. Order ${pending} is back in Pending.`]);
    await runUntilEmpty();
    const { actionId: first } = await progress(jobId!, 'Team');
    expect((await api().callApi(undo, { actionId: first! }, { as: 'Team' })).httpStatus).toBe(200);
    await runUntilEmpty();

    await assignAll('Team', 'Tia Team');
    await runUntilEmpty();
    const next = await assignAll('Team', '', { folderName: 'myOrder' });
    await runUntilEmpty();
    const { actionId } = await progress(next.body.data.jobId!, 'Team');
    expect((await api().callApi(undo, { actionId: actionId! }, { as: 'Team' })).httpStatus).toBe(200);
  });

  test('a member’s newest jobs are listed with folder and action, without others’ jobs', async () => {
    await addMany(501);
    const mine = async () => (await api().callApi(bulkCalls.jobs, {}, { as: 'Team' })).body.data;
    const { jobId } = (await assignAll('Team', 'Tia Team')).body.data;
    const running = { jobId, action: 'assign', folderName: 'newOrder', state: 'running', finishedAt: null, total: 501 };
    expect(await mine()).toMatchObject([running]);
    await runUntilEmpty();
    const undone = await api().callApi(undo, { actionId: (await mine())[0]!.actionId! }, { as: 'Team' });
    expect(await mine()).toMatchObject([
      { jobId: undone.body.data.jobId, action: 'undo', folderName: null, state: 'running' },
      { ...running, state: 'done', finishedAt: expect.any(String), actionId: expect.any(String) },
    ]);
    expect((await api().callApi(bulkCalls.jobs, {}, { as: 'Admin' })).body.data).toEqual([]);
  });

  test('a job that changed nothing does not prevent undoing the action before', async () => {
    const mine = await addOrder(api());
    const { actionId } = (await assignAll('Team', 'Tia Team', { orderId: mine })).body.data;
    const completed = await addOrder(api(), { processStatus: 'Completed' });
    const input = { folderName: 'completedOrder', updatingStatus: 'Awaiting' } as const;
    const { jobId } = (await api().callApi(move, input, { as: 'Team' })).body.data;
    await api().callApi(changeStatus, { orderId: completed, updatingStatus: 'Deleted' }, { as: 'Admin' });
    await runUntilEmpty();
    expect(await progress(jobId!, 'Team')).toMatchObject({ state: 'done', done: 0, actionId: null });
    expect((await api().callApi(undo, { actionId: actionId! }, { as: 'Team' })).httpStatus).toBe(200);
  });

  test.each(['cancelled', 'failed'] as const)('a %s Undo can be repeated for the rest', async (state) => {
    const { orderIds, takeBack, begun } = await undoUnderWay(1_300);
    if (state === 'cancelled') await cancel(begun, 'Team');
    else {
      await db().execute(sql`alter table order_history add constraint broken check (version < 0) not valid`);
      for (let fault = 1; fault <= 5; fault += 1) await workPortion();
      await db().execute(sql`alter table order_history drop constraint broken`);
    }
    expect(await progress(begun, 'Team')).toMatchObject({ state, done: 500 });
    await api().callApi(move, { orderId: orderIds[1_299]!, updatingStatus: 'Completed' }, { as: 'Manager' });

    const again = await takeBack();
    expect(again.body.message).toBe('Working on 800 orders');
    await runUntilEmpty();
    expect(await progress(again.body.data.jobId!, 'Team')).toMatchObject({
      ...{
        state: 'done',
        done: 799,
        refused: 1,
        message: 'Undone. 799 orders unassigned, 1 changed later by Max Manager.',
      },
    });
    expect(await assigned(orderIds)).toHaveLength(1);
    const over = await takeBack();
    expect([over.httpStatus, over.body.message]).toEqual([409, 'This was already undone.']);
  });

  test('the rest of a cancelled Undo is undone immediately if it is small', async () => {
    const { orderIds, takeBack, begun } = await undoUnderWay(600);
    await cancel(begun, 'Team');
    const answers = await Promise.all([1, 2, 3].map(takeBack));
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ httpStatus }) => httpStatus === 200)!.body.message).toBe('Undone. 100 orders unassigned.');
    expect(await assigned(orderIds)).toEqual([]);
  });

  test('the same Idempotency-Key is the same job', async () => {
    await addOrder(api());
    const ask = () =>
      api().callApi(assign, { ...newOrders, assignto: 'Tia Team' }, { as: 'Team', idempotencyKey: 'all-of-them' });
    const [one, two] = [await ask(), await ask()];
    expect(two.body.data.jobId).toBe(one.body.data.jobId);
    expect(await db().select().from(bulkJobs)).toHaveLength(1);
  });

  test('concurrent workers run no portion twice', async () => {
    await addMany(2_600);
    const jobId = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    const jobs = [1, 2, 3].map(() => startJobs(api().context, ['bulk']));
    const job = await pollUntil(
      () => progress(jobId, 'Team'),
      ({ state }) => state !== 'running',
    );
    await Promise.all(jobs.map((running) => running.stop()));
    expect(job).toMatchObject({ state: 'done', finished: 2_600, done: 2_600, refused: 0 });
    const history = await db().select().from(orderHistory).where(eq(orderHistory.actionId, job.actionId!));
    expect(history).toHaveLength(2_600);
  });

  test('a stop waits for the running portion, and the next start continues with the rest', async () => {
    await addMany(2_600);
    const jobId = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    const first = startJobs(api().context, ['bulk']);
    await pollUntil(
      () => progress(jobId, 'Team'),
      ({ finished }) => finished > 0,
    );
    await first.stop();
    const stopped = await progress(jobId, 'Team');
    expect(stopped.state).toBe('running');
    expect(stopped.finished).toBeLessThan(2_600);
    expect((await progress(jobId, 'Team')).finished).toBe(stopped.finished);
    await runUntilEmpty();
    expect(await progress(jobId, 'Team')).toMatchObject({ state: 'done', done: 2_600 });
  });

  test('a failed portion is retried, and after five failures the job fails', async () => {
    await addMany(600);
    const jobId = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    await db().execute(sql`alter table order_history add constraint broken check (version < 0) not valid`);
    for (let fault = 1; fault < 5; fault += 1) await workPortion();
    expect(await progress(jobId, 'Team')).toMatchObject({ state: 'running', finished: 0 });
    await workPortion();
    await db().execute(sql`alter table order_history drop constraint broken`);
    expect(await progress(jobId, 'Team')).toMatchObject({ state: 'failed', finished: 0, actionId: null });
    expect(await workPortion()).toBe(false);
  });

  test('jobs that ended over a day ago are deleted', async () => {
    await addOrder(api());
    const jobId = (await assignAll('Team', 'Tia Team')).body.data.jobId!;
    await runUntilEmpty();
    await deleteOldBulkJobs(db());
    expect((await progress(jobId, 'Team')).state).toBe('done');
    await db()
      .update(bulkJobs)
      .set({ finishedAt: sql`now() - interval '25 hours'` });
    await deleteOldBulkJobs(db());
    expect((await api().callApi(bulkProgress, { jobId }, { as: 'Team' })).httpStatus).toBe(404);
  });
});
