import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { CallInput } from 'shared/api/call';
import { customerCalls } from 'shared/api/customerCalls';
import { messageCalls } from 'shared/api/messageCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import { moveTargets } from 'shared/rules/orderStatus';
import { roles, type Role } from 'shared/rules/permissions';
import type { Database, Transaction } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres.ts';
import { orders } from '../../db/schema/orders.ts';
import { SeededRandom } from '../../testing/SeededRandom.ts';
import { demoMembers } from '../../demo/demoMembers.ts';
import { demoOrders, insertOrders } from '../../demo/demoOrders.ts';
import { signCustomerToken } from '../../signing/tokens.ts';
import { addOrder } from '../../testing/addOrder.ts';
import { testPostgres } from '../../testing/testDatabase.ts';
import { startTestApi, type TestApi } from '../../testing/startTestApi.ts';
import { workBulkPortion } from '../bulk/bulkJobs.ts';
import { promoteOrders } from '../promoteOrders.ts';
import { countFolders, foldOrderCounts } from './folderCounts.ts';
import { inFolder, folderColumns } from './listSql.ts';
import { listPage } from './listOrders.ts';

const ordersAtFirst = 300;
const turns = 50;
const looks = 15;
const seed = Number(process.env.COUNTS_SEED ?? 11);

/** Only PostgreSQL has several connections. */
const onPostgres = testPostgres() ? test : test.skip;

onPostgres('counts and lists agree in every snapshot while many people act concurrently', async () => {
  const api = await startTestApi('postgres');
  // Another instance.
  const other = await openPostgres(api.context.database.url!);
  try {
    const memberIds = Object.values(api.memberIds);
    const first = demoOrders({ count: ordersAtFirst, now: new Date(), memberIds });
    await other.db.transaction((tx) => insertOrders(tx, first));

    // Actors continue until the counts have been checked often enough, however busy the machine is.
    let [working, looked] = [true, 0];
    const goesOn = (turn: number) => turn < turns || looked < looks;
    const work = Promise.all([
      ...roles.flatMap((role, index) => [
        actAtRandom(api, { role, person: index, goesOn }),
        actAtRandom(api, { role, person: 100 + index, goesOn }),
      ]),
      addAtRandom(api, goesOn),
      promoteAtRandom(other.db, goesOn),
    ]).finally(() => (working = false));
    const jobs = [
      repeatedly(
        () => working,
        3,
        () => foldOrderCounts(api.context.database.db),
      ),
      repeatedly(
        () => working,
        3,
        () => foldOrderCounts(other.db),
      ),
      ...[api.context.database.db, other.db].map((db) =>
        repeatedly(
          () => working,
          10,
          () => workBulkPortion(db, { refundMailProvider: 'AWS', log: api.context.log }),
        ),
      ),
    ];
    while (working) {
      await other.db.transaction((tx) => expectExact(tx, api, roles[looked % roles.length]!), {
        isolationLevel: 'repeatable read',
      });
      looked += 1;
      await setTimeout(2);
    }
    await Promise.all([work, ...jobs]);
    await foldOrderCounts(other.db);
    for (const role of roles) await other.db.transaction((tx) => expectExact(tx, api, role));
  } finally {
    await other.close();
    await api.close();
  }
});

/** In the snapshot of `tx`, compares stored counts with true ones for every member, and with one member's lists. */
async function expectExact(tx: Transaction, { memberIds }: TestApi, whoLists: Role) {
  for (const role of roles) {
    const member = { id: memberIds[role] };
    const kept = await countFolders(tx, member.id);
    const truth = folderNames.map(
      (name) =>
        sql`count(*) filter (where ${inFolder(name, member.id, folderColumns)})::int as ${sql.identifier(folders[name].count)}`,
    );
    const { rows } = await tx.execute(sql`select ${sql.join(truth, sql`, `)} from ${orders}`);
    expect([seed, role, kept]).toEqual([seed, role, rows[0]]);
    if (role !== whoLists) continue;
    const totals: Partial<Record<FolderName, number>> = {};
    for (const orderName of folderNames) {
      const scope = { folder: orderName, memberId: member.id, month: null };
      totals[orderName] = (await listPage(tx, scope, { offset: 0, limit: 10 })).total;
    }
    const counts = Object.fromEntries(folderNames.map((name) => [name, kept[folders[name].count]]));
    expect([seed, role, totals]).toEqual([seed, role, counts]);
  }
}

/** One person's shift: random actions on random orders, and sometimes Undo. None may fail with an internal error. */
async function actAtRandom(
  api: TestApi,
  { role, person, goesOn }: { role: Role; person: number; goesOn: (turn: number) => boolean },
) {
  const chance = new SeededRandom(seed * 1_000 + person);
  const { name } = demoMembers.find((member) => member.role === role)!;
  const someOrder = () => String(chance.between(100_001, 100_000 + ordersAtFirst));
  let actionId: string | null = null;
  const acts: Record<string, () => Promise<{ httpStatus: number; body: { data: { actionId?: string | null } } }>> = {
    assign: () => api.callApi(orderCalls.assign, { orderId: some(), assignto: name }, { as: role }),
    release: () => api.callApi(orderCalls.assign, { orderId: some(), assignto: '' }, { as: role }),
    move: () =>
      api.callApi(orderCalls.move, { orderId: some(), updatingStatus: chance.oneOf(moveTargets) }, { as: role }),
    restore: () => api.callApi(orderCalls.restore, { orderId: some() }, { as: role }),
    refund: () => api.callApi(orderCalls.completeRefund, { orderId: some() }, { as: role }),
    next: () =>
      api.callApi(
        orderCalls.nextOrder,
        { folderName: chance.oneOf(['newOrder', 'priorityOrder'] as const) },
        { as: role },
      ),
    remark: () =>
      api.callApi(
        orderCalls.addRemark,
        { orderId: someOrder(), remark: 'Called', updatingStatus: chance.oneOf(moveTargets) },
        { as: role },
      ),
    undo: () =>
      actionId
        ? api.callApi(orderCalls.undo, { actionId }, { as: role })
        : api.callApi(orderCalls.assign, { orderId: some(), assignto: name }, { as: role }),
    handle: () => api.callApi(messageCalls.handleMessages, { orderId: some() }, { as: role }),
    write: async () => {
      const orderId = someOrder();
      const token = await signCustomerToken(api.context.secret, orderId);
      const address = `203.0.${chance.between(0, 255)}.${chance.between(0, 255)}`;
      const input = { orderId, text: 'Hello' } as CallInput<typeof customerCalls.sendMessage>;
      const { httpStatus } = await api.callApi(customerCalls.sendMessage, input, { origin: 'public', token, address });
      // Deleted orders get 401 and orders with many messages 429, both of which are expected.
      return { httpStatus: [401, 429].includes(httpStatus) ? 409 : httpStatus, body: { data: {} } };
    },
    wholeFolder: () =>
      api.callApi(
        orderCalls.move,
        {
          folderName: chance.oneOf(['newOrder', 'pendingOrder', 'myOrder']),
          updatingStatus: chance.oneOf(moveTargets),
        },
        { as: role, idempotencyKey: `${person} ${chance.next()}` },
      ),
  };
  const weights = {
    assign: 4,
    release: 2,
    move: 4,
    restore: 4,
    refund: 2,
    next: 2,
    remark: 2,
    undo: 6,
    write: 6,
    handle: 2,
    wholeFolder: 1,
  };
  const some = () => Array.from({ length: chance.between(1, 8) }, someOrder);

  for (let turn = 0; goesOn(turn); turn += 1) {
    const act = chance.weighted<string>(weights);
    const { httpStatus, body } = await acts[act]!();
    // A deadlock or any other internal error would be a 500.
    expect([seed, act, [200, 403, 404, 409].includes(httpStatus), body]).toEqual([seed, act, true, body]);
    actionId = body.data?.actionId ?? actionId;
  }
}

/** Adds orders at random intervals, like the intake. */
async function addAtRandom(api: TestApi, goesOn: (turn: number) => boolean) {
  const chance = new SeededRandom(seed);
  for (let turn = 0; goesOn(turn); turn += 1) {
    const processStatus = chance.oneOf(['New', 'Priority', 'Pending', 'Future'] as const);
    await addOrder(api, { processStatus, processingDate: '2031-01-01', createdAt: new Date(Date.now() - turn * 3e7) });
    await setTimeout(chance.between(5, 25));
  }
}

/** Promotes Future orders at random intervals, each time for a date ten days later. */
async function promoteAtRandom(db: Database, goesOn: (turn: number) => boolean) {
  const chance = new SeededRandom(seed + 1);
  const now = Date.now();
  for (let day = 0; goesOn(day); day += 1) {
    await promoteOrders(db, new Date(now + day * 10 * 86_400_000));
    await setTimeout(chance.between(0, 40));
  }
}

async function repeatedly(goesOn: () => boolean, ms: number, task: () => Promise<unknown>) {
  while (goesOn()) {
    await task();
    await setTimeout(ms);
  }
}
