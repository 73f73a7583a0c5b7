import { defineConfig } from '@playwright/test';
import { findBrowser } from './findBrowser.ts';
import { launchOptions } from './launchOptions.ts';

const browser = await findBrowser();
// Only the main process logs the browser, because workers read this file too.
if (!process.env.TEST_WORKER_INDEX) console.log(`Browser: ${browser.label}`);

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/artifacts',
  // Each worker has a browser and a desk, so more than two would only slow each other down on two cores.
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
    // Off, because recording takes processor time. `npm run journeys -- NAME --trace on` records a trace.
    trace: 'off',
    launchOptions: launchOptions(browser),
  },
});
