import { expect, test } from '../journey.ts';
import { menuLink, signIn, staff } from '../pages/staffPages.ts';

/** The whole menu, and the roles from which a link is hidden (rules 6.4, 2.3). */
const menu: readonly (readonly [text: string, path: string, hiddenFrom?: readonly string[]])[] = [
  ['Dashboard', '/admin'],
  ['My Orders', '/admin/my-order'],
  ['New Orders', '/admin/recent-order'],
  ['Priority Order', '/admin/priority-order'],
  ['Pending Orders', '/admin/pending-order'],
  ['Completed Orders', '/admin/completed-order'],
  ['Awaiting Customer', '/admin/awaiting-response'],
  ['Awaiting Govt', '/admin/awaiting-govt'],
  ['Contact Customer', '/admin/contact-customer'],
  ['Customer Called', '/admin/called'],
  ['Messages', '/admin/messages'],
  ['Order History', '/admin/order-history', ['Telecaller']],
  ['Future Orders', '/admin/future-order'],
  ['Deleted Orders', '/admin/deleted-order'],
  ['Refunds', '/admin/refund-order'],
  ['Charge Back', '/admin/chargeback'],
  ['Country Order List', '/admin/country-order-list'],
  ['Order Processed', '/admin/processed-order', ['Team', 'Telecaller', 'Night Staff']],
  ['Manage Invoices', '/admin/send-invoice'],
  ['Manage Team', '/admin/manage-team', ['Night Staff']],
  ['Gateway Setting', '/admin/gateway-setting', ['Night Staff']],
  ['Change Password', '/admin/change-password', ['Night Staff']],
];

/** Lists that only this journey checks for accessibility. Any unchecked list has the same columns as a checked one. */
const checkedHere = ['Order History', 'Deleted Orders', 'Refunds', 'Messages'];

/** The shown links without counts. Ignores links missing from `menu`, because another remote may add some. */
function rowsOf(shown: string[]): string[] {
  return shown.map((text) => text.replace(/[\d,\s]+$/, '')).filter((text) => menu.some(([known]) => known === text));
}

for (const role of Object.keys(staff) as (keyof typeof staff)[]) {
  const walks = role === 'Admin' || role === 'Night Staff';
  test(`${role} sees their links${walks ? ', and every one of them leads to a screen' : ''}`, async ({
    page,
    desk,
    accessible,
  }) => {
    test.setTimeout(360_000);
    await signIn(page, desk, role);
    const links = menu.filter(([, , hiddenFrom = []]) => !hiddenFrom.includes(role));
    const shown = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(shown.last()).toHaveText('Logout');
    await expect.poll(async () => rowsOf(await shown.allInnerTexts())).toEqual(links.map(([text]) => text));
    // Click through only as the roles with the most and the fewest links, because every role gets the same screens.
    for (const [text, path] of walks ? links : []) {
      await menuLink(page, text).click();
      await expect(page).toHaveURL(`${desk.staff}${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.getByRole('heading', { name: /unavailable|Application Error|may not open|not found/i }),
      ).toHaveCount(0);
      await expect(page).toHaveTitle(/New Zealand Travel Declaration/);
      await expect(menuLink(page, text)).toHaveAttribute('aria-current', 'page');
      if (role === 'Admin' && checkedHere.includes(text)) await accessible(text);
    }
  });
}

test('a forbidden screen and an unknown URL say so, and the menu is kept', async ({ page, desk, accessible }) => {
  await signIn(page, desk, 'Night Staff');
  await page.goto(`${desk.staff}/admin/manage-team`);
  await expect(page.getByText('You may not open this page')).toBeVisible();
  await accessible('a forbidden page');
  await expect(menuLink(page, 'New Orders')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dashboard/ })
    .click();
  await expect(page).toHaveURL(`${desk.staff}/admin`);

  await page.goto(`${desk.staff}/admin/no-such-screen`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/not found/i);
  await expect(menuLink(page, 'New Orders')).toBeVisible();
});

test('at 991 px the menu is a drawer that the keyboard opens and closes', async ({ page, desk, accessible }) => {
  await page.setViewportSize({ width: 992, height: 800 });
  await signIn(page, desk, 'Admin');
  await expect(menuLink(page, 'New Orders')).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(menuLink(page, 'New Orders')).toBeHidden();
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(menuLink(page, 'New Orders')).toBeVisible();
  await accessible('the open menu');
  await page.keyboard.press('Escape');
  await expect(menuLink(page, 'New Orders')).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await menuLink(page, 'Pending Orders').click();
  await expect(page.getByRole('heading', { name: 'Pending Orders', level: 1 })).toBeVisible();
  await expect(menuLink(page, 'Pending Orders')).toBeHidden();
});

test('no screen scrolls sideways at 320 or 375 px, and the product title stays in the header', async ({
  page,
  desk,
  accessible,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, desk, 'Admin');
  for (const path of ['/admin', '/admin/recent-order', '/admin/my-order', '/admin/order-history']) {
    await page.goto(`${desk.staff}${path}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 812 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
        .toBeLessThanOrEqual(width);
      await expect(page.getByRole('banner').getByText('New Zealand Travel Declaration')).toBeVisible();
    }
    await accessible(`${path} at 375 px`);
  }
});
