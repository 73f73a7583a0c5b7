import { asc, eq } from 'drizzle-orm';
import { intakeCalls } from 'shared/api/intake/intakeCalls';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

const key = 'the key of the tests';
const headers = { 'x-api-key': key };

onOneDriver(
  (api) => {
    const payment = (orderId: string, given: Record<string, unknown> = {}) => ({
      order_id: orderId,
      paid_at: '2026-11-20T08:00:00Z',
      amount: '79.50',
      currency: 'NZD',
      transaction_id: 'txn_1',
      ...given,
    });
    const pay = (payments: unknown[]) => api().callApi(intakeCalls.takeInPayments, { payments }, { headers });
    const find = async (orderId: string) =>
      (await api().context.database.db.select().from(orders).where(eq(orders.orderId, orderId)))[0]!;

    test.each([
      ['standard', 'New'],
      ['priority', 'Priority'],
    ] as const)('a pending %s order that is paid moves to %s automatically, with history', async (mode, to) => {
      const orderId = await addOrder(api(), { processStatus: 'Pending', processingMode: mode });
      const { httpStatus, body } = await pay([payment(orderId)]);
      expect([httpStatus, body.message]).toEqual([200, '1 paid']);
      expect(body.data).toEqual({ accepted: [orderId], repeated: [], rejected: [] });
      expect(await find(orderId)).toMatchObject({
        processStatus: to,
        paidAt: new Date('2026-11-20T08:00:00Z'),
        amount: '79.50',
        currency: 'NZD',
        transactionId: 'txn_1',
        version: 2,
      });
      const history = await api()
        .context.database.db.select()
        .from(orderHistory)
        .where(eq(orderHistory.orderId, orderId))
        .orderBy(asc(orderHistory.id));
      expect(history).toMatchObject([
        { kind: 'payment', memberId: null, field: 'paid_at', from: null, to: '2026-11-20T08:00:00.000Z', version: 2 },
        { kind: 'payment', memberId: null, field: 'process_status', from: 'Pending', to, version: 2 },
      ]);
    });

    test('an order that is not pending is only marked as paid; a future one keeps waiting', async () => {
      const future = await addOrder(api(), { processStatus: 'Future', processingDate: '2199-01-01' });
      const called = await addOrder(api(), { processStatus: 'Contact Customer', transactionId: 'by hand' });
      await pay([payment(called), payment(future)]);
      expect(await find(future)).toMatchObject({ processStatus: 'Future', paidAt: expect.any(Date) });
      expect(await find(called)).toMatchObject({ processStatus: 'Contact Customer', transactionId: 'by hand' });
    });

    test('a deleted pending order is restored as a paid order', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Deleted', beforeDeleteStatus: 'Pending' });
      await pay([payment(orderId)]);
      expect(await find(orderId)).toMatchObject({ processStatus: 'Deleted', beforeDeleteStatus: 'New' });
    });

    test('an order that is already paid counts as repeated, even twice in one body', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Pending' });
      const other = payment(orderId, { amount: '1.00', transaction_id: 'txn_2' });
      const first = await pay([payment(orderId), other]);
      expect(first.body.data).toEqual({ accepted: [orderId], repeated: [orderId], rejected: [] });
      const second = await pay([other]);
      expect([second.httpStatus, second.body.message]).toEqual([200, '0 paid, 1 already paid']);
      expect(await find(orderId)).toMatchObject({ amount: '79.50', transactionId: 'txn_1', version: 2 });
    });

    test('an unknown order and an invalid payment are rejected, all others are paid', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Pending' });
      const { httpStatus, body } = await pay([
        payment('999999'),
        payment(orderId),
        payment(orderId, { amount: 79.5, currency: 'XYZ', paid_at: 'yesterday', note: 'x' }),
      ]);
      expect([httpStatus, body.message]).toEqual([200, '1 paid, 2 rejected']);
      expect(body.data.rejected).toEqual([
        { index: 0, order_id: '999999', errors: { order_id: 'Order not found' } },
        {
          index: 2,
          order_id: orderId,
          errors: {
            note: 'Unknown field',
            amount: 'Must be text',
            currency: 'Must be an ISO 4217 currency, such as NZD',
            paid_at: expect.stringContaining('ISO 8601'),
          },
        },
      ]);
    });

    test('an invalid payment, such as one in the future, is rejected with its reason', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Pending' });
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const { httpStatus, body } = await pay([
        payment(orderId, { paid_at: '2099-01-01T00:00:00Z' }),
        payment(orderId, { paid_at: inHours(25) }),
        payment(orderId, { paid_at: '2000-01-01T00:00:00Z' }),
        payment(orderId, { transaction_id: 'txn\n1' }),
      ]);
      expect([httpStatus, body.data.rejected.map(({ errors }) => errors)]).toEqual([
        400,
        [
          { paid_at: 'Must not be in the future' },
          { paid_at: 'Must not be in the future' },
          { paid_at: 'Must not be before 2010' },
          { transaction_id: 'Must be one line of visible text' },
        ],
      ]);
      expect(await find(orderId)).toMatchObject({ processStatus: 'Pending', paidAt: null });
      // Accepted, because the sender's clock may be wrong by hours.
      expect((await pay([payment(orderId, { paid_at: inHours(23) })])).httpStatus).toBe(200);
    });

    test('when every payment is rejected it is a 400 with the same data', async () => {
      const { httpStatus, body } = await pay([payment('999999'), {}]);
      expect([httpStatus, body.data.rejected.length]).toEqual([400, 2]);
    });

    test('concurrent payments for the same orders pay each once and never deadlock', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => addOrder(api(), { processStatus: 'Pending' })));
      const bodies = [ids, ids.toReversed(), ids, ids.toReversed()].map((those) => those.map((id) => payment(id)));
      const answers = await Promise.all(bodies.map(pay));
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
      expect(answers.flatMap(({ body }) => body.data.accepted).sort()).toEqual(ids.toSorted());
      expect((await find(ids[0]!)).version).toBe(2);
    });
  },
  { INTAKE_API_KEY: key },
);
