/** A copy of the published remotes and a desk that serves it, for journeys that remove or add remotes. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from './journey.ts';
import { forgetPrevious } from './releaseVariant.ts';
import { startDesk, type Desk } from './startDesk.ts';

const built = path.resolve(import.meta.dirname, '../dist/remotes');

interface Own {
  remotesFolder: string;
  ownDesk: Desk;
}

export const test = base.extend<{ remotesDir: string }, Own>({
  remotesFolder: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'remotes-'));
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  // All tests share the desk, because it reads the folder at each request.
  ownDesk: [
    async ({ remotesFolder }, use) => {
      const desk = await startDesk({ REMOTES_DIR: remotesFolder, DEMO_ORDERS: '30' }, { prepared: true });
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Each test starts from the build.
  remotesDir: [
    async ({ remotesFolder }, use) => {
      await rm(remotesFolder, { recursive: true, force: true });
      await cp(built, remotesFolder, { recursive: true });
      for (const name of await readdir(remotesFolder)) await forgetPrevious(remotesFolder, name);
      await use(remotesFolder);
    },
    { auto: true },
  ],
});
