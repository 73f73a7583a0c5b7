/** Whoever presses a button has pressed it, whatever comes under a field meanwhile: rules 18.13. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { openList, signIn, staff } from '../pages/staffPages.ts';

/** A real press near the button's upper edge, long enough for the page to show what leaving a field brings up. */
async function press(page: Page, button: Locator) {
  // Clear of what is docked at the edges.
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width } = (await button.boundingBox())!;
  await page.mouse.move(x + width / 2, y + 3);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );
  await page.mouse.up();
}

test('at the sign-in, also before its scripts are there', async ({ page, desk }) => {
  const { promise: scripts, resolve: come } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(desk.staff, { waitUntil: 'commit' });
  await page.getByLabel('Email ID').fill(staff.Team.email);
  await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
  await page.getByRole('button', { name: 'Sign In' }).click();
  // Nothing is sent by a form that is none yet: the password would stand in the address.
  await expect(page).toHaveURL(`${desk.staff}/`);
  come();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('at the sign-in', async ({ page, desk }) => {
  await page.goto(desk.staff);
  const button = page.getByRole('button', { name: 'Sign In' });
  // Wrong on leaving it, while the empty password is so on sending alone.
  await page.getByLabel('Email ID').fill('nobody');
  await press(page, button);
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Invalid email address')).toBeVisible();

  await page.getByLabel('Email ID').fill('');
  await press(page, button);
  await expect(page.getByText('Email Address is required')).toBeVisible();
});

test('on the order page, in the upload form and in the composer', async ({ page, desk }) => {
  await signIn(page, desk, 'Team');
  await openList(page, 'New Orders');
  await page.getByRole('row').nth(1).getByRole('link', { name: /View/ }).click();

  await page.getByRole('button', { name: 'Upload a document' }).click();
  await page.getByLabel('Email', { exact: true }).fill('');
  await press(page, page.getByRole('button', { name: 'Upload and send' }));
  await expect(page.getByText('File is required')).toBeVisible();
  await expect(page.getByText('Please enter your email')).toBeVisible();

  const comment = page.getByRole('button', { name: /^Comment\b/ });
  await page.getByRole('textbox', { name: /Add Comment Below/ }).focus();
  await press(page, comment);
  await expect(page.getByText('Please enter your remark')).toBeVisible();
});

test('on the tracking page', async ({ page, desk }) => {
  await page.goto(`${desk.customers}/track-order`);
  const button = page.getByRole('button', { name: 'TRACK ORDER' });
  const orderId = page.getByLabel('Order ID');
  // Typed in and emptied again: wrong on leaving it, while the untouched e-mail is so on sending alone.
  await orderId.fill('1');
  await orderId.fill('');
  await press(page, button);
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await expect(page.getByText('Please enter your orderId')).toBeVisible();
});
