import { folderCalls } from 'shared/api/folderCalls';
import { addOrder } from '../../testing/addOrder.ts';
import { onOneDriver } from '../../testing/onOneDriver.ts';
import type { Role } from 'shared/rules/permissions';

onOneDriver((api) => {
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));
  const list = async (orderName: string, page = 1, limit: number | 'all' = 10, as: Role = 'Team') =>
    (await api().callApi(folderCalls.list, { orderName, page, limit }, { as })).body;
  let pending: string[] = [];

  beforeAll(async () => {
    for (let minute = 0; minute < 25; minute++) {
      pending.unshift(await addOrder(api(), { processStatus: 'Pending', createdAt: at(minute) }));
    }
  });
  afterAll(() => (pending = []));

  test('a folder is listed newest first, page by page, with its total', async () => {
    const pages = [await list('pendingOrder', 1), await list('pendingOrder', 2), await list('pendingOrder', 3)];
    expect(pages.flatMap(({ data }) => data.map((row) => row.order_id))).toEqual(pending);
    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
    ]);
  });

  test('All is the whole folder, and a page past the end is empty', async () => {
    expect((await list('pendingOrder', 1, 'all')).data).toHaveLength(25);
    expect(await list('pendingOrder', 4)).toMatchObject({ status: 1, data: [], total: 25 });
  });

  test('a row has the contract’s fields, with times in UTC', async () => {
    const orderId = await addOrder(api(), {
      ...{
        processStatus: 'Completed Refunds',
        createdAt: at(0),
        refundDate: '2026-06-02',
        processingDate: '2026-12-24',
      },
      ...{
        contactEmailAddress: 'other@example.com',
        phoneNumber: '21 000 0128',
        countryCode: '64',
        assignedTo: api().memberIds.Team,
        bouncedAddress: 'other@example.com',
      },
    });
    expect((await list('refundOrder')).data).toEqual([
      {
        order_id: orderId,
        process_status: 'Completed Refunds',
        first_name: 'Mere',
        last_name: 'Tane',
        full_name: 'Mere Tane',
        email: `order-${orderId}@example.com`,
        contact_email_address: 'other@example.com',
        email_bounced: true,
        customer_wrote: false,
        waiting_since: null,
        first_words: null,
        newest_message: null,
        phone_number: '21 000 0128',
        country_code: '64',
        created_at: '2026-06-01T12:00:00.000Z',
        refund_date: '2026-06-02',
        processing_date: '2026-12-24',
        process_month: 'Dec',
        assign_to: 'Tia Team',
      },
    ]);
  });

  test('Future is listed soonest first', async () => {
    const dates = ['2031-03-01', '2030-01-05', '2030-07-09'];
    for (const processingDate of dates) await addOrder(api(), { processStatus: 'Future', processingDate });
    expect((await list('futureOrder')).data.map((row) => row.processing_date)).toEqual(dates.toSorted());
  });

  test('New has unassigned orders, and My Orders the member’s own open ones', async () => {
    const free = await addOrder(api(), { processStatus: 'New' });
    const mine = await addOrder(api(), { processStatus: 'New', assignedTo: api().memberIds['Night Staff'] });
    await addOrder(api(), { processStatus: 'Completed', assignedTo: api().memberIds['Night Staff'] });
    const ids = async (folder: string) => (await list(folder, 1, 10, 'Night Staff')).data.map((row) => row.order_id);
    expect(await ids('newOrder')).toEqual([free]);
    expect(await ids('myOrder')).toEqual([mine]);
  });

  test('an unknown folder is 404; a page below 1 or a limit outside 1 to 500 is 400', async () => {
    const statusOf = async (query: string) => {
      const headers = { authorization: await api().signIn('Team') };
      return (await api().staff.inject({ url: `/api/admin/get-orders-list/${query}`, headers })).statusCode;
    };
    expect(await statusOf('nothing')).toBe(404);
    for (const query of ['page=0', 'page=x', 'limit=0', 'limit=501', 'limit=some']) {
      expect([query, await statusOf(`newOrder?${query}`)]).toEqual([query, 400]);
    }
    expect(await statusOf('newOrder?page=1&limit=500&delay=1&userName=Anybody')).toBe(200);
  });
});
