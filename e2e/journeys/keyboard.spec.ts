/** Work by keyboard alone, with the focus always visible. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { folderCount } from '../pages/staffPages.ts';

/** Expects an outline or a shadow on the focused element, or on the row that contains it. */
async function expectVisibleFocus(page: Page) {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing has the focus';
    const { outlineStyle, boxShadow } = getComputedStyle(focused);
    const row = focused.closest('[role=row]');
    const rowMarked = row
      ? getComputedStyle(row).outlineStyle !== 'none' || getComputedStyle(row).boxShadow !== 'none'
      : false;
    return outlineStyle !== 'none' || boxShadow !== 'none' || rowMarked ? 'visible' : focused.outerHTML.slice(0, 200);
  });
  expect(seen).toBe('visible');
}

test('an order is assigned, opened, commented and moved by keyboard alone', async ({ page, desk }) => {
  // Given a person without a mouse at the sign-in page, where Email ID already has the focus
  await page.goto(desk.staff);
  await expect(page.getByLabel('Email ID')).toBeFocused();
  await page.keyboard.type('team@demo.test');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('arrival-desk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused();

  // And every stop of the Tab key shows its focus
  await page.keyboard.press('Shift+Tab');
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
  }

  // When they go to New Orders with G N and assign two with J, X, J, X, A
  const mine = await folderCount(page, 'My Orders');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'New Order', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').nth(1).getByRole('link', { name: /View/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('a');

  // Then both orders are in My Orders
  await expect(page.getByRole('status').filter({ hasText: '2 assigned' })).toBeVisible();
  await expect.poll(() => folderCount(page, 'My Orders')).toBe(mine + 2);

  // When they open the second order of My Orders with G M, J, Enter
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { name: 'My Order', level: 1 })).toBeVisible();
  await expect(page.getByRole('row').nth(1).getByRole('link', { name: /View/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible();

  // And comment with C and Ctrl Enter
  await page.keyboard.press('c');
  await page.keyboard.type('Written without a mouse');
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByRole('region', { name: 'Comment History' }).getByText('Written without a mouse'),
  ).toBeVisible();

  // And move the order with M, the arrows and Enter
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('m');
  const toolbar = page.getByRole('toolbar', { name: 'Move this order' });
  await expect(toolbar.locator(':focus')).toHaveCount(1);
  await expectVisibleFocus(page);
  await page.keyboard.press('ArrowRight');
  // Skip the current status, whose button does nothing.
  if (await toolbar.locator(':focus').getAttribute('aria-current')) await page.keyboard.press('ArrowRight');
  const target = (await toolbar.locator(':focus').innerText()).trim();
  await page.keyboard.press('Enter');
  // A move to one of these statuses first opens the question to the customer.
  if (/^(Awaiting|Contact) Customer$/.test(target)) {
    const without = page.getByRole('button', { name: 'Move without a question' });
    await expect(without).toBeVisible();
    await without.focus();
    await page.keyboard.press('Enter');
  }
  const pressed = toolbar.getByRole('button', { name: target, exact: true });
  await expect(pressed).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('[data-next-step]')).toBeFocused();
  await expect(page.getByRole('main').getByText(target, { exact: true }).first()).toBeVisible();

  // And go to the next order of the list with J, and back with K
  const heading = page.getByRole('heading', { level: 1 });
  const first = await heading.innerText();
  await page.keyboard.press('j');
  await expect(heading).not.toHaveText(first);
  await expect(heading).toBeFocused();
  await page.keyboard.press('k');
  await expect(heading).toHaveText(first);

  // And search all orders by typing / and an id in one go, without a digit acting as a shortcut
  const id = (await heading.innerText()).slice(0, 6);
  await heading.focus();
  await page.keyboard.type(`/${id}`);
  const box = page.getByRole('searchbox');
  await expect(box).toHaveValue(id);
  await expect(box).toBeFocused();
  await expect(page.getByRole('row')).toHaveCount(2);
  // Back leaves the search, then the list.
  await page.goBack();
  await expect(box).toHaveValue('');
  await page.goBack();
  await expect(heading).toHaveText(first);

  // Then U leads back to the list
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: 'My Order', level: 1 })).toBeVisible();
});
