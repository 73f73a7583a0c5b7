/** The shell keeps standing when a remote is missing, slow or broken: really taken away, not imagined. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '../journey.ts';
import { test as base } from '../ownRemotes.ts';
import { menuLink, signIn } from '../pages/staffPages.ts';

const test = base.extend({
  expectedNoise: async ({}, use) =>
    use([/Failed to load resource/, /remote-orders/, /Loading (CSS )?chunk/, /deliberately broken/]),
});

test('a missing remote costs its own screens only, and comes back by Try again', async ({
  page,
  ownDesk,
  remotesDir,
  accessible,
}) => {
  // Given that remote-orders is gone
  await rename(path.join(remotesDir, 'remote-orders'), path.join(remotesDir, 'gone'));
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();

  // Then its screens say so, the counts live on, and the others work
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

  // When it is back
  await rename(path.join(remotesDir, 'gone'), path.join(remotesDir, 'remote-orders'));
  await page.getByRole('button', { name: 'Try again' }).click();

  // Then Try again shows the list
  await expect(page.getByRole('heading', { name: 'Priority Order', level: 1 })).toBeVisible({ timeout: 30_000 });
});

test('a remote whose manifest never answers does not keep the shell from rendering', async ({ page, ownDesk }) => {
  await page.route('**/remotes/remote-orders/**/mf-manifest.json*', () => new Promise(() => undefined));
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('heading', { name: 'Order lists are unavailable right now' })).toBeVisible({
    timeout: 45_000,
  });
});

test('a remote that throws while it is loaded shows its wall, and the rest goes on', async ({
  page,
  ownDesk,
  remotesDir,
}) => {
  const registry = JSON.parse(await readFile(path.join(remotesDir, 'remotes.json'), 'utf8')) as {
    remotes: Record<string, { manifest: string }>;
  };
  const manifestFile = path.join(remotesDir, registry.remotes['remote-orders']!.manifest.replace(/^\/remotes\//, ''));
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as { metaData: { remoteEntry: { name: string } } };
  const entry = path.join(path.dirname(manifestFile), manifest.metaData.remoteEntry.name);
  await writeFile(entry, 'throw new Error("deliberately broken")');
  for (const packed of [`${entry}.br`, `${entry}.gz`]) await rm(packed, { force: true });
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 45_000 });
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
});

test('without a registry the last known good one is used', async ({ page, ownDesk, remotesDir }) => {
  await signIn(page, ownDesk, 'Admin');
  await rm(path.join(remotesDir, 'remotes.json'));
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
