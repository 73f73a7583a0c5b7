/** A remote that was built for another major version of a shared module is refused. */
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { menuLink, signIn } from '../pages/staffPages.ts';

/** Gives the page a remote-orders that says of itself it was built for React 99. */
async function builtForAnotherReact(page: Page) {
  // The hashes in the page's registry would refuse the changed script.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/"integrity":\{[^}]*\},?/g, '') });
  });
  await page.route('**/remotes/remote-orders/**/remoteEntry*.js', async (route) => {
    const response = await route.fetch();
    const entry = await response.text();
    const body = entry.replace(/(requiredVersion:"\^)[\d.]+("[^{}]*?shareKey:"react")/g, '$199.0.0$2');
    expect(body).not.toBe(entry);
    await route.fulfill({ response, body });
  });
}

test('remotes hold no copy of a shared module', async ({ desk }) => {
  const { remotes } = await (await fetch(`${desk.staff}/remotes.json`)).json();
  const copied = Object.values<{ manifest: string }>(remotes).map(async ({ manifest }) => {
    const { shared } = await (await fetch(new URL(manifest, desk.staff))).json();
    const modules: { name: string; assets: { js: { sync: string[] } } }[] = shared;
    return modules.filter(({ assets }) => assets.js.sync.length > 0).map(({ name }) => name);
  });
  expect((await Promise.all(copied)).flat()).toEqual([]);
});

test.describe('with another React', () => {
  test.use({
    expectedNoise: async ({}, use) => use([/does not satisfy the requirement/, /remote-orders/, /remote_orders/]),
  });

  test('a remote is refused, and says that it is being updated', async ({ page, desk }) => {
    await builtForAnotherReact(page);
    await signIn(page, desk, 'Admin');
    await menuLink(page, 'New Orders').click();
    await expect(page.getByRole('heading', { name: 'Order lists are being updated' })).toBeVisible();
    await menuLink(page, 'Manage Team').click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
  });
});
