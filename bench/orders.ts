/**
 * One order: how soon its page is there, what a shift of it costs the tab, and how many calls the API answers, at 1,000,000
 * orders on PostgreSQL and 100,000 embedded. `BENCH_ORDERS` and `BENCH_EMBEDDED_ORDERS` set other numbers.
 */
import { chromium } from '@playwright/test';
import { findBrowser } from '../e2e/findBrowser.ts';
import { launchOptions } from '../e2e/launchOptions.ts';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { orderRates } from './orders/orderRates.ts';
import { opening } from './orders/opening.ts';
import { shift } from './orders/shift.ts';
import { table, type Line } from './report.ts';
import { startFilledDesk } from './startFilledDesk.ts';
import { signedIn } from './startUp/visitors.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const onServer = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const embedded = Number(process.env.BENCH_EMBEDDED_ORDERS ?? 100_000);

export async function orders(): Promise<Line[]> {
  return [
    ...(await measure(await startDesk({ DEMO_ORDERS: String(embedded) }), embedded, 'embedded')),
    ...(await withBenchDatabase(async (databaseUrl) => {
      const { desk } = await startFilledDesk(databaseUrl, onServer);
      return measure(desk, onServer, 'PostgreSQL');
    })),
  ];
}

/** Stops the desk in the end. */
async function measure(desk: Desk, count: number, driver: string): Promise<Line[]> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  try {
    const rates = await orderRates(desk);
    const session = await signedIn(browser, desk.staff);
    const lines = [...rates, ...(await opening(browser, desk, session)), ...(await shift(browser, desk, session))];
    console.log(table(lines));
    return lines.map((line) => ({ ...line, what: `${line.what} (${count.toLocaleString('en')} orders, ${driver})` }));
  } finally {
    await browser.close();
    await desk.stop();
  }
}
