/** The first page of a folder at 100,000 orders, on both drivers, beside an empty route of the same process. */
import { startDesk, type Desk } from '../e2e/startDesk.ts';
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
    const token = await signIn(desk);
    const get = (path: string) => async () => {
      const answer = await fetch(desk.staff + path, { headers: { Authorization: token } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    };
    const list = (folder: string) => get(`/api/admin/get-orders-list/${folder}?page=1&limit=10`);
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

async function signIn(desk: Desk): Promise<string> {
  const answer = await fetch(`${desk.staff}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.test', password: 'arrival-desk' }),
  });
  return ((await answer.json()) as { jwtToken: string }).jwtToken;
}
