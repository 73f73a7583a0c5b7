/** A remote that was built for another major version than the shell's: of the kit it brings its own, with another desk it is refused. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { menuLink, signIn } from '../pages/staffPages.ts';

/** No module of the shell's will ever have it. */
const another = '99.0.0';

/** Gives the page a remote-orders that says of itself it was built for another major version of these modules. */
async function builtForAnother(page: Page, modules: RegExp) {
  await page.route('**/remotes/remote-orders/**/remoteEntry*.js', async (route) => {
    const response = await route.fetch();
    const entry = await response.text();
    const version = '[\\d.]+';
    const names = `"(?:${modules.source})"`;
    const body = entry
      // What it brings …
      .replace(
        new RegExp(`(${names}:\\[\\{version:")${version}("[^]*?requiredVersion:"\\^)${version}`, 'g'),
        `$1${another}$2${another}`,
      )
      .replace(new RegExp(`(${names},")${version}"`, 'g'), `$1${another}"`)
      // … and what it asks for.
      .replace(new RegExp(`(requiredVersion:"\\^)${version}("[^{}]*?shareKey:${names})`, 'g'), `$1${another}$2`);
    await route.fulfill({ response, body });
  });
}

/** A text that only the grid's script has. */
const grid = /checkboxSelectionSelectAllRows/;

/** The apps whose files brought the grid. */
function whoBroughtGrid(page: Page) {
  const brought: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return;
    const text = await response.text().catch(() => '');
    if (grid.test(text)) brought.push(/\/remotes\/([^/]+)\//.exec(response.url())?.[1] ?? 'shell');
  });
  return brought;
}

test('a remote for this kit shows its lists with the shell’s', async ({ page, desk }) => {
  const grids = whoBroughtGrid(page);
  await signIn(page, desk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByText('Rows per page')).toBeVisible();
  expect(new Set(grids)).toEqual(new Set(['shell']));
});

test('remotes hold copies of the kit and of one singleton; the others are the shell’s', async ({ desk }) => {
  const { remotes } = await (await fetch(`${desk.staff}/remotes.json`)).json();
  const copied = Object.values<{ manifest: string }>(remotes).map(async ({ manifest }) => {
    const { shared } = await (await fetch(new URL(manifest, desk.staff))).json();
    const modules: { name: string; assets: { js: { sync: string[] } } }[] = shared;
    return modules.filter(({ assets }) => assets.js.sync.length > 0).map(({ name }) => name);
  });
  const names = new Set((await Promise.all(copied)).flat());
  expect([...names].filter((name) => !name.startsWith('shared/kit')).sort()).toEqual(['@emotion/styled']);
});

test('a remote for another kit brings its own, and all else keeps the shell’s', async ({ page, desk }) => {
  // Given a remote-orders that was built for another kit
  await builtForAnother(page, /shared\/kit(?:\/base|\/table)?/);
  const grids = whoBroughtGrid(page);
  await signIn(page, desk, 'Admin');

  // When its list is opened
  await menuLink(page, 'New Orders').click();

  // Then it stands, drawn by the remote's own kit
  await expect(page.getByText('Rows per page')).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  expect(new Set(grids)).toEqual(new Set(['remote-orders']));

  // And an order of a remote for this kit opens from it
  await page.getByRole('link', { name: 'View' }).first().click();
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
});

test.describe('with another desk', () => {
  test.use({
    expectedNoise: async ({}, use) => use([/does not satisfy the requirement/, /remote-orders/, /shared\/desk/]),
  });

  test('a remote is refused, and says that it is being updated', async ({ page, desk }) => {
    await builtForAnother(page, /shared\/desk/);
    await signIn(page, desk, 'Admin');
    await menuLink(page, 'New Orders').click();
    await expect(page.getByRole('heading', { name: 'Order lists are being updated' })).toBeVisible();
    await menuLink(page, 'Manage Team').click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
  });
});
