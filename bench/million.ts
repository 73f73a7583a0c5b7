/** Times lists, counts and searches with 1,000,000 orders on PostgreSQL and 100,000 on the embedded database. */
import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import type { Desk } from '../e2e/startDesk.ts';
import { deskCaller, withDesk, withFilledDesk } from './desk.ts';
import { figures, sampleTogether, timed, timeLine, type Line } from './measure.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const embeddedOrders = Number(process.env.BENCH_EMBEDDED_ORDERS ?? 100_000);

/** Search terms, grouped by their number of hits. */
const terms = {
  rare: ['10050', 'siobhán1', '.801@'],
  common: ['gmail', 'son', '@ex'],
  mid: ['siobhán', 'müjgan', 'tupou'],
  absent: ['nobody-at-all', 'zzqq', 'жжж'],
  'short, common': ['a', 'so', '9@'],
  'short, mid': ['jü', 'sz', 'өр'],
  'short, rare or absent': ['qz', 'ж', '#', 'ѣ'],
  // No index covers a letter before a symbol, so every order is scanned.
  'short, in no index': ['m@'],
};

const aimOf = (name: string) => (name === 'Folder counts' ? 'p50 ≤ 2 ms' : 'p50 ≤ 5 ms, p99 ≤ 25 ms');

export async function million(): Promise<Line[]> {
  const where = `${embeddedOrders.toLocaleString('en')} orders, embedded`;
  const embedded = await withDesk({ DEMO_ORDERS: String(embeddedOrders) }, (desk) => measure(desk, where));
  const postgres = await withFilledDesk(orders, (desk) =>
    measure(desk, `${orders.toLocaleString('en')} orders, PostgreSQL`),
  );
  return [...embedded, ...postgres];
}

async function measure(desk: Desk, where: string): Promise<Line[]> {
  const call = await deskCaller(desk);
  const list = (orderName: string, page: number) => call(folderCalls.list, { orderName, page });
  const lastPage = async (folder: string) => {
    const { total } = await list(folder, 1)();
    return Math.max(1, Math.ceil(total / 10));
  };
  const [allEnd, completedEnd] = [await lastPage('allOrder'), await lastPage('completedOrder')];
  const pages = {
    'New Orders, first page': list('newOrder', 1),
    'Completed Orders, first page': list('completedOrder', 1),
    'Completed Orders, middle page': list('completedOrder', Math.ceil(completedEnd / 2)),
    'Completed Orders, last page': list('completedOrder', completedEnd),
    'Order History, middle page': list('allOrder', Math.ceil(allEnd / 2)),
    'Order History, last page': list('allOrder', allEnd),
    'Folder counts': call(folderCalls.folderCounts, {}),
  };
  const lines = Object.entries(await sampleTogether(200, pages)).map(([name, times]) =>
    timeLine(`${name} (${where})`, times, aimOf(name)),
  );

  for (const [kind, texts] of Object.entries(terms)) {
    const aim = kind.startsWith('short') ? 'p95 ≤ 150 ms' : 'p95 ≤ 50 ms';
    for (const folderName of ['allOrder', 'newOrder']) {
      const durations: number[] = [];
      for (let round = -1; round < 7; round += 1) {
        for (const searchVal of texts) {
          const ms = await timed(call(folderCalls.search, { start: 0, end: 10, searchVal, folderName }));
          if (round >= 0) durations.push(ms);
        }
      }
      lines.push(timeLine(`Search, ${kind}, in ${folderName} (${where})`, figures(durations), aim));
    }
  }

  const assign: number[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const { data } = await call(folderCalls.list, { orderName: 'newOrder', limit: 500 })();
    const orderId = data.map((row) => row.order_id);
    if (orderId.length < 500) break;
    assign.push(await timed(call(orderCalls.assign, { orderId, assignto: 'Ada Admin' })));
  }
  if (assign.length > 0) lines.push(timeLine(`Assign 500 orders (${where})`, figures(assign), '≤ 300 ms'));
  return lines;
}
