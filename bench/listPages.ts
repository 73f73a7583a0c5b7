/** The first page of a folder at 100,000 orders, on both drivers, beside an empty route of the same process. */
import { orderCalls } from 'shared/api/orderCalls';
import { sessionCalls } from 'shared/api/sessionCalls';
import { mustCall, signInTo } from '../api/testing/callProduct.ts';
import { startDesk } from '../e2e/startDesk.ts';
import { sampleTogether } from './measure.ts';
import { ratioLine, timeLine, type Line } from './report.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const orders = 100_000;

export async function listPages(): Promise<Line[]> {
  const embedded = await onDriver('embedded', {});
  const postgres = await withBenchDatabase(
    (databaseUrl) => onDriver('PostgreSQL', { DATABASE_URL: databaseUrl }),
    [{ what: 'PostgreSQL', figure: 'none was there' }],
  );
  return [...embedded, ...postgres];
}

async function onDriver(driver: string, settings: Record<string, string>): Promise<Line[]> {
  const desk = await startDesk({ ...settings, DEMO_ORDERS: String(orders) });
  try {
    const token = await signInTo(desk.staff);
    const get = (path: string) => async () => {
      const answer = await fetch(desk.staff + path, { headers: { Authorization: token } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    };
    const list = (folder: string) => get(`/api/admin/get-orders-list/${folder}?page=1&limit=10`);
    // Once each, for what is timed is not read.
    for (const orderName of ['newOrder', 'completedOrder', 'allOrder'])
      await mustCall(desk.staff, orderCalls.list, { orderName }, { token });
    await mustCall(desk.staff, orderCalls.folderCounts, {}, { token });
    await mustCall(desk.staff, sessionCalls.userInfo, {}, { token });
    const found = await sampleTogether(300, {
      newOrder: list('newOrder'),
      completedOrder: list('completedOrder'),
      allOrder: list('allOrder'),
      counts: get('/api/admin/get-folder-count'),
      userInfo: get('/api/user_info'),
      health: get('/api/health'),
    });
    const at = `${orders.toLocaleString('en')} orders, ${driver}`;
    return [
      timeLine(`New Orders, first page (${at})`, found.newOrder, '≤ 5 ms'),
      timeLine(`Completed Orders, first page (${at})`, found.completedOrder, '≤ 5 ms'),
      timeLine(`Order History, first page (${at})`, found.allOrder, '≤ 5 ms'),
      timeLine(`Folder counts (${at})`, found.counts),
      timeLine(`A call that reads only the session (${at})`, found.userInfo),
      timeLine(`Health, no session (${at})`, found.health),
      ratioLine(`New Orders to a call that reads only the session (${at})`, found.newOrder, found.userInfo),
    ];
  } finally {
    await desk.stop();
  }
}
