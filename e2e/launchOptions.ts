import type { LaunchOptions } from '@playwright/test';
import type { FoundBrowser } from './findBrowser.ts';

/** For journeys and benches alike: it starts as root and without a GPU, and makes no calls home that would be measured. */
export const launchOptions = ({ executablePath, env }: FoundBrowser): LaunchOptions => ({
  executablePath,
  env: { ...process.env, ...env },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
