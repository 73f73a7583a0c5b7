/** For journeys that take remotes away or add some: a copy of the published ones, and a desk that serves it. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from './journey.ts';
import { startDesk, type Desk } from './startDesk.ts';

const built = path.resolve(import.meta.dirname, '../dist/remotes');

export const test = base.extend<{ remotesDir: string; ownDesk: Desk }>({
  remotesDir: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'remotes-'));
    await cp(built, folder, { recursive: true });
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  ownDesk: async ({ remotesDir }, use) => {
    const desk = await startDesk({ REMOTES_DIR: remotesDir, DEMO_ORDERS: '30' }, { prepared: true });
    await use(desk);
    await desk.stop();
  },
});
