import { documentCalls } from 'shared/api/documentCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { addOrder } from '../testing/addOrder.ts';
import { onOneDriver } from '../testing/onOneDriver.ts';
import { pdfOf } from '../testing/pdf/pdfOf.ts';

onOneDriver((api) => {
  const details = async (orderId: string) =>
    (await api().callApi(orderCalls.details, { orderId }, { as: 'Team' })).body.data;

  test('a remark is stored with its author, flags and time in New York', async () => {
    const orderId = await addOrder(api());
    const input = {
      orderId,
      remark: '  Called her ',
      remarkerName: 'Somebody Else',
      whatsapp: 'Y',
      telephone: 'N',
    } as const;
    const { httpStatus, body } = await api().callApi(orderCalls.addRemark, input, { as: 'Team' });
    expect([httpStatus, body.data.version]).toEqual([200, 2]);
    const { remarks, version } = await details(orderId);
    expect(version).toBe(2);
    expect(remarks).toMatchObject([
      {
        id: body.data.id,
        remark_name: 'Tia Team',
        remark: 'Called her',
        whatsapp: 'Y',
        telephone: '',
        report_error: '',
      },
    ]);
    expect(remarks[0]!.us_date).toMatch(/^\d\d-\d\d-\d{4}$/);
    expect(remarks[0]!.us_time).toMatch(/^\d{1,2}:\d\d:\d\d$/);
  });

  test('a remark that the database cannot store is refused with a text', async () => {
    const input = { orderId: await addOrder(api()), remark: 'a\0b' };
    const { httpStatus, body } = await api().callApi(orderCalls.addRemark, input, { as: 'Team' });
    expect([httpStatus, body.message]).toEqual([400, 'This contains characters that cannot be stored']);
  });

  test('"comment and move" does both or neither', async () => {
    const orderId = await addOrder(api());
    const input = { orderId, remark: 'Done', updatingStatus: 'Completed' } as const;
    const { body } = await api().callApi(orderCalls.addRemark, input, { as: 'Team' });
    expect(body.message).toBe(`Comment added. Order ${input.orderId} has been moved to Completed.`);
    expect(await details(orderId)).toMatchObject({ process_status: 'Completed', processed_by: 'Tia Team', version: 2 });

    const deleted = await addOrder(api(), { processStatus: 'Deleted' });
    const refused = await api().callApi(orderCalls.addRemark, { ...input, orderId: deleted }, { as: 'Team' });
    expect(refused.httpStatus).toBe(409);
    expect((await details(deleted)).remarks).toEqual([]);
  });

  test('"comment and move" to Deleted needs the right to delete', async () => {
    const orderId = await addOrder(api());
    const input = { orderId, remark: 'Twice', updatingStatus: 'Deleted' } as const;
    expect((await api().callApi(orderCalls.addRemark, input, { as: 'Team' })).httpStatus).toBe(403);
    expect((await api().callApi(orderCalls.addRemark, input, { as: 'Manager' })).httpStatus).toBe(200);
  });

  test.each([9_999_999_999, 1e300, 0, -1, 1.5, '-1'])('the version %j, which no order has, is 400', async (version) => {
    const orderId = await addOrder(api());
    const of = { as: 'Manager' } as const;
    const pdf = new File([pdfOf()], 'a.pdf', { type: 'application/pdf' });
    const form = { orderId, email: 'a@example.com', mailServiceProvider: 'AWS', uploadVisaDoc: pdf, version } as const;
    const answers = [
      await api().callApi(orderCalls.addRemark, { orderId, remark: 'Called', version }, of),
      await api().callApi(orderCalls.move, { orderId, updatingStatus: 'Awaiting', version }, of),
      await api().callApi(documentCalls.upload, form, of),
    ];
    const wrong = { version: 'Version must be a whole number, 1 or more' };
    expect(answers.map(({ httpStatus, body }) => [httpStatus, body.errors])).toEqual(answers.map(() => [400, wrong]));
  });

  test('a stale version refuses the remark, and shows the remark in between', async () => {
    const orderId = await addOrder(api());
    await api().callApi(orderCalls.addRemark, { orderId, remark: 'First', version: 1 }, { as: 'Manager' });
    const stale = await api().callApi(orderCalls.addRemark, { orderId, remark: 'Second', version: 1 }, { as: 'Team' });
    expect(stale.httpStatus).toBe(409);
    expect(stale.body.data).toMatchObject({
      version: 2,
      changes: [{ by: 'Max Manager', field: 'remark', to: 'First' }],
    });
    expect((await details(orderId)).remarks).toHaveLength(1);
  });

  test('a retry with the same key comments and moves once, and gets the first response', async () => {
    const orderId = await addOrder(api());
    const input = { orderId, remark: 'Once', updatingStatus: 'Awaiting', version: 1 } as const;
    const ask = () => api().callApi(orderCalls.addRemark, input, { as: 'Team', idempotencyKey: 'one press' });
    const answers = await Promise.all([ask(), ask()]);
    const again = await ask();
    expect(answers.map(({ body }) => body.data?.id ?? again.body.data.id)).toEqual([
      again.body.data.id,
      again.body.data.id,
    ]);
    const { remarks, version, process_status } = await details(orderId);
    expect([remarks.length, version, process_status]).toEqual([1, 2, 'Awaiting']);
  });

  test('a click in a second tab with a stale version does nothing', async () => {
    const orderId = await addOrder(api());
    const input = { orderId, remark: 'Once', updatingStatus: 'Refunds', version: 1 } as const;
    await api().callApi(orderCalls.addRemark, input, { as: 'Team', idempotencyKey: 'in the first tab' });
    const second = [
      await api().callApi(orderCalls.addRemark, input, { as: 'Team', idempotencyKey: 'in the second tab' }),
      await api().callApi(orderCalls.move, { orderId, updatingStatus: 'Awaiting', version: 1 }, { as: 'Team' }),
    ];
    expect(second.map(({ httpStatus }) => httpStatus)).toEqual([409, 409]);
    const { remarks, version, process_status } = await details(orderId);
    expect([remarks.length, version, process_status]).toEqual([1, 2, 'Refunds']);
    const refunds = await Promise.all(
      ['first', 'second'].map((tab) =>
        api().callApi(orderCalls.completeRefund, { orderId }, { as: 'Team', idempotencyKey: `refunded in the ${tab}` }),
      ),
    );
    expect(refunds.map(({ httpStatus }) => httpStatus)).toEqual([200, 200]);
    const refunded = await details(orderId);
    expect([refunded.version, refunded.mailHistory.filter(({ kind }) => kind === 'refund')]).toEqual([
      3,
      [expect.anything()],
    ]);
  });

  test('an empty remark gets its error text, and an unknown order 404', async () => {
    const orderId = await addOrder(api());
    const empty = await api().callApi(orderCalls.addRemark, { orderId, remark: ' ' }, { as: 'Team' });
    expect([empty.httpStatus, empty.body.errors]).toEqual([400, { remark: 'Please enter your remark' }]);
    expect(
      (await api().callApi(orderCalls.addRemark, { orderId: '999999', remark: 'x' }, { as: 'Team' })).httpStatus,
    ).toBe(404);
  });
});
