/**
 * What a shift with long lists feels like, in real Chromium: frames while a list of some 20,000 rows is scrolled from end
 * to end, and the way from a click in the menu to the rows of another folder. `BENCH_ORDERS` says how many orders the
 * desk has; `BENCH_DATABASE_URL` takes a database that is there already, such as one with a million.
 */
import { chromium, type Page } from '@playwright/test';
import { folderNames, folders, type FolderName } from 'shared/rules/folders';
import { findBrowser } from '../e2e/findBrowser.ts';
import { launchOptions } from '../e2e/launchOptions.ts';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import type { Line } from './report.ts';
import { startFilledDesk } from './startFilledDesk.ts';
import { withBenchDatabase } from './withBenchDatabase.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
/** Order History holds all of them but the deleted. */
const embeddedOrders = 21_300;
const wantedRows = 20_000;
const routeChanges = 20;

export async function scrolling(): Promise<Line[]> {
  const embedded = await measure(await startDesk({ DEMO_ORDERS: String(embeddedOrders) }), 'embedded');
  const onPostgres = async (databaseUrl: string) => {
    const { desk } = await startFilledDesk(databaseUrl, orders);
    return measure(desk, 'PostgreSQL');
  };
  return [...embedded, ...(await withBenchDatabase(onPostgres, [{ what: 'PostgreSQL', figure: 'none was there' }]))];
}

/** Stops the desk in the end. */
async function measure(desk: Desk, driver: string): Promise<Line[]> {
  const browser = await chromium.launch({
    ...launchOptions(await findBrowser()),
    // One cannot drag what is hidden.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const counts = await signIn(page, desk.staff);
    const total = `${counts.allOrder!.toLocaleString('en')} orders, ${driver}`;
    const folder = nearest(counts, wantedRows);
    const at = `${counts[folder]!.toLocaleString('en')} rows, ${total}`;
    await page.goto(`${desk.staff}${folders[folder].path}?rows=all`);
    await page.locator('main [role=row][data-id]').first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    return [
      frameLine(`Frames while All is scrolled by wheel (${at})`, await frames(page, byWheel)),
      frameLine(`Frames while All is scrolled by dragging (${at})`, await frames(page, byDragging)),
      ...(await changeRoutes(page, counts, total)),
    ];
  } finally {
    await browser.close();
    await desk.stop();
  }
}

type Counts = Partial<Record<FolderName, number>>;

/** Signs in, and reads the counts once the dashboard has asked for them. */
async function signIn(page: Page, staff: string): Promise<Counts> {
  const answered = page.waitForResponse((response) => response.url().includes('/get-folder-count') && response.ok());
  await page.goto(staff);
  await page.getByLabel('Email ID').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const { data } = (await (await answered).json()) as { data: Record<string, number> };
  return Object.fromEntries(folderNames.map((name) => [name, data[folders[name].count]]));
}

const nearest = (counts: Counts, rows: number) =>
  folderNames
    .filter((name) => name !== 'futureOrder' && counts[name])
    .reduce((best, name) => (distance(counts[name]!, rows) < distance(counts[best]!, rows) ? name : best));
const distance = (a: number, b: number) => Math.abs(Math.log(a / b));

interface Frames {
  /** Milliseconds from each frame to the next. */
  gaps: number[];
  /** Tasks of 50 ms and more. */
  longTasks: number[];
}

/** The frames of the page while `scroll` runs, which must come to the list's end. */
async function frames(page: Page, scroll: (page: Page) => Promise<void>): Promise<Frames> {
  await page.locator('.MuiDataGrid-virtualScroller').evaluate((list) => list.scrollTo({ top: 0 }));
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const watch = { gaps: [] as number[], longTasks: [] as number[], on: true };
    Object.assign(globalThis, { watch });
    new PerformanceObserver((list) => {
      if (watch.on) watch.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    let last = 0;
    requestAnimationFrame(function frame(now) {
      if (last) watch.gaps.push(now - last);
      last = now;
      if (watch.on) requestAnimationFrame(frame);
    });
  });
  await scroll(page);
  const left = await page
    .locator('.MuiDataGrid-virtualScroller')
    .evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  if (left > 2) throw new Error(`The list was to be scrolled to its end; ${left} px are left`);
  return page.evaluate(() => {
    const { watch } = globalThis as unknown as { watch: Frames & { on: boolean } };
    watch.on = false;
    return { gaps: watch.gaps, longTasks: watch.longTasks };
  });
}

/** Turns of the wheel, as many as the list is long. */
async function byWheel(page: Page) {
  const list = page.locator('.MuiDataGrid-virtualScroller');
  const height = await list.evaluate((element) => element.scrollHeight);
  await list.hover({ position: { x: 400, y: 300 } });
  const turn = 1_200;
  for (let at = 0; at < height; at += turn) await page.mouse.wheel(0, turn);
  await page.waitForTimeout(500);
}

/** The thumb of the scrollbar, from the top to the bottom and past it. */
async function byDragging(page: Page) {
  const bar = await page.locator('.MuiDataGrid-scrollbar--vertical').boundingBox();
  if (!bar) throw new Error('The list has no scrollbar to drag');
  const x = bar.x + bar.width / 2;
  await page.mouse.move(x, bar.y + 20);
  await page.mouse.down();
  await page.mouse.move(x, bar.y + bar.height + 40, { steps: 400 });
  await page.mouse.up();
  await page.waitForTimeout(500);
}

/** From the click on a link of the menu to the frame that has the other folder's first row. */
async function changeRoutes(page: Page, counts: Counts, total: string): Promise<Line[]> {
  const visited = folderNames.filter((name) => name !== 'futureOrder' && counts[name]).slice(0, 6);
  const took: number[] = [];
  for (let run = -visited.length; run < routeChanges; run += 1) {
    const { path, title } = folders[visited[(run + visited.length) % visited.length]!];
    const change = await page.evaluate(
      ({ path, title }) =>
        new Promise<number>((resolve) => {
          const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`)!;
          const began = performance.now();
          link.click();
          requestAnimationFrame(function look() {
            const isThere = document.querySelector('main h1')?.textContent === title;
            if (!isThere || !document.querySelector('main [role=row][data-id]'))
              return void requestAnimationFrame(look);
            // This frame draws it; the next one begins when it is on screen.
            requestAnimationFrame(() => resolve(performance.now() - began));
          });
        }),
      { path, title },
    );
    if (run >= 0) took.push(change);
    await page.waitForTimeout(200);
  }
  return [{ ...spread(`Route change to rows on screen, warm (${total})`, took), aim: '≤ 250 ms' }];
}

const frameLine = (what: string, { gaps, longTasks }: Frames): Line => {
  const slow = gaps.filter((gap) => gap > 50).length;
  const line = spread(what, gaps);
  return {
    ...line,
    spread: `${line.spread}, ${slow} over 50 ms, ${longTasks.length} long tasks`,
    aim: 'none over 50 ms',
  };
};

function spread(what: string, times: readonly number[]): Line {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(0)} ms`;
  return { what, figure: at(0.5), spread: `p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}, ${sorted.length} measured` };
}
