import { randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { idempotencyKeys, remarks } from '../db/schema.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onBothDrivers } from '../testing/onBothDrivers.ts';

onBothDrivers((api) => {
  const remark = (orderId: string, idempotencyKey: string, as: 'Team' | 'Manager' = 'Team') =>
    api().callApi(orderCalls.addRemark, { orderId, remark: 'Called' }, { as, idempotencyKey });
  const remarkCount = async (orderId: string) => {
    const [row] = await api().desk.database.db.select({ n: count() }).from(remarks).where(eq(remarks.orderId, orderId));
    return row!.n;
  };

  test('the same key gets the first answer, and nothing happens twice', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    const first = await remark(orderId, key);
    const again = await remark(orderId, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await remarkCount(orderId)).toBe(1);
  });

  test('duplicates at the same time wait for the first, and get its answer', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => remark(orderId, key)));
    for (const { httpStatus, body } of answers) expect([httpStatus, body.data]).toEqual([200, answers[0]!.body.data]);
    expect(await remarkCount(orderId)).toBe(1);
  });

  test('another member’s same key is another key', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    await remark(orderId, key, 'Manager');
    expect(await remarkCount(orderId)).toBe(2);
  });

  test('a refused call keeps nothing, so the same key may be tried again', async () => {
    const key = randomUUID();
    expect((await remark('999999', key)).httpStatus).toBe(404);
    await addOrder(api(), { orderId: '999999' });
    expect((await remark('999999', key)).httpStatus).toBe(200);
  });

  test('a key that belongs to another call is 409', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    const { httpStatus } = await api().callApi(sessionCalls.logout, {}, { as: 'Team', idempotencyKey: key });
    expect(httpStatus).toBe(409);
  });

  test('after 24 hours a key is free again', async () => {
    const orderId = await addOrder(api());
    const key = randomUUID();
    await remark(orderId, key);
    const aDayAgo = new Date(Date.now() - 24 * 3_600_000 - 1_000);
    await api()
      .desk.database.db.update(idempotencyKeys)
      .set({ createdAt: aDayAgo })
      .where(eq(idempotencyKeys.key, key));
    await remark(orderId, key);
    expect(await remarkCount(orderId)).toBe(2);
  });
});
