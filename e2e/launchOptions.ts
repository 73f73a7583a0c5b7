import type { LaunchOptions } from '@playwright/test';
import type { FoundBrowser } from './findBrowser.ts';

/**
 * Chromium's address bar pages. Each new window loads them, which makes the first second of a tested page half as long
 * again.
 */
export const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Playwright's own list of disabled features: Chromium only reads the last list, so ours must include it. */
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
 * For journeys and benches: works as root and without a GPU, and disables background activity that would be measured.
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
