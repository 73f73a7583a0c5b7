import { expect, type Locator, type Page } from '@playwright/test';
import { signInTo } from '../../api/testing/callProduct.ts';
import type { Desk } from '../startDesk.ts';

/** The demo sign-ins by role. */
export const staff = {
  Admin: { email: 'admin@demo.test', name: 'Ada Admin' },
  Manager: { email: 'manager@demo.test', name: 'Max Manager' },
  Team: { email: 'team@demo.test', name: 'Tia Team' },
  Telecaller: { email: 'telecaller@demo.test', name: 'Theo Telecaller' },
  'Night Staff': { email: 'night@demo.test', name: 'Nia Night' },
} as const;

/** Fills in the current sign-in page and presses Sign In, without waiting for the next page. */
export async function fillSignIn(page: Page, role: keyof typeof staff) {
  await page.getByLabel('Email ID').fill(staff[role].email);
  await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Gives the browser a session without the sign-in page, which `signingIn.spec.ts` tests. */
export async function haveSession(page: Page, desk: Desk, role: keyof typeof staff) {
  const accessToken = await signInTo(desk.staff, role);
  await page.goto(`${desk.staff}/remotes.json`);
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify({ accessToken }));
}

/** Opens the dashboard as a signed-in member. */
export async function signIn(page: Page, desk: Desk, role: keyof typeof staff) {
  await haveSession(page, desk, role);
  await page.goto(`${desk.staff}/admin`);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/** A sidebar link, found by the beginning of its text, because a count may follow. */
export const menuLink = (page: Page, text: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${text}\\b`) });

/** The count next to a sidebar link. */
export async function folderCount(page: Page, text: string): Promise<number> {
  const link = menuLink(page, text);
  await expect(link).toHaveText(/\d/);
  return Number((await link.innerText()).replace(/\D/g, ''));
}

/** Opens a list by its link, and waits for its first rows. */
export async function openList(page: Page, link: string) {
  await menuLink(page, link).click();
  await expect(page.getByRole('row').nth(1).getByRole('link', { name: /View/ })).toBeVisible();
}

/** The ids of the orders on the page, from top to bottom. */
export async function orderIds(page: Page): Promise<string[]> {
  const views = page.getByRole('grid').getByRole('link', { name: /^View order/ });
  return (await views.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')!))).map((name) =>
    name.replace(/\D/g, ''),
  );
}

export const rowOf = (page: Page, orderId: string) => page.getByRole('row').filter({ hasText: orderId });

/** Selects a row. Playwright's `check` may fail on a busy machine, because the grid draws the tick a moment later. */
export async function selectRow(row: Locator) {
  await row.getByRole('checkbox').click();
  await expect(row.getByRole('checkbox')).toBeChecked();
}

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).locator('[role=status], [role=alert]').filter({ hasText: text });

/** The texts or labels of the controls in this part of the page whose centre a toast covers. */
export const coveredByToasts = (part: Locator) =>
  part.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('button, a[href], input, textarea')]
      .filter((control) => control.checkVisibility() && !control.closest('[aria-label=Notifications]'))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return above?.closest('[aria-label=Notifications]');
      })
      .map((control) => control.textContent || control.ariaLabel),
  );

/** Deletes an order by the button in its row, and waits for the toast. */
export async function deleteOrder(page: Page, orderId: string) {
  const name = `Delete order ${orderId}`;
  await page.getByRole('button', { name }).click();
  await expect(page.getByText('Are you sure you want to delete?')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
  await expect(toast(page, 'Order has been deleted successfully')).toBeVisible();
}

/** The URL's query parameters. */
export const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
