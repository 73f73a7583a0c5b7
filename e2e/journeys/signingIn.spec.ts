import { expect, test } from '../journey.ts';
import { fillSignIn, openList, signIn } from '../pages/staffPages.ts';

test.use({ expectedNoise: [/status of 40[01]/] });

test('the sign-in form shows missing and wrong fields, and keeps the input', async ({ page, desk }) => {
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
  await expect(page.getByRole('alert').filter({ hasText: 'The email or password is incorrect' })).toBeVisible();
  await expect(page.getByLabel('Email ID')).toHaveValue('stranger@demo.test');
});

test('a member gets the success toast, stays signed in after a reload, and logs out', async ({ page, desk }) => {
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

test('a URL opened without a session shows the sign-in page and then that page', async ({ page, desk }) => {
  await page.goto(`${desk.staff}/admin/pending-order`);
  await fillSignIn(page, 'Team');
  await expect(page.getByRole('heading', { name: 'Pending Orders', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${desk.staff}/admin/pending-order`);
});

test('a session ended elsewhere is signed out at its next call, with the server’s message', async ({ page, desk }) => {
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

test('unsent input is kept for the same member, and cleared by Logout in every tab', async ({
  page,
  context,
  desk,
}) => {
  const comment = page.getByRole('textbox', { name: /Add Comment Below/ });
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('remarkDraft')));
  const endSessions = async () => {
    const { accessToken } = await page.evaluate(
      () => JSON.parse(localStorage.getItem('user')!) as { accessToken: string },
    );
    await fetch(`${desk.staff}/api/admin/logout`, { method: 'POST', headers: { Authorization: accessToken } });
  };
  // Given a typed comment and an ended session
  await signIn(page, desk, 'Manager');
  await openList(page, 'New Orders');
  await page
    .getByRole('grid')
    .getByRole('link', { name: /^View order/ })
    .first()
    .click();
  await comment.fill('Called, no answer');
  const order = page.url();
  await endSessions();
  await page.reload();
  // When the same member signs in, the comment is still there
  await fillSignIn(page, 'Manager');
  await expect(page).toHaveURL(order);
  await expect(comment).toHaveValue('Called, no answer');
  // When the session ends again and another member signs in, the comment is gone
  await endSessions();
  await page.reload();
  await fillSignIn(page, 'Team');
  await expect(page).toHaveURL(order);
  await expect(comment).toHaveValue('');
  expect(await drafts()).toEqual([]);
  // When that member types and logs out in another tab, both tabs are cleared
  await comment.fill('Will call again');
  await expect.poll(drafts).toHaveLength(1);
  const other = await context.newPage();
  await other.goto(`${desk.staff}/admin`);
  await other.getByRole('button', { name: /account menu/ }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Email ID')).toBeVisible();
  expect(await drafts()).toEqual([]);
});
