import type { LaunchOptions } from '@playwright/test';
import type { FoundBrowser } from './findBrowser.ts';

/**
 * Chromium's pages for the address bar. Each new window loads these pages, which slows a tested page down in its first
 * second.
 */
export const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** The features that Playwright disables. Chromium reads only the last `--disable-features`: ours must include them. */
const playwrights = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

export const switchedOff: readonly string[] = [...playwrights, ...addressBar];

/**
 * For journeys and benches. Works as root and without a GPU, and disables background activity that would be measured.
 */
export const launchOptions = ({ executablePath, env }: FoundBrowser): LaunchOptions => ({
  executablePath,
  env: { ...process.env, ...env },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${switchedOff.join()}`,
  ],
});
