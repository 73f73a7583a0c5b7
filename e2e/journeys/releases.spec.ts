/** Releases as seen from open tabs: another version, a broken one, an earlier one, and one with a changed byte. */
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { folderStore } from '../../api/remotes/folderStore.ts';
import { movePointer } from '../../scripts/release/livePointer.ts';
import { expect } from '../journey.ts';
import { test as base } from '../ownRemotes.ts';
import { liveVersion, releaseVariant, saying, throwsOnRender } from '../releaseVariant.ts';
import { menuLink, signIn } from '../pages/staffPages.ts';

const test = base.extend({
  expectedNoise: async ({}, use) =>
    use([/Failed to load resource/, /remote_?-?orders/, /Loading (CSS )?chunk/, /deliberately broken/, /integrity/]),
});

const name = 'remote-orders';
const author = { at: new Date().toISOString(), by: 'Journey', commit: null };
const saysText = (page: Page, text: string) =>
  expect(page.getByPlaceholder(text).or(page.getByLabel(text)).first()).toBeVisible();
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

for (const [kind, what, change] of [
  [
    'load',
    'throws while it is loaded',
    (text: string, file: string) => (file.includes('remoteEntry') ? 'throw new Error("deliberately broken")' : text),
  ],
  ['render', 'throws while it is shown', throwsOnRender],
] as const) {
  test(`a release that ${what} is replaced by the previous one; the page says so and the desk counts the failure`, async ({
    page,
    ownDesk,
    remotesDir,
    accessible,
  }) => {
    const broken = `1.0.0-${kind}-broken`;
    await releaseVariant(remotesDir, name, { version: `1.0.0-${kind}-good`, change: saying('Search here') });
    await releaseVariant(remotesDir, name, { version: broken, change });
    await signIn(page, ownDesk, 'Admin');

    await menuLink(page, 'New Orders').click();
    await saysText(page, 'Search here');
    await expect(
      notice(page, `${name} ${broken} failed in this tab, so this tab runs 1.0.0-${kind}-good`),
    ).toBeVisible();
    await accessible('a previous version');
    const { data } = await (await fetch(`${ownDesk.staff}/api/health`)).json();
    expect(data.remoteFailures[`${name}@${broken}`]).toBeGreaterThan(0);

    // Once a good version is released, the notice leads to it.
    await releaseVariant(remotesDir, name, { version: `1.0.0-${kind}-better`, change: saying('Search there') });
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(notice(page, /failed in this tab/)).toHaveCount(0);
  });
}

test('two versions run in one tab, each with its own code but the same React and desk', async ({
  page,
  ownDesk,
  remotesDir,
}) => {
  await releaseVariant(remotesDir, name, { version: '1.0.0-first', change: throwsOnRender });
  await signIn(page, ownDesk, 'Admin');
  // Released after the page was loaded
  await releaseVariant(remotesDir, name, { version: '1.0.0-fixed', change: saying('Search here') });
  await menuLink(page, 'New Orders').click();
  await saysText(page, 'Search here');
  await expect(notice(page, /failed in this tab/)).toHaveCount(0);
  // The new version uses the shell's session and counts.
  await expect(menuLink(page, 'New Orders')).toHaveText(/\d/);
  await page.getByRole('link', { name: 'View' }).first().click();
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
});

test('a tab that is two releases old still loads its lazy screens', async ({ page, ownDesk, remotesDir }) => {
  await signIn(page, ownDesk, 'Admin');
  await releaseVariant(remotesDir, name, { version: '1.0.0-next', change: saying('Search here') });
  await releaseVariant(remotesDir, name, { version: '1.0.0-last', change: saying('Search there') });
  await menuLink(page, 'New Orders').click();
  await saysText(page, 'Search this folder');
  await menuLink(page, 'Future Orders').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/Future/);
  await page.reload();
  await menuLink(page, 'New Orders').click();
  await saysText(page, 'Search there');
});

test('any version can be previewed in a tab, left again, and is dropped if it cannot load', async ({
  page,
  ownDesk,
  remotesDir,
  accessible,
}) => {
  const live = await liveVersion(remotesDir, name);
  await releaseVariant(remotesDir, name, { version: '1.0.0-newer', change: saying('Search here') });
  await signIn(page, ownDesk, 'Admin');
  await page.goto(`${ownDesk.staff}/admin/recent-order?remote=${name}@${live}`);
  await saysText(page, 'Search this folder');
  await expect(notice(page, `this tab runs ${name} ${live}`)).toBeVisible();
  await accessible('a preview');
  await page.reload();
  await saysText(page, 'Search this folder');
  await page.getByRole('button', { name: 'Leave preview' }).click();
  await saysText(page, 'Search here');
  await expect(notice(page, /this tab runs/)).toHaveCount(0);

  await page.goto(`${ownDesk.staff}/admin/recent-order?remote=${name}@9.9.9-none`);
  await saysText(page, 'Search here');
  await expect(notice(page, /9.9.9-none could not be loaded/)).toBeVisible();
  await page.reload();
  await saysText(page, 'Search here');
  await expect(notice(page, /could not be loaded/)).toHaveCount(0);
});

for (const [version, what, isChanged] of [
  ['1.0.0-entry', 'entry', (file: string) => file.startsWith('remoteEntry')],
  ['1.0.0-lazy', 'lazy scripts', (file: string) => file.endsWith('.js') && !file.startsWith('remoteEntry')],
] as const) {
  test(`the browser refuses a changed byte in the ${what}, and the previous version runs`, async ({
    page,
    ownDesk,
    remotesDir,
  }) => {
    await releaseVariant(remotesDir, name, { version, change: saying('Search here') });
    const assets = path.join(remotesDir, name, version, 'assets');
    for (const file of await readdir(assets)) if (isChanged(file)) await appendFile(path.join(assets, file), ' ');
    await signIn(page, ownDesk, 'Admin');
    await menuLink(page, 'New Orders').click();
    await saysText(page, 'Search this folder');
    await expect(notice(page, `${version} failed in this tab`)).toBeVisible();
  });
}

test('the browser refuses a changed byte in the customers’ pages', async ({ page, ownDesk, remotesDir }) => {
  const version = '1.0.0-changed';
  await releaseVariant(remotesDir, 'remote-customer', { version });
  const assets = path.join(remotesDir, 'remote-customer', version, 'site/assets');
  for (const file of await readdir(assets))
    if (/^customer-site.*\.js$/.test(file)) await appendFile(path.join(assets, file), ' ');
  const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
  await page.goto(`${ownDesk.customers}/track-order`);
  await refused;
  await expect(page.getByRole('button', { name: 'TRACK ORDER' })).toHaveCount(0);
});

test('a remote that needs calls missing in the API is refused with a text', async ({ page, ownDesk, remotesDir }) => {
  await releaseVariant(remotesDir, name, { version: '1.0.0-ahead', builtFor: { api: '1.999.0' } });
  await signIn(page, ownDesk, 'Admin');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await menuLink(page, 'New Orders').click();
  await expect(notice(page, /1.0.0-ahead needs another version of Arrival Desk/)).toBeVisible();
  await page.reload();
  await expect(notice(page, /1.0.0-ahead needs another version of Arrival Desk/)).toBeVisible();
  expect(requests.filter((address) => address.includes('1.0.0-ahead'))).toEqual([]);
});

test('the customers’ pages are released and rolled back with their remote', async ({ page, ownDesk, remotesDir }) => {
  const change = (text: string) => text.replace(/<title>[^<]*/, '<title>The next release');
  await page.goto(`${ownDesk.customers}/track-order`);
  await expect(page.getByRole('button', { name: 'TRACK ORDER' })).toBeVisible();
  await releaseVariant(remotesDir, 'remote-customer', { version: '1.0.0-site', change });
  const html = async () => (await fetch(`${ownDesk.customers}/track-order`)).text();
  expect(await html()).toContain('The next release');
  await movePointer(folderStore(remotesDir), 'remote-customer', author, (live) => live!.previous);
  expect(await html()).not.toContain('The next release');
  await page.reload();
  await expect(page.getByRole('button', { name: 'TRACK ORDER' })).toBeVisible();
});
