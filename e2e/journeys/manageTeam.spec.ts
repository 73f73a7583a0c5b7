import { folderCalls } from 'shared/api/folderCalls';
import { orderCalls } from 'shared/api/orderCalls';
import { mailedLink } from '../../api/testing/mail/mailedLink.ts';
import { expect, test, violations } from '../journey.ts';
import { memberOf } from '../pages/callApi.ts';
import { fillSignIn, folderCount, menuLink, signIn, toast } from '../pages/staffPages.ts';

// Uses a separate desk, because other journeys sign in as the members deleted here.
test.use({ expectedNoise: [/status of 40[1349]/], deskSettings: { DEMO_ORDERS: '150' } });

const newcomer = { name: 'Nomvula Night', email: 'nomvula@demo.test' };

test('a new member gets a link, chooses a password once, and signs in', async ({ page, desk, accessible }) => {
  await signIn(page, desk, 'Admin');
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('row', { name: /Tia Team/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add team member' }).click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(newcomer.name);
  await page.getByLabel('Email', { exact: true }).fill('team@demo.test');
  await page.getByLabel('Role').selectOption('Team');
  await page.getByLabel('Send a link to choose a password').check();
  await page.getByRole('button', { name: 'Add team member' }).click();
  await expect(page.getByText('Tia Team already uses this email.').first()).toBeVisible();
  await accessible('the team with an error');
  await page.getByLabel('Email', { exact: true }).fill(newcomer.email);
  await page.getByRole('button', { name: 'Add team member' }).click();
  await expect(page.getByRole('row', { name: /Nomvula Night/ })).toContainText('The password link is in the outbox.');

  const { token } = await mailedLink(desk.dataDir, 1);
  const link = `${desk.staff}/choose-password#${token}`;
  const theirs = await (await page.context().browser()!.newContext()).newPage();
  const asked: string[] = [];
  theirs.on('request', (request) => asked.push(request.url()));
  await theirs.goto(link);
  await theirs.setViewportSize({ width: 375, height: 812 });
  await theirs.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await expect.poll(() => violations(theirs), { message: 'axe on the choice of a password on a phone' }).toEqual([]);
  await theirs.getByLabel('New password').fill('chosen by me');
  await theirs.getByRole('button', { name: 'Save password' }).click();
  await expect(theirs.getByText('Your password is set. Sign in with it.')).toBeVisible();
  await expect(theirs).toHaveURL(`${desk.staff}/`);
  expect(asked.filter((address) => address.includes(token))).toEqual([]);
  await theirs.getByLabel('Email ID').fill(newcomer.email);
  await theirs.getByLabel('Password', { exact: true }).fill('chosen by me');
  await theirs.getByRole('button', { name: 'Sign In' }).click();
  await expect(theirs.getByRole('button', { name: 'Welcome Nomvula Night, account menu' })).toBeVisible();

  await theirs.goto('about:blank');
  await theirs.goto(link);
  await expect(theirs.getByRole('alert')).toContainText('This link has already been used');
  await theirs.context().close();
});

test('a deleted member is signed out at the next call, and their orders are unassigned', async ({ page, desk }) => {
  const telecaller = await memberOf(desk, 'Telecaller');
  for (const _order of [1, 2]) await telecaller(orderCalls.nextOrder, { folderName: 'newOrder' });
  const { total: held } = await telecaller(folderCalls.list, { orderName: 'myOrder' });
  const theirs = await (await page.context().browser()!.newContext()).newPage();
  await signIn(theirs, desk, 'Telecaller');

  await signIn(page, desk, 'Manager');
  await menuLink(page, 'Manage Team').click();
  const before = await folderCount(page, 'New Orders');
  await page.getByRole('button', { name: 'Delete Theo Telecaller' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`${held} unfinished orders will return to their folders`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Theo Telecaller' }).click();
  await expect(toast(page, 'Team member deleted successfully.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Theo Telecaller/ })).toHaveCount(0);
  await expect.poll(() => folderCount(page, 'New Orders')).toBeGreaterThanOrEqual(before + 2);

  await menuLink(theirs, 'New Orders').click();
  await expect(theirs.getByLabel('Email ID')).toBeVisible();
  await expect(theirs.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await theirs.context().close();
});

test('a member is edited by keyboard alone, and the list fits a phone in the dark theme', async ({
  page,
  desk,
  accessible,
}) => {
  await signIn(page, desk, 'Admin');
  await page.goto(`${desk.staff}/admin/manage-team`);
  await page.getByRole('link', { name: 'Edit Tia Team' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Toru');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Add a team member' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Tia Team Toru/ })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await accessible('the team at 375 px, dark');

  // Restore the name for later journeys
  await page.getByRole('link', { name: 'Edit Tia Team Toru' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Tia Team');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Add a team member' })).toBeVisible();
});

test('read-only members see who may change the team; Night Staff have no access', async ({
  page,
  desk,
  accessible,
}) => {
  await page.goto(`${desk.staff}/admin/manage-team`);
  await fillSignIn(page, 'Team');
  await expect(page.getByText('Only Admin and Manager can change this.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Admin/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Add|Delete/ })).toHaveCount(0);
  await accessible('the team to read');
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${desk.staff}/admin/manage-team/1`);
  await fillSignIn(page, 'Night Staff');
  await expect(page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible();
});
