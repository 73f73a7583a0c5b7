/** Future Order: its twelve months, the orders of one month, and an order whose processing date has arrived. */
import { openDatabase } from '../../api/db/openDatabase.ts';
import { expect, test } from '../journey.ts';
import {
  addressOf,
  deleteOrder,
  folderCount,
  menuLink,
  openList,
  orderIds,
  rowOf,
  signIn,
  staff,
} from '../pages/staffPages.ts';
import { startDesk } from '../startDesk.ts';

const monthLinks = '[href*="?month="]';

test('a month is opened from its tile and searched, and an order deleted', async ({ page, desk, accessible }) => {
  // Given a manager at Future Order
  await signIn(page, desk, 'Manager');
  await menuLink(page, 'Future Orders').click();
  await expect(page.getByRole('heading', { name: 'Future Order', level: 1 })).toBeVisible();

  // Then the screen shows twelve months, whose counts add up to the folder's count
  const tiles = page.locator(monthLinks);
  await expect(tiles).toHaveCount(12);
  await expect(tiles.first()).toContainText(/^Jan.*\d+ orders?$/s);
  await expect(tiles.filter({ hasText: 'This month' })).toHaveCount(1);
  const counts = (await tiles.allInnerTexts()).map((text) => Number(text.match(/(\d+)\s*orders?/)![1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(await folderCount(page, 'Future Orders'));
  await accessible('the twelve months');

  // When they open the month with the most orders
  const fullest = counts.indexOf(Math.max(...counts));
  const month = (await tiles.nth(fullest).innerText()).slice(0, 3);
  await tiles.nth(fullest).click();

  // Then its orders are listed, soonest first, and the URL contains the month
  await expect(page.getByText(new RegExp(`of ${counts[fullest]}$`))).toBeVisible();
  expect(addressOf(page)).toEqual({ month });
  const days = await page.locator('[role=gridcell][data-field=processing_date]').allInnerTexts();
  const sorted = days.map((day) => day.split('/').reverse().join('-'));
  expect(sorted).toEqual([...sorted].sort());
  await expect(page.locator('[role=gridcell][data-field=process_month]').first()).toHaveText(month);
  await accessible('a month');

  // When they search in the month
  const [orderId] = await orderIds(page);
  await page.getByRole('searchbox').fill(orderId!);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  expect(addressOf(page)).toEqual({ month, q: orderId });
  expect(await orderIds(page)).toEqual([orderId]);

  // And delete the found order
  await deleteOrder(page, orderId!);

  // Then the search finds nothing, and the month and its tile count one order fewer
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(new RegExp(`of ${counts[fullest]! - 1}$`))).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(tiles.nth(fullest)).toContainText(`${counts[fullest]! - 1} order`);
  expect(addressOf(page)).toEqual({});

  // And Z still restores the order
  await page.keyboard.press('z');
  await expect(tiles.nth(fullest)).toContainText(`${counts[fullest]} order`);
});

test('a month without orders is a link too, and its page says so', async ({ page, desk }) => {
  await signIn(page, desk, 'Telecaller');
  await page.goto(`${desk.staff}/admin/future-order?month=Jan&q=nobody`);
  await expect(page.getByRole('heading', { name: 'January', level: 1 })).toBeVisible();
  await expect(page.getByText('No records found')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});

test('Future Order fits a phone, two months side by side', async ({ page, desk, accessible }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, desk, 'Manager');
  for (const path of ['/admin/future-order', '/admin/future-order?month=Jan']) {
    await page.goto(`${desk.staff}${path}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
      .toBeLessThanOrEqual(375);
    await accessible(`${path} at 375 px`);
  }
});

test('on its processing date an order moves to New automatically', async ({ browser }) => {
  test.setTimeout(360_000);
  // Given a paid standard order whose processing date arrives while the desk is stopped
  const desk = await startDesk({}, { prepared: true });
  const page = await browser.newPage();
  try {
    await signIn(page, desk, 'Team');
    const before = { future: await folderCount(page, 'Future Orders'), new: await folderCount(page, 'New Orders') };
    await desk.kill();
    const orderId = await makeProcessingDateDue(desk.dataDir);

    // When the desk starts
    await desk.restart();
    await page.goto(`${desk.staff}/admin`);

    // Then New Orders shows the order, and the counts include it
    await expect.poll(async () => (await folderCount(page, 'Future Orders')) - before.future).toBe(-1);
    expect((await folderCount(page, 'New Orders')) - before.new).toBe(1);
    await openList(page, 'New Orders');
    await page.getByRole('searchbox').fill(orderId);
    await expect(rowOf(page, orderId)).toBeVisible();
    await expect(page.getByText(`Welcome ${staff.Team.name}`)).toBeVisible();
  } finally {
    await page.close();
    await desk.stop();
  }
});

/** Sets the processing date of a future order to today, in the database of a stopped desk. */
async function makeProcessingDateDue(dataDir: string): Promise<string> {
  const database = await openDatabase({ databaseUrl: null, dataDir, staffUrl: '' });
  try {
    const { rows } = await database.queue.executeSql(`
      update orders set processing_date = (now() at time zone 'UTC')::date, processing_mode = 'standard'
      where order_id = (
        select order_id from orders where process_status = 'Future' and paid_at is not null order by order_id limit 1
      )
      returning order_id::text`);
    return String(rows[0]!.order_id);
  } finally {
    await database.close();
  }
}
