/** The shell shows a newly published remote that did not exist when the shell was built. */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { folderStore } from '../../api/remotes/folderStore.ts';
import { root } from '../../scripts/build/apps.ts';
import { buildApps } from '../../scripts/build/buildApps.ts';
import { contentHash, readFiles } from '../../scripts/build/files.ts';
import { publishRemote } from '../../scripts/release/publishRemote.ts';
import { expect } from '../journey.ts';
import { test as base } from '../ownRemotes.ts';
import { forgetPrevious, releaseVariant } from '../releaseVariant.ts';
import { fillSignIn, menuLink, signIn } from '../pages/staffPages.ts';

const fifth = 'e2e/remote-fifth';
const release = (remotesDir: string) =>
  publishRemote(fifth, folderStore(remotesDir), { at: new Date().toISOString(), by: 'Journey', commit: null }, 14);
const hashOfShell = () => contentHash(readFiles(path.join(root, 'dist/shell')));

const test = base.extend({
  expectedNoise: async ({}, use) => use([/Failed to load resource/, /remote-fifth/, /remote_fifth/]),
});

test.beforeAll(async () => {
  test.setTimeout(360_000);
  await buildApps([fifth]);
});

test('a fifth remote appears for members with its right, opens, fails and recovers, without a new build of the shell', async ({
  page,
  ownDesk,
  remotesDir,
  accessible,
}) => {
  test.setTimeout(360_000);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  const builtShell = hashOfShell();

  // Given a desk that runs without the fifth remote
  await signIn(page, ownDesk, 'Admin');
  await expect(menuLink(page, 'Manage Team')).toBeVisible();
  await expect(menuLink(page, 'Visitors')).toHaveCount(0);

  // When the remote is published
  await release(remotesDir);
  await page.reload();

  // Then the menu lists the remote in its own group, and its screen has the desk's session
  await menuLink(page, 'Visitors').click();
  await expect(heading).toHaveText('Visitors');
  await expect(page.getByText('Received by Ada Admin')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Front desk' }).getByRole('link').first()).toHaveText('Visitors');
  await expect(menuLink(page, 'Visitors')).toHaveAttribute('aria-current', 'page');
  await accessible('the fifth remote');

  // When the remote's files are gone, also from the browser's cache
  await rename(path.join(remotesDir, 'remote-fifth'), path.join(remotesDir, 'gone'));
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await page.reload();

  // Then its error page says what is missing, and everything else works
  await expect(heading).toHaveText('Visitors are unavailable right now', { timeout: 30_000 });
  await expect(page.getByText('Everything else works: orders are not affected')).toBeVisible();
  await menuLink(page, 'New Orders').click();
  await expect(heading).toHaveText('New Order');
  await menuLink(page, 'Visitors').click();
  await expect(heading).toHaveText('Visitors are unavailable right now', { timeout: 30_000 });

  // When the files are back, Try again shows the screen
  await rename(path.join(remotesDir, 'gone'), path.join(remotesDir, 'remote-fifth'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading).toHaveText('Visitors');

  // And members without the right see no link to the screen, and may not open its URL
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${ownDesk.staff}/admin/visitors`);
  await fillSignIn(page, 'Team');
  await expect(heading).toHaveText('You may not open this page');
  await expect(page.getByText('Only Admin and Manager can open it.')).toBeVisible();
  await expect(menuLink(page, 'Manage Team')).toBeVisible();
  await expect(menuLink(page, 'Visitors')).toHaveCount(0);

  expect(hashOfShell()).toBe(builtShell);
});

test('only a remote built for another major version of desk is refused', async ({ page, ownDesk, remotesDir }) => {
  await release(remotesDir);
  await releaseVariant(remotesDir, 'remote-fifth', { version: '1.0.0-other', builtFor: { desk: '99.0.0' } });
  await forgetPrevious(remotesDir, 'remote-fifth');

  await signIn(page, ownDesk, 'Manager');
  await menuLink(page, 'Visitors').click();
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Visitors are being updated');
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await menuLink(page, 'New Orders').click();
  await expect(heading).toHaveText('New Order');
});
