/** The shell keeps working when a remote is missing, slow or broken. */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '../journey.ts';
import { test as base } from '../ownRemotes.ts';
import { forgetPrevious, releaseVariant, throwsOnRender } from '../releaseVariant.ts';
import { menuLink, signIn } from '../pages/staffPages.ts';

const test = base.extend({
  expectedNoise: async ({}, use) =>
    use([/Failed to load resource/, /remote-orders/, /Loading (CSS )?chunk/, /deliberately broken/]),
});

test('a missing remote affects only its own screens, and Try again brings it back', async ({
  page,
  ownDesk,
  remotesDir,
  accessible,
}) => {
  // Given that remote-orders is gone
  await signIn(page, ownDesk, 'Admin');
  await rename(path.join(remotesDir, 'remote-orders'), path.join(remotesDir, 'gone'));
  await menuLink(page, 'New Orders').click();

  // Then its screens say so, and the counts and other remotes still work
  await expect(page.getByRole('heading', { name: 'Order lists are unavailable right now' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(menuLink(page, 'New Orders')).toHaveText(/\d/);
  await accessible('a dead remote');
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
  await menuLink(page, 'Priority Order').click();
  await expect(page.getByRole('heading', { name: 'Order lists are unavailable right now' })).toBeVisible({
    timeout: 30_000,
  });

  // When the remote is back
  await rename(path.join(remotesDir, 'gone'), path.join(remotesDir, 'remote-orders'));
  await page.getByRole('button', { name: 'Try again' }).click();

  // Then Try again shows the list
  await expect(page.getByRole('heading', { name: 'Priority Order', level: 1 })).toBeVisible({ timeout: 30_000 });
});

test('a remote whose entry never answers does not keep the shell from rendering', async ({ page, ownDesk }) => {
  await page.route('**/remotes/remote-orders/**/remoteEntry*.js', () => new Promise(() => undefined));
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
  await menuLink(page, 'New Orders').click();
  // The container gets 15 s, and no second request, which would queue behind the first one.
  await expect(page.getByRole('heading', { name: 'Order lists are unavailable right now' })).toBeVisible({
    timeout: 28_000,
  });
});

test('a remote that throws while loading shows an error page, and the rest works', async ({
  page,
  ownDesk,
  remotesDir,
}) => {
  const change = (text: string, file: string) =>
    file.includes('remoteEntry') ? 'throw new Error("deliberately broken")' : text;
  await releaseVariant(remotesDir, 'remote-orders', { version: '1.0.0-broken', change });
  await forgetPrevious(remotesDir, 'remote-orders');
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 45_000 });
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
});

test('a remote that throws while rendering fails alone, and the rest works', async ({ page, ownDesk, remotesDir }) => {
  await releaseVariant(remotesDir, 'remote-orders', { version: '1.0.0-crashing', change: throwsOnRender });
  await forgetPrevious(remotesDir, 'remote-orders');
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
});

test('without a registry the last known good one is used', async ({ page, ownDesk }) => {
  await signIn(page, ownDesk, 'Admin');
  await page.route('**/remotes.json', (route) => route.abort());
  await page.route('**/admin', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<script[^>]*id="?remotes"?[^>]*>)[^<]*/, '$1null');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('heading', { name: 'New Order', level: 1 })).toBeVisible({ timeout: 30_000 });
});

test('a missing asset is a 404, never the page', async ({ ownDesk }) => {
  for (const address of [
    '/remotes/remote-orders/nothing.js',
    '/no-such-chunk.12345678.js',
    '/remotes/nobody/mf-manifest.json',
  ]) {
    const answer = await fetch(ownDesk.staff + address);
    expect([answer.status, answer.headers.get('content-type')], address).toEqual([
      404,
      expect.not.stringContaining('html'),
    ]);
  }
});
