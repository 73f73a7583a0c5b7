/** Changing the gateway and one's own password by keyboard alone, and the rights of Team and Night Staff. */
import type { Locator, Page } from '@playwright/test';
import { sessionCalls } from 'shared/api/sessionCalls';
import { callOrThrow } from '../../api/testing/callProduct.ts';
import { expect, test } from '../journey.ts';
import { menuLink, signIn, staff, toast } from '../pages/staffPages.ts';

const newPassword = 'chosen without a mouse';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Presses the key until the target has the focus. Throws after 60 presses, when a person would give up. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < 60; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No ${key} leads to ${target.toString()}`);
}

/** Tabs backwards from the screen's focused heading, because the menu's last links come just before it. */
async function openByKeys(page: Page, link: string, title: string) {
  await tabTo(page, menuLink(page, link), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, title)).toBeFocused();
}

async function signInByKeys(page: Page, password: string) {
  await expect(page.getByLabel('Email ID')).toBeFocused();
  await page.keyboard.type(staff.Admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Dashboard')).toBeFocused();
}

test('an Admin changes gateway and password by keyboard alone, and is signed out everywhere', async ({
  page,
  desk,
  browser,
  accessible,
}) => {
  test.setTimeout(180_000);
  // Given an Admin without a mouse, who is also signed in in another browser
  await page.goto(desk.staff);
  await signInByKeys(page, 'arrival-desk');
  const other = await browser.newPage();
  await signIn(other, desk, 'Admin');

  // When they press Active Gateway before choosing a gateway
  await openByKeys(page, 'Gateway Setting', 'Change Gateway');
  await tabTo(page, page.getByRole('button', { name: 'Active Gateway' }));
  await page.keyboard.press('Enter');

  // Then an error is shown, with the focus on the choice
  await expect(page.getByText('Please select gateway.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Stripe' })).toBeFocused();
  await accessible('a gateway that is not chosen');

  // When they choose another gateway and press Enter
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('New payments will go to PayPal once it’s activated.')).toBeVisible();
  await expect(page.getByText('Please select gateway.')).toBeHidden();
  await accessible('a gateway that is chosen');
  await page.keyboard.press('Enter');

  // Then that gateway is active, and the screen says who activated it
  await expect(toast(page, 'PayPal is now the active gateway instead of Stripe.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'PayPal' })).toHaveAccessibleDescription(
    /^Active since .+, set by Ada Admin$/,
  );
  const change = page.getByRole('region', { name: 'History' }).getByRole('row').nth(1);
  await expect(change).toHaveText(/Ada Admin\s*Stripe\s*PayPal/);
  await accessible('the active gateway');

  // And on a phone in the dark theme, neither settings page scrolls sideways
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(change).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await accessible('the gateway at 375 px, dark');
  await page.goto(`${desk.staff}/admin/change-password`);
  await expect(page.getByLabel('New Password')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await accessible('the password at 375 px, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });

  // When they type a password that is too short, and then a valid one
  await tabTo(page, page.getByLabel('New Password'));
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('New Password must be at least 6 characters.')).toBeVisible();
  await accessible('a password that is too short');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(newPassword);
  await tabTo(page, page.getByRole('button', { name: 'Show password' }).nth(1));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New Password')).toHaveAttribute('type', 'text');
  await tabTo(page, page.getByRole('button', { name: 'Update Password' }));
  await page.keyboard.press('Enter');

  // Then the session has ended, and the sign-in page says why
  await expect(page).toHaveURL(`${desk.staff}/`);
  await expect(toast(page, 'Your password has been changed. Please sign in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();

  // And the other browser is signed out at its next call
  await menuLink(other, 'New Orders').click();
  await expect(toast(other, 'Your session has ended. Please sign in again.')).toBeVisible();
  await expect(other).toHaveURL(`${desk.staff}/`);
  await other.close();

  // And the new password opens the dashboard
  await signInByKeys(page, newPassword);
  await expect(page).toHaveURL(`${desk.staff}/admin`);
  const { accessToken } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user')!) as { accessToken: string },
  );
  await callOrThrow(desk.staff, sessionCalls.changePassword, { newPassword: 'arrival-desk' }, { token: accessToken });
});

test('Team can view the gateways, and Night Staff have no access', async ({ page, desk, browser, accessible }) => {
  await signIn(page, desk, 'Team');
  await menuLink(page, 'Gateway Setting').click();
  await expect(page.getByText('Only Admin and Manager can change this.')).toBeVisible();
  await expect(page.getByText('Stripe').first()).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Active Gateway' })).toHaveCount(0);
  await accessible('gateways that one may read');

  const night = await browser.newPage();
  await signIn(night, desk, 'Night Staff');
  for (const path of ['gateway-setting', 'change-password']) {
    await night.goto(`${desk.staff}/admin/${path}`);
    await expect(night.getByText('You may not open this page')).toBeVisible();
    await expect(menuLink(night, 'New Orders')).toBeVisible();
  }
  await night.close();
});
