/**
 * Mistakes can be undone by Undo in the toast, or by Z after the toast has gone, unless somebody else has changed the
 * order.
 */
import { expect, test } from '../journey.ts';
import { orderCalls } from 'shared/api/orderCalls';
import { memberOf } from '../pages/callApi.ts';
import {
  coveredByToasts,
  deleteOrder,
  folderCount,
  openList,
  orderIds,
  rowOf,
  selectRow,
  signIn,
  toast,
} from '../pages/staffPages.ts';

test.use({ expectedNoise: [/status of 409/] });

test('Undo restores a deleted order, and Z another', async ({ page, desk, accessible }) => {
  // Given a manager who deletes an order of Pending Orders
  await signIn(page, desk, 'Manager');
  await openList(page, 'Pending Orders');
  const before = await folderCount(page, 'Pending Orders');
  const [first, second] = (await orderIds(page)) as [string, string];
  await deleteOrder(page, first);
  await expect(rowOf(page, first)).toHaveCount(0);
  await expect.poll(() => folderCount(page, 'Pending Orders')).toBe(before - 1);
  // Hovering pauses the timer, so that the toast does not fade while axe checks the page.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await toast(page, 'Order has been deleted successfully').hover();
  await accessible('the toast with Undo');
  // Once older toasts are closed, the toast covers no button of the page or the header.
  await toast(page, /./)
    .getByRole('button', { name: 'Close' })
    .evaluateAll(([, ...older]) => older.forEach((button) => (button as HTMLElement).click()));
  await expect(toast(page, /./)).toHaveCount(1);
  expect(await coveredByToasts(page.locator('body'))).toEqual([]);

  // When they press Undo
  await toast(page, 'Order has been deleted successfully').getByRole('button', { name: 'Undo' }).click();

  // Then the list shows the order again, focused, and the count includes it
  await expect(rowOf(page, first)).toBeVisible();
  await expect(rowOf(page, first).locator(':focus')).toHaveCount(1);
  await expect.poll(() => folderCount(page, 'Pending Orders')).toBe(before);

  // When they delete the next order and go elsewhere until its toast has gone
  await deleteOrder(page, second);
  await expect(rowOf(page, second)).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(toast(page, 'Order has been deleted successfully')).toHaveCount(0, { timeout: 20_000 });

  // Then Z restores the order
  await page.keyboard.press('z');
  await expect(toast(page, `Undone. Order ${second} is back in Pending.`)).toBeVisible();
  await expect.poll(() => folderCount(page, 'Pending Orders')).toBe(before);
  await openList(page, 'Pending Orders');
  await expect(rowOf(page, second)).toBeVisible();
});

test('Undo returns three assigned orders to New Orders together', async ({ page, desk }) => {
  // Given a member who assigns three orders
  await signIn(page, desk, 'Team');
  await openList(page, 'New Orders');
  const [before, mine] = [await folderCount(page, 'New Orders'), await folderCount(page, 'My Orders')];
  const ids = (await orderIds(page)).slice(0, 3);
  for (const id of ids) await selectRow(rowOf(page, id));
  await page.keyboard.press('a');
  await expect(toast(page, '3 assigned')).toBeVisible();
  await expect.poll(() => folderCount(page, 'My Orders')).toBe(mine + 3);

  // When they press Undo
  await toast(page, '3 assigned').getByRole('button', { name: 'Undo' }).click();

  // Then all three are back, unassigned
  for (const id of ids) await expect(rowOf(page, id)).toBeVisible();
  await expect.poll(() => folderCount(page, 'New Orders')).toBe(before);
  expect(await folderCount(page, 'My Orders')).toBe(mine);
});

test('a move on the order page is undone there', async ({ page, desk }) => {
  // Given an order that is moved to Contact Customer
  await signIn(page, desk, 'Team');
  await openList(page, 'Pending Orders');
  const [orderId] = await orderIds(page);
  await page.getByRole('link', { name: `View order ${orderId}` }).click();
  const moves = page.getByRole('toolbar', { name: 'Move this order' });
  await moves.getByRole('button', { name: 'Contact Customer' }).click();
  await page.getByRole('button', { name: 'Move without a question' }).click();
  const pressed = moves.getByRole('button', { name: 'Contact Customer' });
  await expect(pressed).toHaveAttribute('aria-current', 'true');

  // The open account menu does not cover the toast
  await page.getByRole('button', { name: /account menu$/ }).click();
  const undo = page.getByRole('button', { name: 'Undo', includeHidden: true });
  const onTop = (button: Element) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  expect(await undo.evaluate(onTop)).toBe(true);
  await page.keyboard.press('Escape');

  // When they press Undo, the order is Pending as before
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pressed).not.toHaveAttribute('aria-current');
  await expect(page.locator('header').filter({ hasText: orderId }).getByText('Pending')).toBeVisible();
});

test('pressing Z twice undoes two actions on one order', async ({ page, desk }) => {
  // Given a pending order that a member moved with a comment, and deleted from its list
  await signIn(page, desk, 'Manager');
  await openList(page, 'Pending Orders');
  const orderId = (await orderIds(page))[1]!;
  const status = page.locator('header').filter({ hasText: orderId });
  await page.getByRole('link', { name: `View order ${orderId}` }).click();
  await page.getByRole('textbox', { name: /Add Comment Below/ }).fill('Called, no answer');
  await page.keyboard.press('Control+Shift+Enter');
  await page.keyboard.press('4');
  await page.keyboard.press('Control+Enter');
  await expect(status.getByText('Contact Customer')).toBeVisible();
  await openList(page, 'Contact Customer');
  await deleteOrder(page, orderId);
  await expect(rowOf(page, orderId)).toHaveCount(0);

  // When they press Z, the order is back in Contact Customer
  await page.keyboard.press('z');
  await expect(rowOf(page, orderId)).toBeVisible();

  // When they press Z again, the order is Pending, and the comment is kept
  await page.keyboard.press('z');
  await expect(toast(page, `Undone. Order ${orderId} is back in Pending. Your comment was kept.`)).toBeVisible();
  await openList(page, 'Pending Orders');
  await page.getByRole('link', { name: `View order ${orderId}` }).click();
  await expect(status.getByText('Pending')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Comment History' }).getByText('Called, no answer')).toBeVisible();
});

test('a change to an order that others have changed since is not undone, and the toast says who and when', async ({
  page,
  desk,
}) => {
  // Given a deleted order that an Admin has restored
  await signIn(page, desk, 'Manager');
  await openList(page, 'Pending Orders');
  const [orderId] = await orderIds(page);
  const admin = await memberOf(desk, 'Admin');
  await deleteOrder(page, orderId!);
  const deleted = toast(page, 'Order has been deleted successfully');
  // Hovering pauses the toast's timer.
  await deleted.hover();
  await admin(orderCalls.restore, { orderId: orderId! });

  // When the manager presses Undo
  await deleted.getByRole('button', { name: 'Undo' }).click();

  // Then the toast names the Admin, and the list shows the order's current state
  await expect(
    toast(page, new RegExp(`Undo is no longer possible: Ada Admin restored ${orderId} at \\d\\d:\\d\\d \\(UTC\\)\\.`)),
  ).toBeVisible();
  await expect(rowOf(page, orderId!)).toBeVisible();
});

test('Z undoes "Next order"', async ({ page, desk }) => {
  // Given a member who took the next order by mistake
  await signIn(page, desk, 'Night Staff');
  await openList(page, 'New Orders');
  const before = await folderCount(page, 'New Orders');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible();
  await expect(page.getByText('Assigned to you')).toBeVisible();

  // When they press Z, the order is unassigned
  await page.keyboard.press('z');
  await expect(page.getByText('Unassigned', { exact: true })).toBeVisible();
  await expect.poll(() => folderCount(page, 'New Orders')).toBe(before);
});
