/** The start of a page, before its scripts run and while they load (docs/decisions/21-start-up.md). */
import type { Page } from '@playwright/test';
import { orderPath } from 'shared/format/orderIdCode';
import { expect, test } from '../journey.ts';
import { listAndOrder } from '../pages/listAndOrder.ts';
import { bytesOf, scriptsOf } from '../pages/scriptsOf.ts';
import { signIn, staff } from '../pages/staffPages.ts';

test.use({ checksPreloads: true });

/** Milliseconds until Chromium has warned about an unused preload. */
const preloadWarningDelayMs = 4_500;

/** Milliseconds until an idle list has prefetched the code of the order page. */
const prefetchDelayMs = 2_000;

/** Delays all scripts except the early one until the returned function is called. */
async function scriptsWait(page: Page) {
  const called = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!early)[^/]+\.js$/, async (route) => {
    await called.promise;
    await route.continue();
  });
  return called.resolve;
}

const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

/** The paths of API calls and requests for the registry, from now on. */
function callsOf(page: Page) {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') || pathname === '/remotes.json') calls.push(pathname);
  });
  return calls;
}

for (const width of [1280, 375]) {
  test(`a list of ${width} px shows header and frame before its scripts run, without a later layout shift`, async ({
    page,
    desk,
  }) => {
    await signIn(page, desk, 'Admin');
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    const call = await scriptsWait(page);
    await page.goto(`${desk.staff}/admin/recent-order`, { waitUntil: 'commit' });
    await painted(page);
    const mark = await page.locator('.desk-brand svg').boundingBox();
    const list = await page.locator('.frame-list').boundingBox();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('.frame-menu')).toBeVisible({ visible: width === 1280 });
    call();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.locator('.frame')).toHaveCount(0);
    expect(await page.locator('header a svg').boundingBox()).toEqual(mark);
    expect(await page.locator('main [class*=card]').first().boundingBox()).toEqual(list);
  });
}

test('the sign-in page shows its frame before its scripts run, accepts input at once, and does not shift', async ({
  page,
  desk,
}) => {
  const call = await scriptsWait(page);
  await page.goto(desk.staff, { waitUntil: 'commit' });
  await painted(page);
  const panel = await page.locator('.frame .sign-in-panel').boundingBox();
  const title = await page.locator('.frame h1').boundingBox();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  call();
  await expect(page.getByLabel('Email ID')).toBeFocused();
  expect(await page.locator('.sign-in-panel').boundingBox()).toEqual(panel);
  expect(await page.locator('h1').boundingBox()).toEqual(title);
  await page.keyboard.type(staff.Team.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('arrival-desk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('the tracking page has at most 106 KB of JavaScript in at most 10 requests (rule 16.46)', async ({
  page,
  desk,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const scripts = await scriptsOf(page, () => page.goto(`${desk.customers}/track-order/100001`));
  await expect(page.getByRole('button', { name: 'TRACK ORDER' })).toBeVisible();
  expect(scripts).not.toEqual([]);
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(106 * 1024);
  expect(requests.filter((address) => !address.startsWith('data:')).length).toBeLessThanOrEqual(10);
});

test('sign-in, a list and an order opened from it have at most 265, 510 and 65 KB of JavaScript', async ({
  page,
  desk,
}) => {
  const signingIn = await scriptsOf(page, () => page.goto(desk.staff));
  await expect(page.getByRole('button', { name: 'Show password' })).toBeEnabled();
  expect(bytesOf(signingIn), JSON.stringify(signingIn)).toBeLessThanOrEqual(265 * 1024);
  await signIn(page, desk, 'Admin');

  const loaded = await scriptsOf(page, async () => {
    await page.goto(`${desk.staff}/admin/recent-order`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.waitForTimeout(prefetchDelayMs);
  });
  const clicked = await scriptsOf(page, async () => {
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Comment History' })).toBeVisible();
  });
  const { list, order } = listAndOrder(loaded, clicked);
  expect(order).not.toEqual([]);
  expect(list.length).toBeLessThanOrEqual(20);
  expect(bytesOf(list), JSON.stringify(list)).toBeLessThanOrEqual(510 * 1024);
  expect(bytesOf(order), JSON.stringify(order)).toBeLessThanOrEqual(65 * 1024);
});

test('a list and an order begin with their first call, call once, and load nothing unused', async ({ page, desk }) => {
  await signIn(page, desk, 'Admin');
  const calls = callsOf(page);

  await page.goto(`${desk.staff}/admin/recent-order`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.waitForTimeout(preloadWarningDelayMs);
  expect(calls.filter((path) => path.includes('get-orders-list'))).toHaveLength(1);
  expect(calls[0]).toBe('/api/admin/get-orders-list/newOrder');
  const orderId = await page.locator('[role=row][data-id]').first().getAttribute('data-id');

  calls.length = 0;
  await page.goto(`${desk.staff}${orderPath(orderId!)}`);
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
  await page.waitForTimeout(preloadWarningDelayMs);
  expect(calls[0]).toBe(`/api/admin/get-orders-details/${orderId}`);
  expect(calls.filter((path) => path.includes('get-orders-details'))).toHaveLength(1);
  // The registry is part of the page
  expect(calls).not.toContain('/remotes.json');
});

test('no style of the theme is inserted twice on a list', async ({ page, desk }) => {
  await signIn(page, desk, 'Admin');
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(globalThis, { madeRules: made });
    const insertRule = CSSStyleSheet.prototype.insertRule;
    CSSStyleSheet.prototype.insertRule = function (rule, at) {
      made.push(rule);
      return insertRule.call(this, rule, at);
    };
  });
  await page.goto(`${desk.staff}/admin/recent-order`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const made = await page.evaluate(() => (globalThis as unknown as { madeRules: string[] }).madeRules);
  // The grid inserts its own rules again after measuring itself.
  const ours = made.filter((rule) => !rule.includes('MuiDataGrid'));
  expect(ours.filter((rule, at) => ours.indexOf(rule) !== at).map((rule) => rule.slice(0, 80))).toEqual([]);
});

test('the sign-in page leads signed-in members to the desk, and a forbidden screen loads no code', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'Telecaller');
  await page.goto(desk.staff);
  await expect(page).toHaveURL(`${desk.staff}/admin`);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${desk.staff}/admin/order-history`);
  await expect(page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible();
  await page.waitForTimeout(preloadWarningDelayMs);
  expect(loaded.filter((path) => path.startsWith('/remotes/remote-orders/'))).toEqual([]);
});

test('going back to a list shows its rows at their previous position before they are reloaded', async ({
  page,
  desk,
}) => {
  // Given a list that was scrolled and left for an order
  await signIn(page, desk, 'Admin');
  await page.goto(`${desk.staff}/admin/order-history?rows=100`);
  const list = page.locator('.MuiDataGrid-virtualScroller');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await list.evaluate((scroller) => scroller.scrollTo(0, 2_500));
  const row = page.locator('[aria-rowindex="56"]');
  // Add the route before the order is opened, because a new route may miss a request that follows at once.
  const answer = Promise.withResolvers<void>();
  await page.route('**/get-orders-list/**', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await row.getByRole('link', { name: /^View/ }).click();
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();

  // When they go back and the API does not respond
  await page.keyboard.press('u');

  // Then the list's rows are at their previous position, inert
  await expect(row).toBeInViewport();
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(2_500);
  await expect(page.locator('[inert]').locator(row)).toBeVisible();

  // When the response arrives, the rows are active, and the order's row has the focus
  answer.resolve();
  await expect(page.locator('[inert]').locator(row)).toHaveCount(0);
  await expect(row.locator(':focus')).toBeVisible();
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(2_500);
});
