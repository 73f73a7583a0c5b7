/** Performance scores with Lighthouse's defaults: a phone on slow 4G. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../../e2e/findBrowser.ts';
import { launchOptions } from '../../e2e/launchOptions.ts';
import { figures, timeLine, type Line } from '../measure.ts';

const runs = 3;

interface Report {
  categories: { performance: { score: number } };
  audits: { 'largest-contentful-paint': { numericValue: number } };
}

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
    // Retries once, because Lighthouse sometimes misses the start of a fast page and fails.
    const { categories, audits } = await reportOf(address).catch(() => reportOf(address));
    scores.push(Math.round(categories.performance.score * 100));
    largestPaints.push(audits['largest-contentful-paint'].numericValue);
  }
  const { count, min, median, max } = figures(scores);
  const spread = `min ${min}, max ${max}, ${count} runs`;
  return [
    { what: `Lighthouse, ${page}: performance`, figure: `${median}`, spread, aim: aims.performance },
    timeLine(`Lighthouse, ${page}: largest paint`, figures(largestPaints), aims.largestPaint),
  ];
}

/** Each report starts a new browser, so that visits do not share a cache. */
async function reportOf(address: string): Promise<Report> {
  const { executablePath, env, args } = launchOptions(await findBrowser());
  const flags = ['--headless=new', ...args!].join(' ');
  const options = ['--output=json', '--quiet', '--only-categories=performance', `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)(process.execPath, [installedLighthouse(), address, ...options], {
    env: { ...(env as NodeJS.ProcessEnv), CHROME_PATH: executablePath },
    maxBuffer: 100_000_000,
  });
  return JSON.parse(stdout) as Report;
}

/** Installs Lighthouse on first use, because nothing else needs its packages. */
function installedLighthouse(): string {
  const folder = path.join(import.meta.dirname, '..', 'lighthouse');
  const command = path.join(folder, 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(command)) {
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('Lighthouse could not be installed');
  }
  return command;
}
