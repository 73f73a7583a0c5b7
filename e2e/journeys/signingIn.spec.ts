import { expect, test } from '../journey.ts';
import { fillSignIn, signIn } from '../pages/staffPages.ts';

test.use({ expectedNoise: [/status of 40[01]/] });

test('the sign-in form says what is missing and what is wrong, and keeps what was typed', async ({ page, desk }) => {
  await page.goto(desk.staff);
  await expect(page.getByRole('heading', { name: 'New Zealand' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email Address is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email ID').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email ID').fill('stranger@demo.test');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The e-mail or password is not right' })).toBeVisible();
  await expect(page.getByLabel('Email ID')).toHaveValue('stranger@demo.test');
});

test('a signed-in person gets the success toast, stays signed in over a reload, and logs out', async ({
  page,
  desk,
}) => {
  await page.goto(desk.staff);
  await fillSignIn(page, 'Manager');
  await expect(page.getByRole('status').filter({ hasText: /signed in/i })).toBeVisible();
  await expect(page).toHaveURL(`${desk.staff}/admin`);
  expect(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('user')!)))).toEqual(['accessToken']);
  await page.goto(desk.staff);
  await expect(page).toHaveURL(`${desk.staff}/admin`);
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Email ID')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await page.goto(`${desk.staff}/admin/recent-order`);
  await expect(page.getByLabel('Email ID')).toBeVisible();
});

test('an address asked for without a session shows the login and then that page', async ({ page, desk }) => {
  await page.goto(`${desk.staff}/admin/pending-order`);
  await fillSignIn(page, 'Team');
  await expect(page.getByRole('heading', { name: 'Pending Orders', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${desk.staff}/admin/pending-order`);
});

test('a session ended elsewhere is out at its next call, with the server’s message', async ({ page, desk }) => {
  await signIn(page, desk, 'Telecaller');
  const { accessToken } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user')!) as { accessToken: string },
  );
  const ended = await fetch(`${desk.staff}/api/admin/logout`, {
    method: 'POST',
    headers: { Authorization: accessToken },
  });
  expect(ended.status).toBe(200);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^New Orders/ })
    .click();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByLabel('Email ID')).toBeVisible();
  await fillSignIn(page, 'Telecaller');
  await expect(page.getByRole('heading', { name: 'New Order', level: 1 })).toBeVisible();
});
