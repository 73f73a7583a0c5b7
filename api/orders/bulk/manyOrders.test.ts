import { inArray, sql } from 'drizzle-orm';
import { maxBulkOrders, maxSynchronousOrders } from 'shared/api/fields/bulkInput';
import { bulkCalls, type BulkJob } from 'shared/api/bulkCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { Role } from 'shared/rules/permissions';
import { bulkJobPortions, bulkJobs } from '../../db/schema/bulkJobs.ts';
import { orders } from '../../db/schema/orders.ts';
import { startJobs } from '../../jobs/scheduler.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import { pollUntil } from '../../testing/pollUntil.ts';
import { workBulkPortion } from './bulkJobs.ts';

onOneDriver((api) => {
  const { assign, changeStatus, move, undo } = orderCalls;
  const { bulkProgress, cancelBulk } = bulkCalls;
  const db = () => api().context.database.db;
  const workPortion = () => workBulkPortion(db(), { refundMailProvider: 'AWS', log: api().context.log });
  const runUntilEmpty = async () => {
    while (await workPortion());
  };
  const progress = async (jobId: string, as: Role): Promise<BulkJob> =>
    (await api().callApi(bulkProgress, { jobId }, { as })).body.data;
  const assignToMe = (orderId: string[], more: { idempotencyKey?: string } = {}) =>
    api().callApi(assign, { orderId, assignto: 'Tia Team' }, { as: 'Team', ...more });
  const addMany = async (count: number): Promise<string[]> => {
    await db().execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration)
      select n::text, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}'
      from generate_series(800000, ${sql.raw(String(799_999 + count))}) n`);
    return Array.from({ length: count }, (_, index) => String(800_000 + index));
  };
  const assigned = async (orderIds: string[]) =>
    (await db().select().from(orders).where(inArray(orders.orderId, orderIds)))
      .filter((order) => order.assignedTo)
      .map((order) => order.orderId);

  afterEach(async () => {
    await db().delete(bulkJobs);
    await db().execute(sql`delete from orders`);
  });

  test('500 given orders are changed immediately; more are changed by a job, like a whole folder', async () => {
    const orderIds = await addMany(maxSynchronousOrders + 1);
    const atOnce = await assignToMe(orderIds.slice(0, maxSynchronousOrders));
    expect([atOnce.body.message, atOnce.body.data.jobId]).toEqual(['500 assigned', undefined]);
    const { httpStatus, body } = await assignToMe(orderIds);
    expect([httpStatus, body.message]).toEqual([200, 'Working on 501 orders']);
    expect(body.data).toEqual({ done: [], failed: [], actionId: null, jobId: expect.any(String) });
    await runUntilEmpty();
    expect(await progress(body.data.jobId!, 'Team')).toMatchObject({
      ...{ state: 'done', total: 501, finished: 501, done: 501, message: '1 assigned, 500 unchanged' },
    });
  });

  test('refusals are listed by order, including unknown ids', async () => {
    const orderIds = await addMany(600);
    await api().callApi(assign, { orderId: orderIds[3]!, assignto: 'Max Manager' }, { as: 'Manager' });
    const { jobId } = (await assignToMe([...orderIds, '999998'])).body.data;
    await runUntilEmpty();
    expect(await progress(jobId!, 'Team')).toMatchObject({
      ...{ state: 'done', total: 601, done: 599, refused: 2 },
      message: '599 assigned, 1 already taken by Max Manager, 1 not found',
      failed: [
        { orderId: orderIds[3], message: 'Already taken by Max Manager.', by: 'Max Manager' },
        { orderId: '999998', message: 'Order not found.' },
      ],
    });
  });

  test('orders are processed in the given sequence, so after Cancel the rest is known', async () => {
    const named = (await addMany(1_200)).toReversed();
    const jobId = (await assignToMe(named)).body.data.jobId!;
    await workPortion();
    const { body } = await api().callApi(cancelBulk, { jobId }, { as: 'Team' });
    expect(body.data).toMatchObject({ state: 'cancelled', total: 1_200, finished: 500 });
    await runUntilEmpty();
    expect((await assigned(named)).toSorted()).toEqual(named.slice(0, 500).toSorted());
    expect(await db().select().from(bulkJobPortions)).toEqual([]);
  });

  test('all of them are one action, which Undo reverts', async () => {
    const orderIds = await addMany(1_100);
    const { jobId } = (await assignToMe(orderIds)).body.data;
    await runUntilEmpty();
    const { actionId } = await progress(jobId!, 'Team');
    const undone = await api().callApi(undo, { actionId: actionId! }, { as: 'Team' });
    expect(undone.body.message).toBe('Working on 1,100 orders');
    await runUntilEmpty();
    expect(await progress(undone.body.data.jobId!, 'Team')).toMatchObject({
      message: 'Undone. 1,100 orders unassigned.',
    });
    expect(await assigned(orderIds)).toEqual([]);
  });

  test('the same Idempotency-Key is the same job, and refused for other orders', async () => {
    const orderIds = await addMany(600);
    const first = await assignToMe(orderIds, { idempotencyKey: 'all-of-these' });
    const again = await assignToMe(orderIds, { idempotencyKey: 'all-of-these' });
    expect(again.body.data.jobId).toBe(first.body.data.jobId);
    const others = await assignToMe(orderIds.slice(1), { idempotencyKey: 'all-of-these' });
    expect(others.httpStatus).toBe(422);
    expect(await db().select().from(bulkJobs)).toHaveLength(1);
  });

  test('the job stores its ids, so a failed portion is retried and another worker can continue', async () => {
    const orderIds = await addMany(1_200);
    const { jobId } = (await assignToMe(orderIds)).body.data;
    await workPortion();
    await db().execute(sql`alter table order_history add constraint broken check (version < 0) not valid`);
    await workPortion();
    await db().execute(sql`alter table order_history drop constraint broken`);
    expect(await progress(jobId!, 'Team')).toMatchObject({ state: 'running', finished: 500 });
    const another = startJobs(api().context, ['bulk']);
    const job = await pollUntil(
      () => progress(jobId!, 'Team'),
      ({ state }) => state !== 'running',
    );
    await another.stop();
    expect(job).toMatchObject({ state: 'done', done: 1_200, refused: 0 });
  });

  test('if two members name the same orders at once, each order goes to one of them', async () => {
    const orderIds = await addMany(1_300);
    const mine = (await assignToMe(orderIds)).body.data.jobId!;
    const input = { orderId: orderIds.toReversed(), assignto: 'Max Manager' };
    const theirs = (await api().callApi(assign, input, { as: 'Manager' })).body.data.jobId!;
    const workers = [1, 2].map(() => startJobs(api().context, ['bulk']));
    const ended = (jobId: string, as: Role) =>
      pollUntil(
        () => progress(jobId, as),
        ({ state }) => state !== 'running',
      );
    const [one, two] = [await ended(mine, 'Team'), await ended(theirs, 'Manager')];
    await Promise.all(workers.map((worker) => worker.stop()));
    expect([one.done + two.done, one.refused + two.refused]).toEqual([1_300, 1_300]);
    expect([one.refused, two.refused]).toEqual([two.done, one.done]);
  });

  test('rights do not depend on the number of orders', async () => {
    const orderId = await addMany(501);
    const deletion = { orderId, updatingStatus: 'Deleted' } as const;
    expect((await api().callApi(changeStatus, deletion, { as: 'Team' })).httpStatus).toBe(403);
    expect((await api().callApi(move, deletion, { as: 'Telecaller' })).httpStatus).toBe(403);
    expect((await api().callApi(assign, { orderId, assignto: 'Max Manager' }, { as: 'Team' })).httpStatus).toBe(403);
    const versioned = { orderId, updatingStatus: 'Awaiting', version: 1 } as const;
    expect((await api().callApi(move, versioned, { as: 'Team' })).httpStatus).toBe(400);
  });

  test('50,000 of the longest ids are accepted, and one more is refused', async () => {
    const longest = (count: number) => Array.from({ length: count }, (_, n) => String(10n ** 17n + BigInt(n)));
    const { body } = await assignToMe(longest(maxBulkOrders));
    expect(body.message).toBe('Working on 50,000 orders');
    const refused = await assignToMe(longest(maxBulkOrders + 1));
    expect([refused.httpStatus, refused.body.message]).toEqual([400, 'At most 50,000 orders at once']);
  });
});
