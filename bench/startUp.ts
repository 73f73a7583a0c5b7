/**
 * How soon a page is there, measured in the page itself at each of its frames (`startUp/watchFrames`), and what it loads
 * for that, at 1,000,000 orders on PostgreSQL: beside the floor, the same list as one plain bundle, in the same run.
 * `BENCH_ORDERS` sets another number of orders, `BENCH_RUNS` how often each thing is measured.
 */
import { orderCalls } from 'shared/api/orderCalls';
import { orderPath } from 'shared/format/orderIdCode';
import { folders } from 'shared/rules/folders';
import type { Desk } from '../e2e/startDesk.ts';
import { deskCaller } from './deskCaller.ts';
import { table, type Line } from './report.ts';
import { startFilledDesk } from './startFilledDesk.ts';
import { bytes } from './startUp/bytes.ts';
import { lighthouseScores } from './startUp/lighthouseScores.ts';
import { loading } from './startUp/loading.ts';
import { moving } from './startUp/moving.ts';
import { quietBrowser } from './startUp/quietBrowser.ts';
import { servePlainList } from './startUp/servePlainList.ts';
import type { Places } from './startUp/visit.ts';
import { signedIn } from './startUp/visitors.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);

export const startUp = (): Promise<Line[]> => withBenchDatabase(onPostgres);

async function onPostgres(databaseUrl: string): Promise<Line[]> {
  const { desk } = await startFilledDesk(databaseUrl, orders);
  try {
    const plain = await servePlainList(desk.staff);
    try {
      return await measure(desk, plain.origin);
    } finally {
      await plain.stop();
    }
  } finally {
    await desk.stop();
  }
}

async function measure(desk: Desk, plainList: string): Promise<Line[]> {
  const call = await deskCaller(desk);
  const { data } = await call(orderCalls.list, { orderName: 'newOrder' })();
  const places: Places = {
    signIn: `${desk.staff}/`,
    list: `${desk.staff}${folders.newOrder.path}`,
    order: `${desk.staff}${orderPath(data[0]!.order_id)}`,
    plainList,
    publicPage: `${desk.customers}/track-order`,
  };
  const browser = await quietBrowser();
  try {
    const session = await signedIn(browser, desk.staff);
    const lines: Line[] = [{ what: 'Orders, PostgreSQL', figure: orders.toLocaleString('en') }];
    const parts = { loading, moving, bytes, lighthouse: lighthouseScores };
    for (const [name, part] of Object.entries(parts)) {
      console.log(`  ${name} …`);
      const found = await part({ browser, session, places });
      console.log(table(found));
      lines.push(...found);
    }
    return lines;
  } finally {
    await browser.close();
  }
}
