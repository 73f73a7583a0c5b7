/** Performance scores with Lighthouse's defaults: a phone on slow 4G. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { freePort } from '../../api/testing/freePort.ts';
import { findBrowser } from '../../e2e/findBrowser.ts';
import { launchOptions } from '../../e2e/launchOptions.ts';
import { figures, timeLine, type Line } from '../measure.ts';

const runs = 3;

interface Result {
  lhr: {
    categories: { performance?: { score: number | null } };
    audits: Record<string, { numericValue?: number } | undefined>;
    runtimeError?: { message: string };
  };
}
type Lighthouse = (address: string, options: object) => Promise<Result | undefined>;

interface Aims {
  performance: string;
  largestPaint: string;
}

export async function lighthouseScores(signIn: string, publicPage: string): Promise<Line[]> {
  return [
    ...(await scoresOf('sign-in', signIn, { performance: '≥ 95', largestPaint: '≤ 2.0 s' })),
    ...(await scoresOf('the public page', publicPage, { performance: '100', largestPaint: '≤ 1.3 s' })),
  ];
}

async function scoresOf(page: string, address: string, aims: Aims): Promise<Line[]> {
  const scores: number[] = [];
  const largestPaints: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = await reportOf(address);
    scores.push(Math.round((report.categories.performance?.score ?? 0) * 100));
    largestPaints.push(report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
  }
  const { count, min, median, max } = figures(scores);
  const spread = `min ${min}, max ${max}, ${count} runs`;
  return [
    { what: `Lighthouse, ${page}: performance`, figure: `${median}`, spread, aim: aims.performance },
    timeLine(`Lighthouse, ${page}: largest paint`, figures(largestPaints), aims.largestPaint),
  ];
}

/** Retries once, because Lighthouse sometimes misses the start of a fast page and fails. */
async function reportOf(address: string) {
  return oneReportOf(address).catch(() => oneReportOf(address));
}

/** Uses a new browser, so that visits do not share a cache. */
async function oneReportOf(address: string) {
  const port = await freePort();
  const options = launchOptions(await findBrowser());
  const browser = await chromium.launch({ ...options, args: [...options.args!, `--remote-debugging-port=${port}`] });
  try {
    const lighthouse = await installedLighthouse();
    const result = await lighthouse(address, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance'],
    });
    if (!result) throw new Error(`Lighthouse has no report of ${address}`);
    const { runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse failed on ${address}: ${runtimeError.message}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** Installs Lighthouse on first use, because nothing else needs its packages. */
async function installedLighthouse(): Promise<Lighthouse> {
  const folder = path.join(import.meta.dirname, '..', 'lighthouse');
  const main = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(main)) {
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('Lighthouse could not be installed');
  }
  return ((await import(pathToFileURL(main).href)) as { default: Lighthouse }).default;
}
