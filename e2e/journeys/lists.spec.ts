import { expect, test } from '../journey.ts';
import { folderCount, menuLink, rowOf, signIn } from '../pages/staffPages.ts';

test('All shows a whole folder, but renders only visible rows', async ({ page, desk }) => {
  await signIn(page, desk, 'Manager');
  const total = await folderCount(page, 'Order History');
  expect(total).toBeGreaterThan(100);
  await menuLink(page, 'Order History').click();
  const rows = page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows.first()).toBeVisible();

  await page.getByRole('combobox', { name: /Rows per page/ }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await expect(page.getByText(`1–${total} of ${total}`)).toBeVisible();
  await expect(page).toHaveURL(/\?rows=all$/);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(total + 1));
  expect(await rows.count()).toBeLessThan(20);

  const grid = page.getByRole('grid');
  const head = page.getByRole('columnheader', { name: 'Order ID' });
  const before = { grid: await grid.boundingBox(), head: await head.boundingBox() };
  expect(before.grid!.height).toBe(550);
  // Check the second row: the grid always renders the row that Tab leads to, which is the first.
  const secondRow = await rows.nth(1).getAttribute('data-id');
  await page.locator('.MuiDataGrid-virtualScroller').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await expect(page.locator(`[data-id="${secondRow}"]`)).toHaveCount(0);
  await expect(page.locator(`[aria-rowindex="${total + 1}"]`)).toBeInViewport();
  expect(await head.boundingBox()).toEqual(before.head);
});

test('coming back from an order shows its row, and another page begins at its top', async ({ page, desk }) => {
  // Given a member in the middle of a long list
  await signIn(page, desk, 'Manager');
  await page.goto(`${desk.staff}/admin/order-history?rows=100`);
  await expect(page.getByRole('row').nth(1).getByRole('link', { name: /View/ })).toBeVisible();
  const list = page.locator('.MuiDataGrid-virtualScroller');
  await list.evaluate((scroller) => scroller.scrollTo(0, 2_500));
  const view = page.locator('[aria-rowindex="56"]').getByRole('link', { name: /^View order/ });
  await expect(view).toBeInViewport();
  const orderId = (await view.getAttribute('aria-label'))!.replace(/\D/g, '');

  // When they open an order and come back with U
  await view.click();
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible();
  await page.keyboard.press('u');

  // Then the row of that order has the focus
  await expect(page.locator(':focus').locator('xpath=ancestor::*[@role="row"]')).toContainText(orderId);
  await expect(rowOf(page, orderId)).toBeInViewport({ ratio: 0.5 });

  // When they go to the next page, it is scrolled to its first row
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(page.getByText(/^101–/)).toBeVisible();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});
