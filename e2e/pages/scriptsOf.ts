import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** A script's address, and its bytes as gzip at level 9 makes them, however it was sent. */
export interface Script {
  url: string;
  gzipped: number;
}

/** The scripts that the page loads from now until `until` is done and the network rests, each once. */
export async function scriptsOf(page: Page, until: () => Promise<unknown>): Promise<Script[]> {
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const url = response.url();
    // One that was loaded ahead may be answered once more, from the cache.
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
