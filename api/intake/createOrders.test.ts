import { eq, inArray } from 'drizzle-orm';
import { intakeCalls } from 'shared/api/intake/intakeCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { orderHistory } from '../db/schema/orderHistory.ts';
import { orders } from '../db/schema/orders.ts';
import { countFolders } from '../orders/lists/folderCounts.ts';
import { intakeOrder } from '../testing/intakeOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';

const key = 'the key of the tests';
const headers = { 'x-api-key': key };
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);
const paid = { paid_at: '2026-11-20T08:00:00Z', amount: '79.00', currency: 'NZD' };

onOneDriver(
  (api) => {
    const send = (given: unknown[]) => api().callApi(intakeCalls.takeInOrders, { orders: given }, { headers });
    const find = async (orderId: string) =>
      (await api().context.database.db.select().from(orders).where(eq(orders.orderId, orderId)))[0];

    test('an order with only required fields is accepted, with defaults for time and full name', async () => {
      const given = intakeOrder();
      const { httpStatus, body } = await send([given]);
      expect([httpStatus, body.message]).toEqual([200, '1 accepted']);
      expect(body.data).toEqual({ accepted: [given.order_id], repeated: [], rejected: [] });
      const order = await find(given.order_id);
      expect(order).toMatchObject({ fullName: 'Mere Tane', processStatus: 'Pending', arrivedAsFuture: false });
      expect(Math.abs(order!.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    test.each([
      ['Future', { processing_date: tomorrow, ...paid }],
      ['Future', { processing_date: tomorrow }],
      ['Pending', { processing_date: today, processing_mode: 'priority' }],
      ['New', { processing_date: today, ...paid }],
      ['Priority', { processing_mode: 'priority', ...paid }],
    ])('begins as %s with %j', async (status, fields) => {
      const given = intakeOrder(fields);
      await send([given]);
      expect(await find(given.order_id)).toMatchObject({
        processStatus: status,
        arrivedAsFuture: status === 'Future',
        version: 1,
      });
    });

    test('staff see every answer as it was sent, and missing answers as empty', async () => {
      const given = intakeOrder({
        ...paid,
        created_at: '2026-11-19T22:00:00+13:00',
        full_name: 'Tane Mere',
        contact_email_address: '',
        country_code: 'new zealand (Aotearoa)',
        phone_number: '21 000 0128',
        current_nationality: 'UK',
        food_options: '["Honey"]',
        any_food: 'yes',
        familyMember: [{ family_member_name: 'Kai Tane', family_nationality: 'new zealand' }],
        importingGoods: [{ Animalsoption: 'no', currency: 'NZD', value: 12 }],
      });
      await send([given]);
      const { body } = await api().callApi(orderCalls.details, { orderId: given.order_id }, { as: 'Team' });
      expect(body.data).toMatchObject({
        created_at: '2026-11-19T09:00:00.000Z',
        full_name: 'Tane Mere',
        contact_email_address: null,
        country_code: '64',
        current_nationality: 'United Kingdom',
        travel_type: 'air',
        food_options: ['Honey'],
        equipment_item: [],
        vessel_name: null,
        importingGoods: [{ Animalsoption: 'no', currency: 'NZD', value: 12 }],
      });
      expect(body.data.familyMember).toEqual([
        {
          family_member_name: 'Kai Tane',
          family_passport_number: null,
          family_nationality: 'New Zealand',
          family_other_nationalities: null,
          family_relationship: null,
        },
      ]);
    });

    test('a known id counts as repeated and changes nothing, even twice in one body', async () => {
      const given = intakeOrder();
      const again = { ...given, last_name: 'Somebody Else' };
      const first = await send([given, again]);
      expect(first.body.data).toEqual({ accepted: [given.order_id], repeated: [given.order_id], rejected: [] });
      const second = await send([again]);
      expect([second.httpStatus, second.body.message]).toEqual([200, '0 accepted, 1 already known']);
      expect(await find(given.order_id)).toMatchObject({ lastName: 'Tane', version: 1 });
    });

    test('concurrent requests with the same orders accept each order once', async () => {
      const given = Array.from({ length: 40 }, () => intakeOrder());
      const bodies = [given, given.toReversed(), given, given.toReversed()];
      const answers = await Promise.all(bodies.map(send));
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
      const accepted = answers.flatMap(({ body }) => body.data.accepted);
      expect(accepted.sort()).toEqual(given.map((order) => order.order_id));
      const kept = await api()
        .context.database.db.select({ id: orders.orderId })
        .from(orders)
        .where(inArray(orders.orderId, accepted));
      expect(kept).toHaveLength(40);
    });

    test('valid orders are accepted, and each invalid one is reported by place, id and fields', async () => {
      const good = intakeOrder();
      const bad = intakeOrder({ email: 'mere', any_food: 'Yes', process_status: 'New', shoe_size: '42' });
      const { httpStatus, body } = await send([bad, good, 'nothing']);
      expect([httpStatus, body.message]).toEqual([200, '1 accepted, 2 rejected']);
      expect(body.data).toEqual({
        accepted: [good.order_id],
        repeated: [],
        rejected: [
          {
            index: 0,
            order_id: bad.order_id,
            errors: {
              email: 'Must be an email address',
              any_food: 'Must be yes or no',
              process_status: 'Set by staff only',
              shoe_size: 'Unknown field',
            },
          },
          { index: 2, order_id: null, errors: { order: 'Must be an object' } },
        ],
      });
    });

    test('when every order is rejected it is a 400 with the same data', async () => {
      const { httpStatus, body } = await send([intakeOrder({ order_id: '12' })]);
      expect([httpStatus, body.status]).toEqual([400, 0]);
      expect(body.message).toBe('order_id: Must be 6 to 18 digits and not start with 0');
      expect(body.data).toMatchObject({ accepted: [], repeated: [], rejected: [{ index: 0, order_id: '12' }] });
    });

    test('a wrong body is a 400: no list, an empty one, more than 500', async () => {
      const messages = [];
      for (const given of ['x', [], Array.from({ length: 501 }, () => intakeOrder())]) {
        const { httpStatus, body } = await send(given as unknown[]);
        messages.push([httpStatus, body.message]);
      }
      expect(messages).toEqual([
        [400, 'Send a list of orders'],
        [400, 'The list of orders must not be empty'],
        [400, 'At most 500 orders at once'],
      ]);
    });

    test('500 orders with every field fit into one body', async () => {
      const street = 'x'.repeat(300);
      const goods = Array.from({ length: 20 }, () => ({ description_of_Goods: 'y'.repeat(2_000) }));
      const given = Array.from({ length: 500 }, () => intakeOrder({ street, importingGoods: goods }));
      const { httpStatus, body } = await send(given);
      expect([httpStatus, body.data.accepted.length]).toEqual([200, 500]);
    });

    test('without the right key, or on the public origin, no order is accepted', async () => {
      const given = intakeOrder();
      const ask = async (options: object) =>
        (await api().callApi(intakeCalls.takeInOrders, { orders: [given] }, options)).httpStatus;
      expect(await ask({})).toBe(401);
      expect(await ask({ headers: { 'x-api-key': `${key}.` } })).toBe(401);
      expect(await ask({ as: 'Admin' })).toBe(401);
      expect(await ask({ headers, origin: 'public' })).toBe(404);
      expect(await find(given.order_id)).toBeUndefined();
    });

    test('a caller without the key is refused before the body is read', async () => {
      const response = await api().staff.inject({
        method: 'POST',
        url: '/api/intake/orders',
        headers: { 'content-type': 'application/json' },
        payload: '{"orders":',
      });
      expect(response.statusCode).toBe(401);
    });

    test('a new order counts at once, and its history is empty', async () => {
      const { db } = api().context.database;
      const before = await countFolders(db, 1);
      const given = intakeOrder(paid);
      await send([given]);
      expect((await countFolders(db, 1)).newOrdersCount).toBe(before.newOrdersCount + 1);
      expect(await db.select().from(orderHistory).where(eq(orderHistory.orderId, given.order_id))).toEqual([]);
    });
  },
  { INTAKE_API_KEY: key },
);

onOneDriver((api) => {
  test('without INTAKE_API_KEY every key is wrong', async () => {
    for (const given of ['', 'undefined', 'null']) {
      const options = { headers: { 'x-api-key': given } };
      const { httpStatus } = await api().callApi(intakeCalls.takeInOrders, { orders: [intakeOrder()] }, options);
      expect(httpStatus).toBe(401);
    }
  });
});
