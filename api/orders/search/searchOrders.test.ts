import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { CallInput } from 'shared/api/call';
import type { OrderStatus } from 'shared/rules/orderStatus';
import type { Role } from 'shared/rules/permissions';
import { demoOrders, insertOrders } from '../../demo/demoOrders.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { onBothDrivers } from '../../testing/onOneDriver.ts';
import { idsOf, lookUpInIndex, prepareSearch, scanInParallel, scanInListOrder, lookupOf } from './searchOrders.ts';

onBothDrivers((api) => {
  const search = async (
    searchVal: string,
    rest: Partial<CallInput<typeof folderCalls.search>> = {},
    as: Role = 'Team',
  ) => {
    const input = { start: 0, end: 10, folderName: 'pendingOrder', ...rest, searchVal };
    return api().callApi(folderCalls.search, input, { as });
  };
  const found = async (searchVal: string, rest: Partial<CallInput<typeof folderCalls.search>> = {}) =>
    (await search(searchVal, rest)).body.data.map((row) => row.order_id);
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));

  test('finds orders by id, names, emails and telephone, in any case, newest first', async () => {
    const person = { firstName: 'Straße', lastName: 'ÖSTRÖM', fullName: 'Dr. Straße Öström' };
    const phone = { countryCode: '64', phoneNumber: '21 000 7431' };
    const mail = { email: 'First.Mail@Example.COM', contactEmailAddress: 'other_100%\\x@example.org' };
    const order = { processStatus: 'Pending', ...person, ...phone, ...mail } as const;
    const old = await addOrder(api(), { ...order, orderId: '77123456', createdAt: at(1) });
    const young = await addOrder(api(), { ...order, orderId: '77123457', createdAt: at(2) });
    await addOrder(api(), { ...order, orderId: '77123458', processStatus: 'Awaiting' });
    await addOrder(api(), { processStatus: 'Pending', orderId: '77000000', createdAt: at(3) });
    const texts = [
      '7712345',
      'dr. straße',
      'STRAßE öst',
      'strasse ost',
      'first.mail@',
      'MAIL@EXAMPLE',
      'other_100%\\',
      '_100%',
      '00%\\x',
    ];
    const phones = ['+64 21 000 7431', '21 000 7', '+6421000', '642100074', '0007431', '21  0007431'];
    for (const text of [...texts, ...phones, 'ß', 'öm'])
      expect([text, await found(text)]).toEqual([text, [young, old]]);
    for (const text of ['7712345%', '_7123456', 'first%mail', 'mere straße', 'dr.straße']) {
      expect([text, await found(text)]).toEqual([text, []]);
    }
    expect(await found('77123456')).toEqual([old]);
  });

  test('finds names typed without their accents, also by the indexes', async () => {
    const scope = { folder: 'pendingOrder', memberId: api().memberIds.Team, month: null } as const;
    const names = {
      'José Luis Fernández': 'jose luis fer',
      'Þórunn Guðmundsdóttir': 'THORUNN GUD',
      'Søren Łukasz Yıldız': 'soren lukasz yildiz',
      'Nguyễn Thị Hương': 'nguyen thi huong',
      'Сергей Семёнов': 'сергей семенов',
    };
    for (const [fullName, typed] of Object.entries(names)) {
      const orderId = await addOrder(api(), { processStatus: 'Pending', fullName });
      for (const text of [fullName, typed]) expect([text, await found(text)]).toEqual([text, [orderId]]);
      const term = typed.toLowerCase();
      const limits = { start: 0, end: 10, max: 10 };
      const { rows } = await lookUpInIndex(api().context.database.db, scope, term, lookupOf(term)!, limits);
      expect(rows.map((row) => row.order_id)).toEqual([orderId]);
    }
    // Letters of other scripts are not decomposed.
    await addOrder(api(), { processStatus: 'Pending', fullName: '김민준' });
    expect(await found('김민')).toHaveLength(1);
    expect(await found('ᄀ')).toEqual([]);
  });

  test('with few hits, names the member’s other folders with hits, including deleted orders', async () => {
    const add = (processStatus: OrderStatus, assignedTo: number | null = null) =>
      addOrder(api(), { processStatus, assignedTo, fullName: 'Ilse Wanderer' });
    await add('Pending');
    const [done, gone, mine] = [await add('Completed'), await add('Deleted'), await add('New', api().memberIds.Team)];
    const elsewhere = async (as: Role) => {
      const { elsewhere } = (await search('ilse wand', {}, as)).body;
      return elsewhere!.map(({ folderName, total, order_id }) => [folderName, total, order_id]);
    };
    const others = [
      ['completedOrder', 1, done],
      ['deletedOrder', 1, gone],
    ];
    expect(await elsewhere('Team')).toEqual([['myOrder', 1, mine], ...others]);
    // A New order assigned to another member is only in Order History.
    expect(await elsewhere('Manager')).toEqual([['allOrder', 1, mine], ...others]);
    expect(await elsewhere('Telecaller')).toEqual(others);
    for (let n = 0; n < 4; n += 1) await add('Pending');
    expect((await search('ilse wand')).body.elsewhere).toBeUndefined();
  });

  test('finds refund details, in the folder and by the indexes', async () => {
    const orderId = await addOrder(api(), { processStatus: 'Completed' });
    const refund = { amount: '25.50', currency: 'nzd', reason: 'Paid twice', reference: 're_3N7Xq' };
    const moved = await api().callApi(orderCalls.move, { orderId, updatingStatus: 'Refunds', refund }, { as: 'Team' });
    expect(moved.httpStatus).toBe(200);
    for (const text of ['RE_3n7xq', 'nzd 25.50', 'paid twice']) {
      expect(await found(text, { folderName: 'refundOrder' })).toEqual([orderId]);
      const term = text.toLowerCase();
      const scope = { folder: 'refundOrder', memberId: api().memberIds.Team, month: null } as const;
      const { rows } = await lookUpInIndex(api().context.database.db, scope, term, lookupOf(term)!, {
        ...{ start: 0, end: 10, max: 10 },
      });
      expect(rows.map((row) => row.order_id)).toEqual([orderId]);
    }
  });

  test('returns the requested range and the total', async () => {
    const ids: string[] = [];
    for (let minute = 0; minute < 12; minute++) {
      ids.unshift(
        await addOrder(api(), { processStatus: 'ChargeBack', fullName: 'Ranger Rick', createdAt: at(minute) }),
      );
    }
    await addOrder(api(), { processStatus: 'ChargeBack' });
    const folderName = 'chargeBack';
    const { body } = await search('ranger', { folderName, start: 3, end: 8 });
    expect([body.data.map((row) => row.order_id), body.total, body.more]).toEqual([ids.slice(3, 8), 12, false]);
    expect(await found('ranger', { folderName, end: 'all' })).toEqual(ids);
    expect(await found('ranger', { folderName, start: 10, end: 20 })).toEqual(ids.slice(10));
    expect((await search('ranger', { folderName, start: 50, end: 60 })).body).toMatchObject({ data: [], total: 12 });
    expect((await search('', { folderName, start: 11, end: 21 })).body).toMatchObject({ total: 13, more: false });
  });

  test('only members who may list a folder can search it, and 403 precedes 400', async () => {
    expect((await search('x', { folderName: 'allOrder' }, 'Telecaller')).httpStatus).toBe(403);
    expect((await search('x', { folderName: 'allOrder', start: 5, end: 1 }, 'Telecaller')).httpStatus).toBe(403);
    expect((await search('x', { folderName: 'allOrder', start: 5, end: 1 })).httpStatus).toBe(400);
    expect((await search('x', { folderName: 'allOrder' })).httpStatus).toBe(200);
    expect((await search('x', { folderName: 'nowhere' })).httpStatus).toBe(404);
    expect((await search('x', { month: 'Mar' })).httpStatus).toBe(400);
    expect((await search('x'.repeat(201))).httpStatus).toBe(400);
  });

  test('a search in a month of Future Order finds only orders of that month', async () => {
    const future = { processStatus: 'Future', fullName: 'Future Fay' } as const;
    const may = await addOrder(api(), { ...future, processingDate: '2031-05-02' });
    const earlier = await addOrder(api(), { ...future, processingDate: '2030-05-30' });
    await addOrder(api(), { ...future, processingDate: '2030-06-01' });
    expect(await found('future fay', { folderName: 'futureOrder', month: 'May' })).toEqual([earlier, may]);
    expect(await found('future fay', { folderName: 'futureOrder' })).toHaveLength(3);
  });

  describe('among a few thousand orders', () => {
    const scope = () => ({ folder: 'allOrder' as const, memberId: api().memberIds.Admin, month: null });

    beforeAll(async () => {
      const memberIds = Object.values(api().memberIds);
      const orders = [...demoOrders({ count: 1_500, now: new Date(), memberIds })];
      // The pair "qz" stands between two rare letters, so no trigram of common letters contains it.
      orders[3]!.fullName = 'Ößqzžy';
      orders[4]!.fullName = '山qz田';
      await api().context.database.db.transaction((tx) => insertOrders(tx, orders));
    });

    test('a total is exact up to 1,000 and then says that there are more', async () => {
      const { body } = await search('example', { folderName: 'allOrder', end: 'all' });
      expect([body.total, body.more, body.data.length]).toEqual([1_000, true, 1_000]);
      expect(new Set(body.data.map((row) => row.order_id)).size).toBe(1_000);
      const { body: few } = await search('ananya', { folderName: 'allOrder', end: 'all' });
      expect([few.more, few.total]).toEqual([false, few.data.length]);
    });

    test('indexes and full scans find exactly what a scan in list order finds, for long and short texts', async () => {
      const { db } = api().context.database;
      const sample = [
        'qz',
        'žy',
        'z',
        'zq',
        'm@',
        'q+',
        '@@',
        '@e',
        '.k',
        'jü',
        'ü',
        '山',
        '花子',
        'ngu',
        'nwachukwu',
        "o'sul",
        '-',
        '000',
      ];
      const names = (await search('', { folderName: 'allOrder', end: 500 })).body.data.slice(0, 30);
      const pieces = names.flatMap(({ full_name: name, email }, index) =>
        [2, 2, 3, 4].flatMap((length) => [
          name.slice(index % 5, (index % 5) + length),
          email.slice(index % 7, (index % 7) + length),
        ]),
      );
      const all = { start: 0, end: 5_000, max: 5_000 };
      let lookedUp = 0;
      let scanned = 0;
      for (const text of new Set([...sample, ...pieces].map((piece) => piece.trim()).filter(Boolean))) {
        const { term } = await prepareSearch(db, scope(), text);
        const lookup = lookupOf(term);
        const walked = await scanInListOrder(db, scope(), term, { ...all, walk: 1_000_000 });
        const found = await (lookup
          ? lookUpInIndex(db, scope(), term, lookup, all)
          : scanInParallel(db, scope(), term, all));
        if (lookup) lookedUp += 1;
        else scanned += 1;
        expect([term, found.hits, found.rows]).toEqual([term, walked.hits, walked.rows]);
      }
      expect(lookedUp).toBeGreaterThan(100);
      expect(scanned).toBeGreaterThan(5);
    });

    test('a whole-folder action covers exactly the orders that the search or the list shows', async () => {
      const read = async (searchVal: string) => {
        const { rows } = await api().context.database.db.execute(idsOf({ ...scope(), searchVal }));
        return (rows as { order_id: string }[]).map((row) => row.order_id).toSorted();
      };
      const { body } = await search('ananya', { folderName: 'allOrder', end: 'all' });
      expect(await read('Ananya')).toEqual(body.data.map((row) => row.order_id).toSorted());
      const whole = await api().callApi(folderCalls.list, { orderName: 'allOrder', limit: 'all' }, { as: 'Admin' });
      expect(await read('')).toEqual(whole.body.data.map((row) => row.order_id).toSorted());
    });
  });
});
