/** Times page loads and navigation. A script in the page checks at each frame what is visible. */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { folderCalls } from 'shared/api/folderCalls';
import { orderPath } from 'shared/format/orderIdCode';
import { folders, type FolderName } from 'shared/rules/folders';
import { findBrowser } from '../e2e/findBrowser.ts';
import { launchOptions } from '../e2e/launchOptions.ts';
import type { Desk } from '../e2e/startDesk.ts';
import { deskCaller, withFilledDesk } from './desk.ts';
import { figures, timeLine, type Line } from './measure.ts';
import { lighthouseScores } from './pages/lighthouseScores.ts';
import { firstSeen, seenAfter, watchFrames, type Thing } from './pages/watchFrames.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const runs = Number(process.env.BENCH_RUNS ?? 5);

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Visit {
  browser: Browser;
  session: Session;
  signIn: string;
  list: string;
  order: string;
  publicPage: string;
}

export const pages = (): Promise<Line[]> => withFilledDesk(orders, onDesk);

async function onDesk(desk: Desk): Promise<Line[]> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  try {
    const { data } = await (await deskCaller(desk))(folderCalls.list, { orderName: 'newOrder' })();
    const visit: Visit = {
      browser,
      session: await signedIn(browser, desk.staff),
      signIn: `${desk.staff}/`,
      list: `${desk.staff}${folders.newOrder.path}`,
      order: `${desk.staff}${orderPath(data[0]!.order_id)}`,
      publicPage: `${desk.customers}/track-order`,
    };
    return [
      { what: 'Orders, PostgreSQL', figure: orders.toLocaleString('en') },
      ...(await loading(visit)),
      ...(await moving(visit)),
      ...(await lighthouseScores(visit.signIn, visit.publicPage)),
    ];
  } finally {
    await browser.close();
  }
}

async function signedIn(browser: Browser, staff: string): Promise<Session> {
  return newVisitor(browser, undefined, async (page) => {
    await page.goto(staff);
    await page.getByLabel('Email ID').fill('admin@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${staff}/admin`);
    await page.waitForLoadState('networkidle');
    return page.context().storageState();
  });
}

/** Runs `visit` in a new browser context, whose cache is empty. */
async function newVisitor<T>(browser: Browser, session: Session | undefined, visit: (page: Page) => Promise<T>) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState: session });
  try {
    await watchFrames(context);
    return await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

async function loading({ browser, session, ...addresses }: Visit): Promise<Line[]> {
  const coldAndReloaded = (address: string, thing: Thing) =>
    newVisitor(browser, session, async (page) => {
      await page.goto(address, { waitUntil: 'commit' });
      const cold = await firstSeen(page, thing);
      await page.waitForLoadState('networkidle');
      const coldPaint = await firstPaint(page);
      await page.reload({ waitUntil: 'commit' });
      const reloaded = await firstSeen(page, thing);
      await page.waitForLoadState('networkidle');
      return { cold, coldPaint, reloaded, reloadedPaint: await firstPaint(page) };
    });
  return repeated(async () => {
    const list = await coldAndReloaded(addresses.list, 'row');
    const order = await coldAndReloaded(addresses.order, 'order');
    const signIn = await newVisitor(browser, undefined, async (page) => {
      await page.goto(addresses.signIn, { waitUntil: 'commit' });
      return firstSeen(page, 'form');
    });
    const signInPaint = await firstPaintOnBadWifi(browser, addresses.signIn);
    const publicPaint = await firstPaintOnBadWifi(browser, addresses.publicPage);
    return [
      ['A list, cold, to its first paint', list.coldPaint, '≤ 150 ms'],
      ['A list, reloaded, to its first paint', list.reloadedPaint, '≤ 60 ms'],
      ['Sign-in, cold, on bad Wi-Fi, to its first paint', signInPaint, '≤ 1.2 s'],
      ['The tracking page, cold, on bad Wi-Fi, to its first paint', publicPaint, '≤ 1.2 s'],
      ['A list, cold, to its first row', list.cold, '≤ 450 ms'],
      ['A list, reloaded, to its first row', list.reloaded, '≤ 200 ms'],
      ['An order’s address, reloaded, to its head', order.reloaded, '≤ 200 ms'],
      ['Sign-in, cold, to an interactive form', signIn, '≤ 250 ms'],
    ];
  });
}

type Timing = [what: string, ms: number, aim: string];

/** Runs `visit` once to warm up desk and browser, and then `runs` times. */
async function repeated(visit: () => Promise<Timing[]>): Promise<Line[]> {
  await visit();
  const timings: Timing[] = [];
  for (let run = 0; run < runs; run += 1) timings.push(...(await visit()));
  return [...Map.groupBy(timings, ([what]) => what)].map(([what, all]) =>
    timeLine(what, figures(all.map(([, ms]) => ms)), all[0]![2]),
  );
}

/** Milliseconds from the start of the navigation. */
const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);

/** First paint at 2 Mbit/s and 100 ms latency, on a processor slowed down to a quarter. */
const firstPaintOnBadWifi = (browser: Browser, address: string) =>
  newVisitor(browser, undefined, async (page) => {
    const devTools = await page.context().newCDPSession(page);
    const bytesPerSecond = 250_000;
    const network = {
      offline: false,
      latency: 100,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    };
    await devTools.send('Network.emulateNetworkConditions', network);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(address, { waitUntil: 'networkidle' });
    return firstPaint(page);
  });

/** No order is in two of these folders, so a different first row means that the list has changed. */
const visited: readonly FolderName[] = ['priorityOrder', 'awaitingOrder', 'awaitingGovt', 'refundOrder', 'newOrder'];
const rows = 'main [role=row][data-id]';

async function moving({ browser, session, list }: Visit): Promise<Line[]> {
  const visitAll = async (page: Page) => {
    const timings: Timing[] = [];
    await page.goto(list);
    await firstSeen(page, 'row');
    const ids = await page.locator(rows).evaluateAll((all) => all.map((row) => row.getAttribute('data-id')!));
    for (const [index, id] of ids.slice(0, 6).entries()) {
      const click = `main [role=row][data-id="${id}"] a[href^="/admin/view-order/"]`;
      await rest(page);
      const opened = await seenAfter(page, { click }, { thing: 'order', id });
      await rest(page);
      const back = await seenAfter(page, 'back', { thing: 'row', heading: folders.newOrder.title });
      timings.push(
        index === 0
          ? ['The first order opened from an idle list, to its head', opened, '≤ 250 ms']
          : ['Another order opened, to its head', opened, '≤ 100 ms'],
        ['Back from an order to the rows', back, '≤ 100 ms'],
      );
    }
    for (const folder of visited) {
      const { path, title: heading } = folders[folder];
      await rest(page);
      const not = await page.locator(rows).first().getAttribute('data-id');
      const ms = await seenAfter(page, { click: `nav a[href="${path}"]` }, { thing: 'row', heading, not });
      timings.push(['Route change to the rows of a list not seen yet', ms, '≤ 100 ms']);
    }
    return timings;
  };
  return repeated(() => newVisitor(browser, session, visitAll));
}

/** Waits like a person, so that the screen can prefetch. */
async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
}
