import { customerCalls } from 'shared/api/customerCalls';
import { orders } from '../db/schema/orders.ts';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { readTypicalMs, typicalDurationSample, TypicalDurations } from './typicalDuration.ts';

const hour = 3_600_000;
const day = 24 * hour;

onOneDriver((api) => {
  const db = () => api().context.database.db;
  beforeEach(() => db().delete(orders));
  const ago = (ms: number) => new Date(Date.now() - ms);
  /** Adds an order that took `took` ms and was completed `since` ms ago. */
  const completed = (took: number, since: number, about: Parameters<typeof addOrder>[1] = {}) =>
    addOrder(api(), {
      processStatus: 'Completed',
      createdAt: ago(since + took),
      paidAt: ago(since + took),
      completedAt: ago(since),
      ...about,
    });
  const hours = async (mode: 'standard' | 'priority' = 'standard') => {
    const ms = await readTypicalMs(db(), mode, typicalDurationSample);
    return ms === null ? null : Math.round(ms / hour);
  };

  test('is the 90th percentile for the mode, and unknown for fewer than twenty orders', async () => {
    for (let n = 1; n <= 19; n++) await completed(n * hour, day);
    expect(await hours()).toBeNull();
    await completed(90 * hour, day);
    expect(await hours()).toBe(18);
    expect(await hours('priority')).toBeNull();
  });

  test('covers orders completed in the last thirty days, from when each was received, paid and due', async () => {
    for (let n = 0; n < 20; n++) await completed(2 * hour, day);
    for (let n = 0; n < 40; n++) await completed(50 * hour, 31 * day);
    expect(await hours()).toBe(2);
    for (let n = 0; n < 20; n++) await completed(100 * hour, day, { paidAt: ago(day + 3 * hour) });
    expect(await hours()).toBe(3);
    const at = (moment: string) => new Date(`${moment}Z`);
    const yesterday = ago(day).toISOString().slice(0, 10);
    const future = {
      arrivedAsFuture: true,
      processingDate: yesterday,
      createdAt: at('2026-01-01T00:00'),
      paidAt: at('2026-01-01T00:00'),
    };
    for (let n = 0; n < 60; n++) {
      await completed(0, 0, { ...future, completedAt: new Date(at(`${yesterday}T00:00`).getTime() + 5 * hour) });
    }
    expect(await hours()).toBe(5);
  });

  test('is cached for ten minutes, except for a failure', async () => {
    let now = 0;
    const usual = new TypicalDurations(() => now);
    const away = { execute: () => Promise.reject(new Error('away')) } as never;
    await expect(usual.of(away, 'standard')).rejects.toThrow('away');
    expect(await usual.of(db(), 'standard')).toBeNull();
    for (let n = 0; n < 20; n++) await completed(2 * hour, day);
    now = 10 * 60_000 - 1;
    expect(await usual.of(db(), 'standard')).toBeNull();
    now += 1;
    expect(await usual.of(db(), 'standard')).toBe(2 * hour);
  });

  test('the customer sees when similar orders are usually ready', async () => {
    for (let n = 0; n < 20; n++) await completed(4 * hour, day, { processingMode: 'priority' });
    const createdAt = ago(5 * hour);
    const orderId = await addOrder(api(), { processStatus: 'Priority', processingMode: 'priority', createdAt });
    const token = await signCustomerToken(api().context.secret, orderId);
    const { body } = await api().callApi(customerCalls.downloadHistory, { orderId }, { origin: 'public', token });
    const by = new Date(Math.ceil((createdAt.getTime() + 4 * hour) / hour) * hour).toISOString();
    expect(body.mainResult.next).toEqual({ step: 'check', on: null, usually_by: by, late: new Date(by) < new Date() });
  });
});
