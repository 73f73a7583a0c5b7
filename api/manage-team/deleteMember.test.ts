import { asc, eq, sql } from 'drizzle-orm';
import { folderCalls } from 'shared/api/folderCalls';
import { teamCalls } from 'shared/api/teamCalls';
import type { Role } from 'shared/rules/permissions';
import { offboardings, members } from '../db/schema/members.ts';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { startJobs } from '../jobs/scheduler.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pollUntil } from '../testing/pollUntil.ts';
import { unassignBatch, workOffboarding } from './offboarding.ts';

onOneDriver((api, driver) => {
  const db = () => api().context.database.db;
  let last = 0;
  const newMember = async (role: Role = 'Team') => {
    last += 1;
    const [member] = await db()
      .insert(members)
      .values({ name: `Leaver ${last}`, email: `leaver${last}@demo.test`, role })
      .returning();
    return member!;
  };
  const remove = (teamMemberId: number) => api().callApi(teamCalls.deleteMember, { teamMemberId }, { as: 'Admin' });
  const orderOf = async (orderId: string) => (await db().select().from(orders).where(eq(orders.orderId, orderId)))[0]!;
  const countOf = async (orderName: 'newOrder' | 'priorityOrder') =>
    (await api().callApi(folderCalls.list, { orderName }, { as: 'Admin' })).body.total;
  const counts = async () => (await api().callApi(folderCalls.folderCounts, {}, { as: 'Admin' })).body.data;
  const held = async (memberId: number) => db().$count(orders, eq(orders.assignedTo, memberId));
  /** Inserts orders that are assigned to a member. */
  const giveMany = (memberId: number, many: number, from: number) =>
    db().execute(sql`
      insert into orders (order_id, process_status, first_name, last_name, full_name, email, processing_mode, declaration,
        assigned_to, assigned_at)
      select n::text, 'New', 'A', 'B', 'A B', 'a@example.com', 'standard', '{}', ${memberId}, now()
      from generate_series(${sql.raw(String(from))}, ${sql.raw(String(from + many - 1))}) n`);

  afterEach(async () => {
    await db().delete(offboardings);
    await db().execute(sql`delete from orders`);
  });

  test('unfinished orders are unassigned with a history entry each; finished orders are not', async () => {
    const { id, name } = await newMember();
    const place = { assignedTo: id } as const;
    const [fresh, awaiting, done] = [
      await addOrder(api(), { ...place, processStatus: 'New' }),
      await addOrder(api(), { ...place, processStatus: 'Awaiting' }),
      await addOrder(api(), { ...place, processStatus: 'Completed', processedBy: id }),
    ];
    const before = await counts();
    expect(
      (await api().callApi(teamCalls.teamMember, { id: String(id) }, { as: 'Team' })).body.data.unfinished_orders,
    ).toBe(2);
    const { body } = await remove(id);
    expect([body.message, body.data]).toEqual(['Team member deleted successfully.', { unfinished_orders: 2 }]);
    expect(await orderOf(fresh)).toMatchObject({
      processStatus: 'New',
      assignedTo: null,
      assignedAt: null,
      version: 2,
    });
    expect(await orderOf(awaiting)).toMatchObject({ processStatus: 'Awaiting', assignedTo: null });
    expect(await orderOf(done)).toMatchObject({ assignedTo: id, version: 1 });
    expect((await counts()).newOrdersCount).toBe(before.newOrdersCount + 1);
    expect(await countOf('newOrder')).toBe((await counts()).newOrdersCount);
    const lines = await db()
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderId, fresh))
      .orderBy(asc(orderHistory.id));
    expect(lines).toEqual([
      expect.objectContaining({
        ...{ kind: 'release', field: 'assign_to', from: name, to: null, version: 2 },
        memberId: api().memberIds.Admin,
      }),
    ]);
  });

  test('a refused deletion unassigns nothing', async () => {
    const { Admin } = api().memberIds;
    const orderId = await addOrder(api(), { assignedTo: Admin });
    expect((await remove(Admin)).httpStatus).toBe(409);
    expect((await orderOf(orderId)).assignedTo).toBe(Admin);
  });

  test('the first 500 orders are unassigned at once, the rest in portions between other calls', async () => {
    const { id } = await newMember();
    await giveMany(id, 1_200, 700_000);
    expect((await remove(id)).body.data).toEqual({ unfinished_orders: 1_200 });
    expect(await held(id)).toBe(700);
    await workOffboarding(db());
    expect(await held(id)).toBe(200);
    const job = startJobs(api().context, ['unassign orders']);
    expect(
      await pollUntil(
        () => held(id),
        (left) => left === 0,
      ),
    ).toBe(0);
    await job.stop();
    expect((await counts()).newOrdersCount).toBe(1_200);
    expect(await countOf('newOrder')).toBe(1_200);
    expect(await db().$count(orderHistory, sql`order_id between '700000' and '701199'`)).toBe(1_200);
  });

  test('orders that others take meanwhile stay theirs', async () => {
    const { id } = await newMember();
    const Team = api().memberIds.Team;
    await giveMany(id, 600, 710_000);
    await remove(id);
    await db().update(orders).set({ assignedTo: Team }).where(eq(orders.orderId, '710599'));
    await workOffboarding(db());
    expect(await held(id)).toBe(0);
    expect((await orderOf('710599')).assignedTo).toBe(Team);
  });

  // The embedded database runs one transaction at a time.
  if (driver === 'postgres') {
    test.each([
      ['takes', (): Partial<typeof orders.$inferInsert> => ({ assignedTo: api().memberIds.Team })],
      ['finishes', () => ({ processStatus: 'Completed' as const })],
    ])('an order that somebody %s while its release waits is not changed', async (_what, change) => {
      const { id } = await newMember();
      const orderId = await addOrder(api(), { assignedTo: id });
      const changed = change();
      const waiting = async () =>
        (
          await db().execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        ).rows.length;
      const { removing } = await db().transaction(async (tx) => {
        await tx.update(orders).set(changed).where(eq(orders.orderId, orderId));
        const removing = remove(id);
        expect(await pollUntil(waiting, (found) => found >= 1)).toBe(1);
        return { removing };
      });
      expect((await removing).httpStatus).toBe(200);
      expect(await orderOf(orderId)).toMatchObject({ assignedTo: id, version: 1, ...changed });
      expect(await db().$count(orderHistory, eq(orderHistory.orderId, orderId))).toBe(0);
    });
  }

  describe('a demotion', () => {
    const demote = ({ id, name, email }: { id: number; name: string; email: string }, type: Role) =>
      api().callApi(teamCalls.updateMember, { name, email, type, tmId: id }, { as: 'Admin' });

    test('unassigns earlier unfinished orders, but not those taken later', async () => {
      const member = await newMember('Team');
      await giveMany(member.id, 1_100, 730_000);
      const { body } = await demote(member, 'Telecaller');
      expect([body.message, body.data]).toEqual([`Changes to ${member.name} saved.`, { unfinished_orders: 1_100 }]);
      expect(await held(member.id)).toBe(600);
      const taken = await addOrder(api(), { assignedTo: member.id, assignedAt: new Date() });
      await workOffboarding(db());
      await workOffboarding(db());
      expect(await held(member.id)).toBe(1);
      expect((await orderOf(taken)).assignedTo).toBe(member.id);

      // A member who is deleted later also loses those orders.
      await remove(member.id);
      expect(await held(member.id)).toBe(0);
    });

    test('is the only change of role that unassigns orders', async () => {
      const member = await newMember('Telecaller');
      const orderId = await addOrder(api(), { assignedTo: member.id });
      expect((await demote(member, 'Team')).body.data).toEqual({ unfinished_orders: 0 });
      expect((await orderOf(orderId)).assignedTo).toBe(member.id);
    });
  });

  test('an interrupted portion or two instances give one history entry per order', async () => {
    const { id } = await newMember();
    await giveMany(id, 1_500, 720_000);
    await remove(id);
    const [offboarding] = await db().select().from(offboardings);
    const cutOff = db().transaction(async (tx) => {
      await unassignBatch(tx, offboarding!);
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await held(id)).toBe(1_000);
    await Promise.all([workOffboarding(db()), workOffboarding(db())]);
    await Promise.all([workOffboarding(db()), workOffboarding(db())]);
    expect(await held(id)).toBe(0);
    const { rows } = await db().execute(sql`
      select count(*)::int as lines, count(distinct order_id)::int as orders from order_history
      where order_id between '720000' and '721499'`);
    expect(rows).toEqual([{ lines: 1_500, orders: 1_500 }]);
    expect(await db().$count(orders, sql`order_id between '720000' and '721499' and version = 2`)).toBe(1_500);
  });

  test('orders assigned concurrently are unassigned too, until a minute has passed without any', async () => {
    const { id } = await newMember();
    await remove(id);
    expect(await workOffboarding(db())).toBe(true);
    const late = await addOrder(api(), { assignedTo: id });
    expect(await workOffboarding(db())).toBe(false);
    await db()
      .update(offboardings)
      .set({ dueAt: new Date(0) });
    await workOffboarding(db());
    expect((await orderOf(late)).assignedTo).toBeNull();
    expect(await db().select().from(offboardings)).toHaveLength(1);
    await db()
      .update(offboardings)
      .set({ dueAt: new Date(0), leftAt: new Date(Date.now() - 61_000) });
    await workOffboarding(db());
    expect(await db().select().from(offboardings)).toEqual([]);
  });
});
