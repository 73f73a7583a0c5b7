/**
 * Lists, counts and searches at 1,000,000 orders on PostgreSQL and 100,000 embedded. Their floor is a call that reads
 * only the session, made alternately.
 */
import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { deskCaller, startFilledDesk, withBenchDatabase } from './desk.ts';
import { at16, figures, sampleTogether } from './measure.ts';
import { timeLine, type Line } from './report.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const embeddedOrders = Number(process.env.BENCH_EMBEDDED_ORDERS ?? 100_000);

/** What is searched: by how many orders hold it, in a large and in a small folder. */
const terms = {
  rare: ['10050', 'siobhán1', '.801@'],
  common: ['gmail', 'son', '@ex'],
  mid: ['siobhán', 'müjgan', 'tupou'],
  absent: ['nobody-at-all', 'zzqq', 'жжж'],
  'short, common': ['a', 'so', '9@'],
  'short, mid': ['jü', 'sz', 'өр'],
  'short, rare or absent': ['qz', 'ж', '#', 'ѣ'],
  // A letter before a sign: all documents are looked at.
  'short, in no index': ['m@'],
};

const searchAims = { 'three letters and more': 'p95 ≤ 50 ms', 'one or two letters': 'p95 ≤ 150 ms' };

const aimOf = (name: string) =>
  name.startsWith('The floor') ? undefined : name === 'Folder counts' ? 'p50 ≤ 2 ms' : 'p50 ≤ 5 ms, p99 ≤ 25 ms';

export async function million(): Promise<Line[]> {
  return [...(await onEmbedded()), ...(await withBenchDatabase(onPostgres))];
}

async function onEmbedded(): Promise<Line[]> {
  const desk = await startDesk({ DEMO_ORDERS: String(embeddedOrders) });
  try {
    return await measure(desk, `${embeddedOrders.toLocaleString('en')} orders, embedded`);
  } finally {
    await desk.stop();
  }
}

async function onPostgres(databaseUrl: string): Promise<Line[]> {
  const { desk, filled } = await startFilledDesk(databaseUrl, orders);
  try {
    return [filled, ...(await measure(desk, `${orders.toLocaleString('en')} orders, PostgreSQL`))];
  } finally {
    await desk.stop();
  }
}

async function measure(desk: Desk, where: string): Promise<Line[]> {
  const call = await deskCaller(desk);
  const list = (orderName: string, page: number) => call(orderCalls.list, { orderName, page });
  const lastPage = async (folder: string) => {
    const { total } = await list(folder, 1)();
    return Math.max(1, Math.ceil(total / 10));
  };
  const [allEnd, completedEnd] = [await lastPage('allOrder'), await lastPage('completedOrder')];
  const pages = {
    'New Orders, first page': list('newOrder', 1),
    'Completed Orders, first page': list('completedOrder', 1),
    'Completed Orders, its middle': list('completedOrder', Math.ceil(completedEnd / 2)),
    'Completed Orders, its end': list('completedOrder', completedEnd),
    'Order History, its middle': list('allOrder', Math.ceil(allEnd / 2)),
    'Order History, its end': list('allOrder', allEnd),
    'Folder counts': call(orderCalls.folderCounts, {}),
    'The floor: a call that reads only the session': call(sessionCalls.userInfo, {}),
  };
  const lines: Line[] = [];
  const names = Object.keys(pages) as (keyof typeof pages)[];
  const one = await sampleTogether<keyof typeof pages>(200, pages);
  for (const name of names) {
    lines.push(timeLine(`${name} (${where})`, one[name], aimOf(name)));
    const many = await at16(pages[name]);
    const line = timeLine(`${name}, 16 connections (${where})`, many);
    lines.push({ ...line, figure: `${Math.round(many.perSecond).toLocaleString('en')} /s` });
  }

  const all: Record<keyof typeof searchAims, number[]> = { 'three letters and more': [], 'one or two letters': [] };
  for (const [kind, texts] of Object.entries(terms)) {
    const length = kind.startsWith('short') ? 'one or two letters' : 'three letters and more';
    for (const folderName of ['allOrder', 'newOrder']) {
      const took: number[] = [];
      for (let turn = -1; turn < 7; turn += 1) {
        for (const searchVal of texts) {
          const began = performance.now();
          await call(orderCalls.search, { start: 0, end: 10, searchVal, folderName })();
          if (turn >= 0) took.push(performance.now() - began);
        }
      }
      all[length].push(...took);
      lines.push(timeLine(`Search, ${kind}, in ${folderName} (${where})`, figures(took), searchAims[length]));
    }
  }
  for (const length of Object.keys(all) as (keyof typeof all)[]) {
    lines.push(timeLine(`Search of ${length}, all together (${where})`, figures(all[length]), searchAims[length]));
  }

  const assign: number[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const { data } = await call(orderCalls.list, { orderName: 'newOrder', limit: 500 })();
    const orderId = data.map((row) => row.order_id);
    if (orderId.length < 500) break;
    const began = performance.now();
    await call(orderCalls.assign, { orderId, assignto: 'Ada Admin' })();
    assign.push(performance.now() - began);
  }
  if (assign.length > 0) lines.push(timeLine(`Assign 500 orders (${where})`, figures(assign), '≤ 300 ms'));
  return lines;
}
