/** Apps from earlier builds, or built for another React, on one page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { deskVersion } from 'shared/desk/version';
import { folderStore } from '../../api/remotes/folderStore.ts';
import { readFiles } from '../../scripts/build/files.ts';
import { publishVersion } from '../../scripts/release/publishRemote.ts';
import { expect } from '../journey.ts';
import { test as base } from '../ownRemotes.ts';
import { menuLink, signIn } from '../pages/staffPages.ts';

const test = base.extend({
  expectedNoise: async ({}, use) => use([/Failed to load resource/, /remote_?-?(fifth|orders)/, /does not satisfy/]),
});

/** e2e/remote-fifth as built by an earlier commit, with the container name of that time. */
const older = path.resolve(import.meta.dirname, '../older/remote-fifth');
const major = (version: string) => version.split('.')[0];

test('an old remote, built for another major version of desk, is refused', async ({ page, ownDesk, remotesDir }) => {
  const author = { at: new Date().toISOString(), by: 'Journey', commit: null };
  await publishVersion(folderStore(remotesDir), {
    ...{ name: 'remote-fifth', version: '1.0.0-older', author, keepDays: 14 },
    files: () => readFiles(older),
  });
  const { builtFor } = JSON.parse(readFileSync(path.join(older, 'mf-manifest.json'), 'utf8')).metaData.descriptor;
  expect(major(builtFor.desk)).not.toBe(major(deskVersion));

  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'Visitors').click();
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Visitors are being updated');
});

test('a shell with an older desk refuses newer remotes with a text, and keeps working', async ({ page, ownDesk }) => {
  await withoutHashes(page);
  // Changes the major version of `desk` in the shell's scripts, as if an earlier build had made them.
  await page.route(/^https?:\/\/[^/]+\/assets\/[^/]+\.js$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(`"${deskVersion}"`, '"1.0.0"')
      // Change only the range of `shared/desk`, because another shared module may have the same major version.
      .replace(/("shared\/desk":\[.{0,120}?requiredVersion:)"[^"]*"/g, '$1"^1.0.0"')
      .replace(/requiredVersion:"[^"]*"([^{}]*?shareKey:"shared\/desk")/g, 'requiredVersion:"^1.0.0"$1');
    await route.fulfill({ response, body });
  });
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('heading', { name: 'Order lists are being updated' })).toBeVisible();
  await expect(page.getByText(`was built for desk ${deskVersion}, but the shell has 1.0.0`)).toBeAttached();
  await expect(menuLink(page, 'New Orders')).toHaveText(/\d/);
});

/** Removes the integrity hashes from pages, because the browser would refuse scripts that do not match them. */
const withoutHashes = (page: Page) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/sha384-[^"]*/g, '') });
  });

/** Gives the page a remote-orders that claims to be built for React 99. */
async function builtForAnotherReact(page: Page) {
  await withoutHashes(page);
  await page.route('**/remotes/remote-orders/**/remoteEntry*.js', async (route) => {
    const response = await route.fetch();
    const entry = await response.text();
    const body = entry.replace(/(requiredVersion:"\^)[\d.]+("[^{}]*?shareKey:"react")/g, '$199.0.0$2');
    expect(body).not.toBe(entry);
    await route.fulfill({ response, body });
  });
}

test('remotes contain no copy of a shared module', async ({ desk }) => {
  const { remotes } = await (await fetch(`${desk.staff}/remotes.json`)).json();
  const copied = Object.values<{ manifest: string }>(remotes).map(async ({ manifest }) => {
    const { shared } = await (await fetch(new URL(manifest, desk.staff))).json();
    const modules: { name: string; assets: { js: { sync: string[] } } }[] = shared;
    return modules.filter(({ assets }) => assets.js.sync.length > 0).map(({ name }) => name);
  });
  expect((await Promise.all(copied)).flat()).toEqual([]);
});

test('a remote for another React is refused as being updated', async ({ page, ownDesk }) => {
  await builtForAnotherReact(page);
  await signIn(page, ownDesk, 'Admin');
  await menuLink(page, 'New Orders').click();
  await expect(page.getByRole('heading', { name: 'Order lists are being updated' })).toBeVisible();
  await menuLink(page, 'Manage Team').click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Manage Team');
});
