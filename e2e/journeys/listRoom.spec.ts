/** The layout of lists, on wide and narrow screens. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { openList, orderIds, rowOf, signIn } from '../pages/staffPages.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('a page of ten rows fits a window of 800 px without scrolling', async ({ page, desk }) => {
  await signIn(page, desk, 'Manager');
  await openList(page, 'New Orders');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(800);
});

test('on a phone the list ends with a whole row, and a tap below a name opens its order', async ({ page, desk }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, desk, 'Manager');
  await page.goto(`${desk.staff}/admin/order-history`);
  const rows = page.getByRole('grid').locator('[role=row][data-id]');
  await expect(rows.nth(5)).toBeVisible();
  const cut = () =>
    rows.evaluateAll((all) => {
      const end = all[0]!.closest('[role=grid]')!.getBoundingClientRect().bottom;
      return all
        .map((row) => row.getBoundingClientRect())
        .filter(({ top, bottom }) => top < end - 1 && bottom > end + 1).length;
    });
  await expect.poll(cut).toBe(0);

  const name = rows.first().locator('[data-field=full_name]');
  const { height } = (await name.boundingBox())!;
  await name.click({ position: { x: 120, y: height - 6 } });
  await expect(page).toHaveURL(/view-order/);
});

test('on a phone selecting a row moves nothing', async ({ page, desk }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, desk, 'Admin');
  for (const folder of ['recent-order', 'my-order', 'messages', 'refund-order', 'deleted-order']) {
    await page.goto(`${desk.staff}/admin/${folder}`);
    const rows = page.getByRole('grid').locator('[role=row][data-id]');
    const boxes = page.getByRole('grid').getByRole('checkbox');
    const places = () => Promise.all([rows.first(), boxes.first()].map((one) => one.boundingBox()));
    await expect(rows.first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await places();

    // When the first row is selected, nothing on screen moves, and no action is cut off
    await boxes.nth(1).click();
    const bar = page.getByRole('toolbar', { name: 'Actions for selected orders' });
    await expect(bar).toBeVisible();
    await expect.poll(places).toEqual(before);
    for (const button of await bar.getByRole('button').all()) {
      await expect(button).toBeInViewport({ ratio: 1 });
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      if (await button.isEnabled()) await button.click({ trial: true });
    }

    // And the checkbox that selects the whole page still works
    await boxes.first().click();
    await expect(boxes.nth(1)).toBeChecked();
    await boxes.first().click();
    await expect(bar).toBeHidden();
    await expect.poll(places).toEqual(before);
  }
});

test('on a scrolled phone the header covers the actions for selected orders', async ({ page, desk }) => {
  await page.setViewportSize({ width: 375, height: 420 });
  await signIn(page, desk, 'Admin');
  await page.goto(`${desk.staff}/admin/recent-order`);
  await page.getByRole('grid').getByRole('checkbox').nth(1).click();
  const action = page.getByRole('toolbar', { name: 'Actions for selected orders' }).getByRole('button').last();
  const { y } = (await action.boundingBox())!;
  await page.evaluate((by) => window.scrollBy(0, by), y - 10);
  await expect.poll(async () => Math.round((await action.boundingBox())!.y)).toBe(10);
  const isOnTop = await action.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(false);
});

test.describe('offline', () => {
  // Offline, the order page cannot prefetch the next orders.
  test.use({ expectedNoise: [/ERR_INTERNET_DISCONNECTED/] });

  test('on a phone the offline notice stays in sight, above an order’s buttons', async ({ page, desk }) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await signIn(page, desk, 'Manager');
    await page.goto(`${desk.staff}/admin/recent-order`);
    await page
      .getByRole('link', { name: /^View order/ })
      .first()
      .click();
    const next = page.locator('[data-next-step]');
    await expect(next).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('region', { name: 'Comment History' }).scrollIntoViewIfNeeded();
    const notice = page.locator('[data-offline-line]');
    await expect(notice).toBeInViewport({ ratio: 1 });
    const [above, below] = [(await notice.boundingBox())!, (await next.boundingBox())!];
    expect(above.y + above.height).toBeLessThanOrEqual(below.y);
  });
});

test('the page for an unknown URL does not scroll, wide or narrow', async ({ page, desk }) => {
  await signIn(page, desk, 'Manager');
  await page.goto(`${desk.staff}/admin/nothing-here`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const beyond = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await beyond()).toBe(0);
  await page.setViewportSize({ width: 375, height: 812 });
  await expect.poll(beyond).toBe(0);
});

test('with the sidebar hidden no email wraps next to a half empty name', async ({ page, desk }) => {
  await signIn(page, desk, 'Manager');
  await openList(page, 'New Orders');
  await page.keyboard.press('[');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const emails = page.locator('[role=gridcell][data-field=email] > span');
  const lines = () => emails.evaluateAll((cells) => cells.map((cell) => Math.round(cell.clientHeight / 18)));
  await expect.poll(async () => Math.max(...(await lines()))).toBe(1);
});

test('in a month of Future Order an email shows its domain', async ({ page, desk }) => {
  // Given orders with a long email
  const email = 'travel.konstantina.p.12345@example.com';
  await page.route('**/get-orders-list/futureOrder?*', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: object[] };
    await route.fulfill({
      json: { ...json, data: json.data.map((row) => ({ ...row, contact_email_address: email })) },
    });
  });
  await signIn(page, desk, 'Manager');
  await page.goto(`${desk.staff}/admin/future-order?month=${await fullMonth(page)}`);

  // Then the whole email is visible, in a row as tall as the others
  const cell = page.locator('[role=gridcell][data-field=email]').first();
  await expect(cell).toHaveText(email);
  expect(await cell.locator('span').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  const [orderId] = await orderIds(page);
  expect((await rowOf(page, orderId!).boundingBox())!.height).toBe(51);
});

test('after a change of page size J and Enter work in the list at once', async ({ page, desk }) => {
  await signIn(page, desk, 'Manager');
  await openList(page, 'Order History');
  const [, second] = await orderIds(page);
  await page.getByRole('combobox', { name: /Rows per page/ }).focus();
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('[role=row]:focus-within')).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('j');
  await expect(rowOf(page, second!).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible();
});

/** A month that has orders. */
async function fullMonth(page: Page): Promise<string> {
  await page.goto(new URL('/admin/future-order', page.url()).href);
  const tile = page.locator('[href*="?month="]').filter({ hasText: /[1-9]\d* orders?/ });
  return new URL((await tile.first().getAttribute('href'))!, page.url()).searchParams.get('month')!;
}
