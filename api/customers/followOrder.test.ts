import { eq } from 'drizzle-orm';
import { customerCalls, trackingExpired } from 'shared/api/customerCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { orders } from '../db/schema/orders.ts';
import { signCustomerToken } from '../signing/tokens.ts';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { uploadPdf } from '../testing/uploadPdf.ts';

onOneDriver(
  (api) => {
    const asking = async (orderId: string) => ({
      origin: 'public' as const,
      token: await signCustomerToken(api().context.secret, orderId),
    });
    const markOf = async (orderId: string) =>
      (await api().callApi(customerCalls.downloadHistory, { orderId }, await asking(orderId))).body.mark;
    const follow = async (orderId: string, mark: string) =>
      (await api().callApi(customerCalls.follow, { orderId, mark }, await asking(orderId))).body;

    test('the mark changes with everything on the customer’s page, and with nothing else', async () => {
      const orderId = await addOrder(api());
      let mark = await markOf(orderId);
      const changes = async (change: () => Promise<unknown>) => {
        await change();
        const { data } = await follow(orderId, mark);
        mark = await markOf(orderId);
        expect((await follow(orderId, mark)).data.changed).toBe(false);
        return data.changed;
      };
      const member = { as: 'Team' } as const;
      const remark = () => api().callApi(orderCalls.addRemark, { orderId, remark: 'Called, nobody there' }, member);
      const move = (updatingStatus: 'AwaitingGovt' | 'Customer Called' | 'Completed') => () =>
        api().callApi(orderCalls.move, { orderId, updatingStatus }, member);
      expect(await changes(remark)).toBe(false);
      expect(await changes(() => api().callApi(orderCalls.assign, { orderId, assignto: 'Tia Team' }, member))).toBe(
        true,
      );
      expect(await changes(() => uploadPdf(api(), orderId))).toBe(false);
      const question = { orderId, question: 'Your flight?', updatingStatus: 'Awaiting' } as const;
      expect(await changes(() => api().callApi(messageCalls.askCustomer, question, member))).toBe(true);
      const again = { orderId, question: 'And your passport?' };
      expect(await changes(() => api().callApi(messageCalls.askCustomer, again, member))).toBe(true);
      expect(await changes(move('AwaitingGovt'))).toBe(true);
      expect(await changes(move('Completed'))).toBe(true);
      // The stage was “ready” already.
      expect(await changes(move('Customer Called'))).toBe(false);
      expect(await changes(() => uploadPdf(api(), orderId))).toBe(true);
    });

    test('the response is small, and says when to poll again', async () => {
      const orderId = await addOrder(api(), { processStatus: 'Completed Refunds', refundDate: '2026-11-20' });
      const answer = await follow(orderId, await markOf(orderId));
      expect(answer).toEqual({ status: 1, message: 'Nothing has changed', data: { changed: false, askAgain: null } });
      const future = await addOrder(api(), { processStatus: 'Future', processingDate: '2030-01-01' });
      expect((await follow(future, 'another')).data).toEqual({ changed: true, askAgain: 600 });
    });

    test('an expired token, another order’s and a deleted order’s get a 401 that leads to the form', async () => {
      const orderId = await addOrder(api());
      const input = { orderId, mark: 'x' };
      const other = await asking(await addOrder(api()));
      for (const options of [{ origin: 'public' } as const, { origin: 'public', token: 'dead' } as const, other]) {
        const { httpStatus, body } = await api().callApi(customerCalls.follow, input, options);
        expect([httpStatus, body.message]).toEqual([401, trackingExpired]);
      }
      const own = await asking(orderId);
      await api()
        .context.database.db.update(orders)
        .set({ processStatus: 'Deleted', beforeDeleteStatus: 'New' })
        .where(eq(orders.orderId, orderId));
      const { httpStatus, body } = await api().callApi(customerCalls.follow, input, own);
      expect([httpStatus, body.message]).toEqual([401, trackingExpired]);
    });
    // Mail is delayed, because sending it would change the page too.
  },
  { MAIL_DELAY_S: '600' },
);
