import { eq } from 'drizzle-orm';
import { orderCalls } from 'shared/api/orderCalls';
import { summaryCalls } from 'shared/api/summaryCalls';
import type { Role } from 'shared/rules/permissions';
import { members } from '../db/schema/members.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

const from = (nationality: string, day: string, more: object = {}) => ({
  declaration: { current_nationality: nationality },
  createdAt: new Date(`${day}T12:00:00Z`),
  ...more,
});

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const countries = (input: object, as: Role = 'Night Staff') => api().callApi(summaryCalls.countries, input, { as });
  const processedBy = (input: object = {}, as: Role = 'Manager') =>
    api().callApi(summaryCalls.processedBy, input, { as });
  const complete = (orderId: string, as: Role) =>
    api().callApi(orderCalls.move, { orderId, updatingStatus: 'Completed' }, { as });
  const completedOn = async (orderId: string, at: string) =>
    db()
      .update(orders)
      .set({ completedAt: new Date(at) })
      .where(eq(orders.orderId, orderId));

  afterEach(() => db().delete(orders));

  test('countries: by arrival as Future or by mode, largest count first, ties by name', async () => {
    for (let index = 0; index < 3; index += 1) await addOrder(api(), from('India', '2026-03-01'));
    await addOrder(api(), from('India', '2026-03-01', { processingMode: 'priority' }));
    await addOrder(api(), from('India', '2026-03-01', { processingMode: 'priority', arrivedAsFuture: true }));
    await addOrder(
      api(),
      from('Fiji', '2026-03-01', { processStatus: 'Future', processingDate: '2031-01-01', arrivedAsFuture: true }),
    );
    await addOrder(api(), from('Chile', '2026-03-01'));
    await addOrder(api());
    const { httpStatus, body } = await countries({});
    expect([httpStatus, body.message]).toEqual([200, '8 orders']);
    const row = (current_nationality: string, standard_count: number, priority_count: number, future_count: number) => {
      const count = standard_count + priority_count + future_count;
      return { current_nationality, count, standard_count, priority_count, future_count };
    };
    expect(body.data).toEqual([row('India', 3, 1, 1), row('', 1, 0, 0), row('Chile', 1, 0, 0), row('Fiji', 0, 0, 1)]);
  });

  test('both days are included, as whole UTC days', async () => {
    const at = (createdAt: string) =>
      addOrder(api(), { ...from('India', '2026-03-01'), createdAt: new Date(createdAt) });
    await at('2026-02-28T23:59:59.999Z');
    await at('2026-03-01T00:00:00Z');
    await at('2026-03-31T23:59:59.999Z');
    await at('2026-04-01T00:00:00Z');
    const count = async (range: object) => {
      const { body } = await countries(range);
      return [body.message, body.data[0]?.count];
    };
    expect(await count({ fromDate: '2026-03-01', toDate: '2026-03-31' })).toEqual([
      '2 orders, 01/03/2026 to 31/03/2026',
      2,
    ]);
    expect(await count({ fromDate: '2026-03-02' })).toEqual(['2 orders, from 02/03/2026', 2]);
    expect(await count({ toDate: '2026-02-28' })).toEqual(['1 order, until 28/02/2026', 1]);
    expect(await count({ fromDate: '2026-03-01', toDate: '2026-03-01' })).toEqual([
      '1 order, 01/03/2026 to 01/03/2026',
      1,
    ]);
    expect(await count({ fromDate: '2026-05-01', toDate: '' })).toEqual(['No orders, from 01/05/2026', undefined]);
  });

  test('a deleted order is excluded until it is restored', async () => {
    const orderId = await addOrder(api(), from('India', '2026-03-01'));
    await complete(orderId, 'Team');
    const totals = async () => [(await countries({})).body.data.length, (await processedBy()).body.data.length];
    expect(await totals()).toEqual([1, 1]);
    await api().callApi(
      orderCalls.changeStatus,
      { orderId, permanentDeletedFlag: false, updatingStatus: 'Deleted' },
      { as: 'Admin' },
    );
    expect(await totals()).toEqual([0, 0]);
    await api().callApi(orderCalls.restore, { orderId }, { as: 'Admin' });
    expect(await totals()).toEqual([1, 1]);
  });

  test('processed by: the last completion counts, for its day and member, even after later moves', async () => {
    const orderId = await addOrder(api());
    await complete(orderId, 'Team');
    await completedOn(orderId, '2026-03-01T23:00:00Z');
    await api().callApi(orderCalls.move, { orderId, updatingStatus: 'ChargeBack' }, { as: 'Admin' });
    const march = { fromDate: '2026-03-01', toDate: '2026-03-01' };
    const first = await processedBy(march);
    expect(first.body.message).toBe('1 order processed, 01/03/2026 to 01/03/2026');
    expect(first.body.data).toEqual([{ processed_by: 'Tia Team', count: 1 }]);
    await complete(orderId, 'Telecaller');
    expect((await processedBy(march)).body.data).toEqual([]);
    expect((await processedBy()).body.data).toEqual([{ processed_by: 'Theo Telecaller', count: 1 }]);
  });

  test('an undone completion does not count', async () => {
    const orderId = await addOrder(api());
    const { body } = await complete(orderId, 'Team');
    await api().callApi(orderCalls.undo, { actionId: body.data.actionId! }, { as: 'Team' });
    expect((await processedBy()).body).toMatchObject({ message: 'No orders processed', data: [] });
  });

  test('a member keeps their count under a new name, and is marked once deleted', async () => {
    await complete(await addOrder(api()), 'Night Staff');
    const is = (set: Partial<typeof members.$inferInsert>) =>
      db().update(members).set(set).where(eq(members.id, api().memberIds['Night Staff']));
    const [before] = await db().select().from(members).where(eq(members.id, api().memberIds['Night Staff']));
    await is({ name: 'Nora Newname' });
    expect((await processedBy()).body.data).toEqual([{ processed_by: 'Nora Newname', count: 1 }]);
    await is({ deletedAt: new Date() });
    expect((await processedBy()).body.data).toEqual([{ processed_by: 'Nora Newname', count: 1, deleted: true }]);
    await is({ name: before!.name, deletedAt: null });
  });

  test.each<[Role, number]>([
    ['Admin', 200],
    ['Manager', 200],
    ['Team', 403],
    ['Telecaller', 403],
    ['Night Staff', 403],
  ])('processed by: %s gets %d; the countries are for all', async (role, status) => {
    expect((await processedBy({}, role)).httpStatus).toBe(status);
    expect((await countries({}, role)).httpStatus).toBe(200);
  });

  const wrongFrom = 'Enter the From date as YYYY-MM-DD.';
  test.each<[object, Record<string, string>]>([
    [{ fromDate: '2026-11-02', toDate: '2026-11-01' }, { fromDate: 'From date must not be after To date.' }],
    [{ fromDate: '2026-02-30' }, { fromDate: wrongFrom }],
    [{ fromDate: '0000-01-01' }, { fromDate: wrongFrom }],
    [{ fromDate: '01/11/2026' }, { fromDate: wrongFrom }],
    [{ fromDate: 20261101 }, { fromDate: wrongFrom }],
    [{ fromDate: "2026-11-01'" }, { fromDate: wrongFrom }],
    [
      { fromDate: 'x', toDate: '2026-13-01' },
      { fromDate: wrongFrom, toDate: 'Enter the To date as YYYY-MM-DD.' },
    ],
  ])('%j is refused under its field', async (input, errors) => {
    for (const ask of [countries, processedBy]) {
      const { httpStatus, body } = await ask(input, 'Admin');
      expect([httpStatus, body.errors, body.message]).toEqual([400, errors, Object.values(errors)[0]]);
    }
  });

  test('the first and the last possible day', async () => {
    await addOrder(api(), from('India', '2026-03-01'));
    const { body } = await countries({ fromDate: '0001-01-01', toDate: '9999-12-31' });
    expect(body.data).toHaveLength(1);
  });
});
