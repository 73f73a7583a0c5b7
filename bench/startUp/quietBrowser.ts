import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../e2e/findBrowser.ts';
import { launchOptions } from '../../e2e/launchOptions.ts';

/** Chromium that loads nothing but what it is told to; rejects when its windows load pages of its own, which would be measured. */
export async function quietBrowser(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  try {
    const own = await pagesOfItsOwn(browser);
    if (own.length === 0) return browser;
    throw new Error(`Each window loads ${own.join(' and ')}: e2e/launchOptions has to switch that off`);
  } catch (fault) {
    await browser.close();
    throw fault;
  }
}

async function pagesOfItsOwn(browser: Browser): Promise<string[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // They come once the window stands.
    await page.waitForTimeout(1_500);
    const devTools = await browser.newBrowserCDPSession();
    const { targetInfos } = await devTools.send('Target.getTargets', { filter: [{}] });
    return targetInfos.map(({ url }) => url).filter((url) => url.startsWith('chrome://'));
  } finally {
    await context.close();
  }
}
