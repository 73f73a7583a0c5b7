import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { watchFrames } from './watchFrames.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Milliseconds of a round trip, and how many times slower than this machine. */
export interface Conditions {
  roundTrip: number;
  slower: number;
  /** Both ways; as fast as this machine, if not given. */
  bitsPerSecond?: number;
}

const size: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/** What a member's browser keeps after one visit: the session, and the menu of the last time. */
export async function signedIn(browser: Browser, staff: string): Promise<Session> {
  const context = await browser.newContext(size);
  try {
    const page = await context.newPage();
    await page.goto(staff);
    await page.getByLabel('Email ID').fill('admin@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${staff}/admin`);
    await page.waitForLoadState('networkidle');
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** The same session on another origin. */
export const sessionOn = (origin: string, { cookies, origins }: Session): Session => ({
  cookies,
  origins: origins.map(({ localStorage }) => ({ origin, localStorage })),
});

/** A visitor whose cache is empty, with a page that watches its frames; gone when `visit` has ended. */
export async function newVisitor<T>(
  browser: Browser,
  { session, conditions }: { session?: Session; conditions?: Conditions },
  visit: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...size, storageState: session });
  try {
    await watchFrames(context);
    const page = await context.newPage();
    if (conditions) {
      const bytesPerSecond = conditions.bitsPerSecond ? conditions.bitsPerSecond / 8 : -1;
      const devTools = await context.newCDPSession(page);
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: conditions.roundTrip,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: conditions.slower });
    }
    return await visit(page);
  } finally {
    await context.close();
  }
}
