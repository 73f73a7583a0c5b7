/** What a person waits for and what a page loads, in real Chromium against a real desk. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/findBrowser.ts';
import { launchOptions } from '../e2e/launchOptions.ts';
import { startDesk, type Desk } from '../e2e/startDesk.ts';
import { figures } from './measure.ts';
import { timeLine, type Line } from './report.ts';
import { bytesOf, kilobytes, scriptsOf, type Script } from '../e2e/pages/scriptsOf.ts';

export async function inTheBrowser(): Promise<Line[]> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const desk = await startDesk();
  try {
    return [...(await pageBytes(browser, desk)), ...(await signInToDashboard(browser, desk))];
  } finally {
    await browser.close();
    await desk.stop();
  }
}

/** All JavaScript that a page has loaded once it stands, each file gzipped by itself at level 9. */
async function pageBytes(browser: Browser, desk: Desk): Promise<Line[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const staffPage = (open: () => Promise<unknown>, untilText: string) =>
    scriptsOf(page, () => openUntil(page, open, untilText));
  const signInPage = await staffPage(() => page.goto(desk.staff), 'Sign In');
  const newOrders = await staffPage(() => signIn(page, `${desk.staff}/admin/recent-order`), 'Rows per page');
  const other = await context.newPage();
  const publicPage = await scriptsOf(other, () =>
    openUntil(other, () => other.goto(`${desk.customers}/track-order`), 'TRACK ORDER'),
  );
  await context.close();
  return [
    bytesLine('JavaScript of the sign-in page', signInPage, '≤ 300 KB'),
    bytesLine('JavaScript of New Orders, sign-in included', newOrders, '≤ 550 KB'),
    bytesLine('JavaScript of the public tracking page', publicPage, '≤ 120 KB'),
  ];
}

async function openUntil(page: Page, open: () => Promise<unknown>, text: string) {
  await open();
  await page.getByText(text).first().waitFor();
}

const bytesLine = (what: string, scripts: readonly Script[], aim: string): Line => ({
  what,
  figure: kilobytes(bytesOf(scripts)),
  spread: `gzip, ${scripts.length} files`,
  aim,
});

async function signIn(page: Page, address: string) {
  await page.goto(address);
  await page.getByLabel('Email ID').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** From the click on Sign In to five tiles with their counts; a new visitor each time, with an empty cache. */
async function signInToDashboard(browser: Browser, desk: Desk): Promise<Line[]> {
  const times: number[] = [];
  for (let run = -1; run < 9; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(desk.staff);
    await page.getByLabel('Email ID').fill('admin@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('arrival-desk');
    const began = performance.now();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Completed Orders.*\d/ })
      .waitFor();
    if (run >= 0) times.push(performance.now() - began);
    await context.close();
  }
  return [timeLine('Sign-in to dashboard, from the click to the counts', figures(times))];
}
