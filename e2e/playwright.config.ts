import { defineConfig } from '@playwright/test';
import { findBrowser } from './findBrowser.ts';
import { launchOptions } from './launchOptions.ts';

const browser = await findBrowser();
// Workers read this file too.
if (!process.env.TEST_WORKER_INDEX) console.log(`Browser: ${browser.label}`);

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/artifacts',
  // Two cores, one browser and one desk each: more only makes them wait for each other.
  workers: 2,
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Pacific/Auckland',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Snapshots without screenshots, which cost a tenth of a journey.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: launchOptions(browser),
  },
});
