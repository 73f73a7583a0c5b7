/** "Select all N in this folder" acts on all pages, shows progress, and can be cancelled. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { folderCount, menuLink, openList, selectRow, signIn, toast } from '../pages/staffPages.ts';

// Enough orders for the action to take a while.
test.use({ deskSettings: { DEMO_ORDERS: '3000' } });

/** Holds requests for a job's progress, so that its bar stays visible. The returned function releases the requests. */
async function pauseJobPolling(page: Page) {
  const { promise: enough, resolve: letThrough } = Promise.withResolvers<void>();
  const news = /\/api\/admin\/bulk/;
  await page.route(news, (route) =>
    (route.request().method() === 'GET' ? enough : Promise.resolve()).then(() =>
      route.continue().catch(() => undefined),
    ),
  );
  return letThrough;
}

/** Deletes every order of the open list, on all pages. */
async function deleteAll(page: Page) {
  await selectRow(page.getByRole('row').nth(1));
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
}

test('a whole folder is deleted with progress while the member works elsewhere, and restored by Undo', async ({
  page,
  desk,
  accessible,
}) => {
  test.setTimeout(360_000);
  // Given an Admin with one order of Awaiting Govt selected
  await signIn(page, desk, 'Admin');
  await openList(page, 'Awaiting Govt');
  const total = await folderCount(page, 'Awaiting Govt');
  const deleted = await folderCount(page, 'Deleted Orders');
  const number = total.toLocaleString('en-GB');
  await selectRow(page.getByRole('row').nth(1));

  const resumeJobPolling = await pauseJobPolling(page);

  // When they select the orders of all pages and delete them
  await page.getByRole('button', { name: `Select all ${number} in this folder` }).click();
  await expect(page.getByText(`${number} selected`)).toBeVisible();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await accessible('the question about a whole folder');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Delete ${number} orders` })
    .click();

  // Then a bar shows the progress, and the action continues while they are elsewhere
  await expect(page.getByRole('progressbar', { name: 'Deleting' })).toBeVisible();
  await accessible('a long bulk job');
  resumeJobPolling();
  await menuLink(page, 'Pending Orders').click();
  await expect(page.getByRole('heading', { name: 'Pending Orders', level: 1 })).toBeVisible();
  const told = toast(page, new RegExp(`^${number} deleted`));
  await expect(told).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => folderCount(page, 'Awaiting Govt')).toBe(0);
  expect(await folderCount(page, 'Deleted Orders')).toBe(deleted + total);

  // When they press Undo, all orders are back
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => folderCount(page, 'Awaiting Govt'), { timeout: 60_000 }).toBe(total);
  expect(await folderCount(page, 'Deleted Orders')).toBe(deleted);
});

test('a deletion and its Undo continue after a reload of the page', async ({ page, desk }) => {
  test.setTimeout(360_000);
  // Given a deletion of all completed orders, before its end has been announced
  await signIn(page, desk, 'Admin');
  let resumeJobPolling = await pauseJobPolling(page);
  await openList(page, 'Completed Orders');
  const total = await folderCount(page, 'Completed Orders');
  // Enough orders for the Undo to run as a job.
  expect(total).toBeGreaterThan(500);
  await deleteAll(page);
  await expect(page.getByRole('progressbar', { name: 'Deleting' })).toBeVisible();

  // When the page is reloaded
  await page.reload();
  resumeJobPolling();

  // Then the end of the deletion is still announced
  const number = total.toLocaleString('en-GB');
  const told = toast(page, `${number} deleted`);
  await expect(told).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No records found')).toBeVisible();

  // When they undo the deletion, and reload before the end of the Undo is announced
  resumeJobPolling = await pauseJobPolling(page);
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, /^Undoing/)).toBeVisible();
  await page.reload();
  resumeJobPolling();

  // Then that end is announced too, and the list has the orders again
  await expect(toast(page, `Undone. ${number} orders restored.`)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => folderCount(page, 'Completed Orders')).toBe(total);
  await expect(page.getByText('No records found')).toBeHidden();
});

// Must be the last test, because the number of orders that it leaves varies.
test('cancelling the rest of a long deletion affects neither deleted nor other orders', async ({ page, desk }) => {
  test.setTimeout(360_000);
  // Given an Admin who deletes every order
  await signIn(page, desk, 'Admin');
  await openList(page, 'Order History');
  const total = await folderCount(page, 'Order History');
  await deleteAll(page);

  // When they cancel the rest
  await page.getByRole('button', { name: 'Cancel the rest' }).click();

  // Then the toast says how many were deleted, and the others are still there
  const told = toast(page, /The remaining orders were not processed\./);
  await expect(told).toBeVisible({ timeout: 60_000 });
  const done = Number((await told.innerText()).match(/([\d,]+) deleted/)?.[1]?.replaceAll(',', '') ?? '0');
  expect(done).toBeLessThan(total);
  await expect.poll(() => folderCount(page, 'Order History')).toBe(total - done);
});
