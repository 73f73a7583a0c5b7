import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** A script's URL, and its size in bytes with gzip at level 9. Its encoding on the network may differ. */
export interface Script {
  url: string;
  gzipped: number;
}

/** The distinct scripts that the page loads before `until` has resolved and the network is idle. */
export async function scriptsOf(page: Page, until: () => Promise<unknown>): Promise<Script[]> {
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const url = response.url();
    // A prefetched script may get a second response from the cache.
    if (response.request().resourceType() === 'script' && !bodies.has(url)) bodies.set(url, response.body());
  });
  await until();
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('response');
  const scripts: Script[] = [];
  for (const [url, body] of bodies) scripts.push({ url, gzipped: gzipSync(await body, { level: 9 }).length });
  return scripts;
}

export const bytesOf = (scripts: readonly Script[]): number => scripts.reduce((sum, { gzipped }) => sum + gzipped, 0);
