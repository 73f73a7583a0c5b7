import { defineConfig } from '@playwright/test';
import { findBrowser } from './findBrowser.ts';
import { launchOptions } from './launchOptions.ts';

const browser = await findBrowser();
console.log(`Browser: ${browser.executablePath.split('/').at(-1)} (from ${browser.origin})`);

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/artifacts',
  // Two cores, one browser and one desk each: more only makes them wait for each other.
  workers: 2,
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixelRatio: 0.002 } },
  // Of one set for all machines.
  snapshotPathTemplate: 'pictures/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Pacific/Auckland',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // What the page held at each step, without a film of it: that costs a tenth of a journey.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: launchOptions(browser),
  },
});
