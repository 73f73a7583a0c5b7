import { eq, sql } from 'drizzle-orm';
import { customerCalls } from 'shared/api/customerCalls';
import { failedAttempts } from '../db/schema/members.ts';
import { orderViews } from '../db/schema/orderHistory.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { recordView } from './recordView.ts';

onOneDriver((api) => {
  const db = () => api().context.database.db;
  const viewsOf = (orderId: string) =>
    db().select().from(orderViews).where(eq(orderViews.orderId, orderId)).orderBy(orderViews.id);
  const request = (from: { ip?: string; agent?: string; zone?: string } = {}) => ({
    db: db(),
    log: api().context.log,
    ip: from.ip ?? '203.0.113.24',
    headers: { 'user-agent': from.agent, 'x-timezone': from.zone ?? 'Asia/Dubai' },
  });
  const look = (orderId: string, from = {}, more: { how?: 'tracked' | 'opened'; origin?: 'public' | 'staff' } = {}) =>
    recordView(request(from), api().context.diskSpace, { orderId, how: 'opened', origin: 'public', ...more });

  test('tracking and opening the page are one view each; refused calls are not views', async () => {
    await db().delete(failedAttempts);
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    const asked = { origin: 'public', address: '::ffff:203.0.113.9', headers: { 'x-timezone': 'Asia/Dubai' } } as const;
    await api().callApi(customerCalls.track, { orderId, email: 'somebody@example.com' }, asked);
    expect(await viewsOf(orderId)).toEqual([]);
    const { body } = await api().callApi(customerCalls.track, { orderId, email: 'mere@example.com' }, asked);
    const { token } = body.data;
    await api().callApi(customerCalls.downloadHistory, { orderId: await addOrder(api()) }, { ...asked, token });
    await api().callApi(customerCalls.downloadHistory, { orderId }, { ...asked, token });
    await api().callApi(customerCalls.downloadHistory, { orderId }, { ...asked, token });
    expect(await viewsOf(orderId)).toMatchObject([
      { how: 'tracked', ip: '203.0.113.9', timezone: 'Asia/Dubai', origin: 'public' },
      { how: 'opened', ip: '203.0.113.9', timezone: 'Asia/Dubai', origin: 'public' },
    ]);
  });

  test('views on the staff site are recorded as such, and do not affect the customer’s views', async () => {
    const orderId = await addOrder(api(), { email: 'mere@example.com' });
    const asked = { address: '203.0.113.9', headers: { 'x-timezone': 'Asia/Dubai' } };
    for (const origin of ['staff', 'public'] as const) {
      const about = { ...asked, origin };
      const { body } = await api().callApi(customerCalls.track, { orderId, email: 'mere@example.com' }, about);
      await api().callApi(customerCalls.downloadHistory, { orderId }, { ...about, token: body.data.token });
    }
    expect((await viewsOf(orderId)).map(({ how, origin }) => [how, origin])).toEqual([
      ['tracked', 'staff'],
      ['opened', 'staff'],
      ['tracked', 'public'],
      ['opened', 'public'],
    ]);
    const watched = await addOrder(api());
    for (let n = 0; n < 62; n += 1) await look(watched, { ip: `203.0.113.${n}` }, { origin: 'staff' });
    await look(watched);
    expect((await viewsOf(watched)).filter(({ origin }) => origin === 'staff')).toHaveLength(60);
    expect((await viewsOf(watched)).at(-1)).toMatchObject({ origin: 'public' });
  });

  test('a device has one view in ten minutes, even with concurrent requests', async () => {
    const orderId = await addOrder(api());
    await Promise.all(Array.from({ length: 8 }, () => look(orderId)));
    await look(orderId);
    expect(await viewsOf(orderId)).toHaveLength(1);
    await db().transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update order_views set at = at - interval '11 minutes' where order_id = ${orderId}`);
    });
    await look(orderId);
    expect(await viewsOf(orderId)).toHaveLength(2);
  });

  test('another address, device, time zone or kind of view is another view', async () => {
    const orderId = await addOrder(api());
    for (const from of [
      {},
      { ip: '203.0.113.25' },
      { agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      { zone: '' },
    ]) {
      await look(orderId, from);
      await look(orderId, from);
    }
    await look(orderId, {}, { how: 'tracked' });
    expect(await viewsOf(orderId)).toHaveLength(5);
  });

  test('an order has at most 60 views in an hour, independent of other orders', async () => {
    const [orderId, other] = [await addOrder(api()), await addOrder(api())];
    for (let n = 0; n < 62; n += 1) await look(orderId, { ip: `203.0.113.${n}` });
    await look(other);
    expect(await viewsOf(orderId)).toHaveLength(60);
    expect(await viewsOf(other)).toHaveLength(1);
  });

  test('an order has at most 200 views in a day, however they are spread', async () => {
    const orderId = await addOrder(api());
    await db().execute(sql`
      insert into order_views (order_id, at, how, ip, browser, os, origin)
      select ${orderId}, now() - interval '2 hours', 'opened', '203.0.113.' || n, 'a-b-c', 'd', 'public'
      from generate_series(1, 199) as n`);
    await look(orderId);
    await look(orderId, { ip: '198.51.100.1' });
    expect(await viewsOf(orderId)).toHaveLength(200);
  });

  test('the page opens even if the view cannot be recorded', async () => {
    const orderId = await addOrder(api());
    await recordView(request(), { allowsChanges: async () => false }, { orderId, how: 'opened', origin: 'public' });
    await expect(look('999999')).resolves.toBeUndefined();
    expect(await viewsOf(orderId)).toEqual([]);
  });
});
