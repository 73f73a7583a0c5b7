/**
 * The public tracking page on a phone abroad: 1.6 Mbit/s, 150 ms round trips, a CPU 4 times slower, an empty cache each time.
 * Its floors, in the same runs: the first paint of the page without its script, and the moment at which the last byte of the
 * script is there, before anything of it has run.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/findBrowser.ts';
import { launchOptions } from '../e2e/launchOptions.ts';
import { startDesk } from '../e2e/startDesk.ts';
import { figures } from './measure.ts';
import { ratioLine, timeLine, type Line } from './report.ts';
import { bytesOf, kilobytes, scriptsOf } from '../e2e/pages/scriptsOf.ts';
import { newVisitor, type Conditions } from './startUp/visitors.ts';
import { firstSeen } from './startUp/watchFrames.ts';

const abroad: Conditions = { roundTrip: 150, slower: 4, bitsPerSecond: 1_600_000 };
const runs = Number(process.env.BENCH_RUNS ?? 5);

export async function customer(): Promise<Line[]> {
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const desk = await startDesk();
  const address = `${desk.customers}/track-order/100001`;
  try {
    return [...(await loaded(browser, address)), ...(await times(browser, address))];
  } finally {
    await browser.close();
    await desk.stop();
  }
}

async function loaded(browser: Browser, address: string): Promise<Line[]> {
  return newVisitor(browser, {}, async (page) => {
    let requests = 0;
    page.on('request', (request) => (requests += Number(!request.url().startsWith('data:'))));
    const scripts = await scriptsOf(page, async () => {
      await page.goto(address);
      await firstSeen(page, 'form');
    });
    return [
      {
        what: 'JavaScript of the tracking page',
        figure: kilobytes(bytesOf(scripts)),
        spread: `gzip, ${scripts.length} files`,
        aim: '≤ 106 KB',
      },
      { what: 'Requests of the tracking page', figure: String(requests), aim: '≤ 10' },
    ];
  });
}

async function times(browser: Browser, address: string): Promise<Line[]> {
  const found = { paint: [] as number[], bare: [] as number[], ready: [] as number[], arrived: [] as number[] };
  for (let run = -1; run < runs; run += 1) {
    const whole = await newVisitor(browser, { conditions: abroad }, async (page) => {
      await page.goto(address, { waitUntil: 'commit' });
      const ready = await firstSeen(page, 'form');
      return { paint: await firstPaint(page), ready, arrived: await lastScript(page) };
    });
    const bare = await newVisitor(browser, { conditions: abroad }, async (page) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto(address);
      return firstPaint(page);
    });
    if (run < 0) continue;
    found.paint.push(whole.paint);
    found.ready.push(whole.ready);
    found.arrived.push(whole.arrived);
    found.bare.push(bare);
  }
  const [paint, bare] = [figures(found.paint), figures(found.bare)];
  const [ready, arrived] = [figures(found.ready), figures(found.arrived)];
  return [
    timeLine('First contentful paint', paint, '≤ 1.2 s'),
    timeLine('The floor: the same page without its script', bare),
    ratioLine('First contentful paint, to its floor', paint, bare),
    timeLine('Ready to type: a form that React listens to', ready, '≤ 2.0 s'),
    timeLine('The floor: the last byte of the script', arrived),
    ratioLine('Ready to type, to its floor', ready, arrived),
  ];
}

/** Milliseconds from the beginning of the navigation. */
const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list, observer) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (!paint) return;
          observer.disconnect();
          resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true }),
      ),
  );

const lastScript = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ initiatorType }) => initiatorType === 'script')
        .map(({ responseEnd }) => responseEnd),
    ),
  );
