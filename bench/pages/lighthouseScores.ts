/** What Lighthouse says of the two pages that a stranger opens, with its own defaults: a phone on slow 4G. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { freePort } from '../../api/testing/freePort.ts';
import { findBrowser } from '../../e2e/findBrowser.ts';
import { launchOptions } from '../../e2e/launchOptions.ts';
import { figures } from '../measure.ts';
import { timeLine, type Line } from '../report.ts';

const runs = 3;

const categories = { performance: 'performance', accessibility: 'accessibility', 'best-practices': 'best practices' };
type Category = keyof typeof categories;

/** What of Lighthouse is used here. */
interface Result {
  lhr: {
    categories: Record<string, { score: number | null } | undefined>;
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
  const scores: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
  const largestPaints: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = await reportOf(address);
    for (const category of Object.keys(scores) as Category[]) {
      scores[category].push(Math.round((report.categories[category]?.score ?? 0) * 100));
    }
    largestPaints.push(report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN);
  }
  return [
    scoreLine(`Lighthouse, ${page}: ${categories.performance}`, scores.performance, aims.performance),
    timeLine(`Lighthouse, ${page}: largest paint`, figures(largestPaints), aims.largestPaint),
    scoreLine(`Lighthouse, ${page}: ${categories.accessibility}`, scores.accessibility, '100'),
    scoreLine(`Lighthouse, ${page}: ${categories['best-practices']}`, scores['best-practices'], '100'),
  ];
}

/** Lighthouse at times misses the beginning of a page that comes at once, and says so: it is asked once more. */
async function reportOf(address: string) {
  return oneReportOf(address).catch(() => oneReportOf(address));
}

/** In a browser of its own, so that no visit finds what another one left. */
async function oneReportOf(address: string) {
  const port = await freePort();
  const options = launchOptions(await findBrowser());
  const browser = await chromium.launch({ ...options, args: [...options.args!, `--remote-debugging-port=${port}`] });
  try {
    const lighthouse = await installedLighthouse();
    const result = await lighthouse(address, {
      port,
      logLevel: 'error',
      onlyCategories: Object.keys(categories),
    });
    if (!result) throw new Error(`Lighthouse has no report of ${address}`);
    const { runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse of ${address}: ${runtimeError.message}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function scoreLine(what: string, scores: readonly number[], aim: string): Line {
  const { count, min, median, max } = figures(scores);
  return { what, figure: `${median}`, spread: `min ${min}, max ${max}, ${count} runs`, aim };
}

/** Installed when it is first needed, into a folder of its own: sixty packages that nothing but this needs. */
async function installedLighthouse(): Promise<Lighthouse> {
  const folder = path.join(import.meta.dirname, '..', 'lighthouse');
  const main = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(main)) {
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('Lighthouse could not be installed');
  }
  return ((await import(pathToFileURL(main).href)) as { default: Lighthouse }).default;
}
