/** The two summaries: days, search, sorting, totals, chart and CSV, for roles with the right. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { coveredByToasts, folderCount, menuLink, signIn } from '../pages/staffPages.ts';

const rows = (page: Page) => page.getByRole('table').locator('tbody tr');
const totals = (page: Page) => page.getByRole('table').locator('tfoot');
const toast = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('status').filter({ hasText: 'orders' });
const chart = (page: Page) => page.getByRole('img', { name: /^Bar chart/ });

test('a manager counts the orders by country between two days and exports them', async ({ page, desk, accessible }) => {
  // When a manager opens Country Order List
  await signIn(page, desk, 'Manager');
  await menuLink(page, 'Country Order List').click();

  // Then the summary contains all orders that are not deleted, with a chart
  await expect(page.getByRole('heading', { name: 'Country Order Details', level: 1 })).toBeVisible();
  const all = await folderCount(page, 'Order History');
  await expect(totals(page)).toContainText(`Total${all.toLocaleString('en')}`);
  expect((await chart(page).locator('ol i').first().boundingBox())!.width).toBeGreaterThan(20);
  await expect(toast(page)).toHaveText(`${all.toLocaleString('en')} orders`);
  await accessible('Country Order Details');

  // And the summary's toast, which stays, covers no control of the page or the header
  const window = page.viewportSize()!;
  for (const width of [1280, 1000, 375]) {
    await page.setViewportSize({ ...window, width });
    await expect.poll(() => coveredByToasts(page.locator('body'))).toEqual([]);
  }
  await page.setViewportSize(window);

  // When they choose days with some of the orders
  const shown = (day: string) => day.split('-').reverse().join('/');
  const today = new Date().toISOString().slice(0, 10);
  const before = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('textbox', { name: 'From' }).fill(shown(before));
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(shown(today));
  await page.getByRole('button', { name: 'Submit' }).click();

  // Then a new toast replaces the previous one, and stays until it is closed
  await expect(toast(page)).toContainText(`${shown(before)} to ${shown(today)}`);
  await page.waitForTimeout(6_000);
  await expect(toast(page)).toHaveCount(1);
  const count = Number((await toast(page).innerText()).split(' ')[0]!.replace(',', ''));
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(all);
  await toast(page).getByRole('button', { name: 'Close' }).click();
  await expect(toast(page)).toHaveCount(0);

  // And a reload shows the same
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(shown(before));
  await expect(totals(page)).toContainText(`Total${count.toLocaleString('en')}`);

  // When they sort by name with the keyboard and export
  await page.getByRole('button', { name: 'State/Territory' }).focus();
  await page.keyboard.press('Enter');
  const names = await rows(page).locator('th').allInnerTexts();
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);

  // Then the file has the same content as the table
  expect(download.suggestedFilename()).toBe(`country-orders_${before}_to_${today}.csv`);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFF"S. No","State/Territory","Order Count","Standard Processing","Priority Processing","Future Order Processing"',
  );
  expect(lines).toHaveLength(names.length + 3);
  expect(lines.at(-2)).toMatch(new RegExp(`^"","Total",${count},`));

  // When they search for a nationality
  await page.keyboard.press('/');
  await page.keyboard.type(names[0]!.slice(0, 4).toUpperCase());
  await expect(rows(page).first().locator('th')).toContainText(names[0]!);
  expect(await rows(page).count()).toBeLessThan(names.length);

  // When From is after To, an error says so
  await page.getByRole('textbox', { name: 'From' }).fill(shown(today));
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(shown(before));
  await page.getByRole('textbox', { name: 'To', exact: true }).press('Enter');
  await expect(page.getByText('From date must not be after To date.')).toBeVisible();
  await accessible('days that cannot be');
});

test('only Admin and Manager see who processed orders', async ({ page, desk, accessible }) => {
  await signIn(page, desk, 'Admin');
  await menuLink(page, 'Order Processed').click();
  await expect(page.getByRole('heading', { name: 'Processed By', level: 1 })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(chart(page)).toBeVisible();
  await expect(toast(page)).toContainText('orders processed');
  await accessible('Processed By');

  // The summary's toast stays, and the account menu opens above it
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${desk.staff}/`);

  for (const role of ['Team', 'Telecaller', 'Night Staff'] as const) {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await signIn(page, desk, role);
    await expect(menuLink(page, 'Country Order List')).toBeVisible();
    await expect(menuLink(page, 'Order Processed')).toHaveCount(0);
    await page.goto(`${desk.staff}/admin/processed-order`);
    await expect(page.getByText('You may not open this page')).toBeVisible();
    await page.goto(`${desk.staff}/admin/country-order-list`);
    await expect(rows(page).first()).toBeVisible();
  }
});

test('on a phone, light and dark, the table comes first and nothing scrolls sideways', async ({
  page,
  desk,
  accessible,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, desk, 'Manager');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/admin/country-order-list', '/admin/processed-order']) {
      await page.goto(`${desk.staff}${path}`);
      await expect(chart(page)).toBeVisible();
      const [table, bars] = [await page.getByRole('table').boundingBox(), await chart(page).boundingBox()];
      expect(bars!.y).toBeGreaterThan(table!.y);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
        .toBeLessThanOrEqual(375);
      await accessible(`${path} at 375 px, ${colorScheme}`);
    }
  }
});
