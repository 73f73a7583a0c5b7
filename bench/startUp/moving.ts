/** Ways inside a page that stands: orders opened from a list, Back, and from one list to another. */
import type { Page } from '@playwright/test';
import { folders, type FolderName } from 'shared/rules/folders';
import { figures } from '../measure.ts';
import { timeLine, type Line } from '../report.ts';
import type { Visit } from './visit.ts';
import { runs } from './runs.ts';
import { newVisitor } from './visitors.ts';
import { firstSeen, seenAfter } from './watchFrames.ts';

const ordersOpened = 5;
/** No order is in two of them, so another first row is the row of another list. */
const visited: readonly FolderName[] = ['priorityOrder', 'awaitingOrder', 'awaitingGovt', 'refundOrder', 'newOrder'];

export async function moving({ browser, session, places: { list } }: Visit): Promise<Line[]> {
  const times = {
    first: [] as number[],
    later: [] as number[],
    back: [] as number[],
    newFolder: [] as number[],
    knownFolder: [] as number[],
  };
  for (let visitor = -1; visitor < runs; visitor += 1) {
    await newVisitor(browser, { session }, async (page) => {
      await page.goto(list);
      await firstSeen(page, 'row');
      const orders = await openOrders(page);
      const newFolder = await changeFolders(page);
      const knownFolder = await changeFolders(page);
      if (visitor < 0) return;
      times.first.push(orders.opened[0]!);
      times.later.push(...orders.opened.slice(1));
      times.back.push(...orders.back);
      times.newFolder.push(...newFolder);
      times.knownFolder.push(...knownFolder);
    });
  }
  return [
    timeLine('The first order opened from a list that rests, to its head', figures(times.first), '≤ 250 ms'),
    timeLine('Another order opened, to its head', figures(times.later), '≤ 100 ms'),
    timeLine('Back from an order to the rows', figures(times.back), '≤ 100 ms'),
    timeLine('Route change to the rows of a list not seen yet', figures(times.newFolder), '≤ 100 ms'),
    timeLine('Route change to the rows of a list seen before', figures(times.knownFolder), '≤ 100 ms'),
  ];
}

async function openOrders(page: Page) {
  const { title } = folders.newOrder;
  const ids = await page
    .locator('main [role=row][data-id]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id!));
  if (ids.length <= ordersOpened) throw new Error(`A list of ${ids.length} orders is too short to be measured`);
  const opened: number[] = [];
  const back: number[] = [];
  for (const id of ids.slice(0, ordersOpened + 1)) {
    await rest(page);
    opened.push(await seenAfter(page, { click: rowLink(id) }, { thing: 'order', id }));
    await rest(page);
    back.push(await seenAfter(page, 'back', { thing: 'row', heading: title }));
  }
  return { opened, back };
}

async function changeFolders(page: Page): Promise<number[]> {
  const took: number[] = [];
  for (const folder of visited) {
    const { path, title: heading } = folders[folder];
    await rest(page);
    const not = await page.locator('main [role=row][data-id]').first().getAttribute('data-id');
    took.push(await seenAfter(page, { click: `nav a[href="${path}"]` }, { thing: 'row', heading, not }));
  }
  return took;
}

const rowLink = (id: string) => `main [role=row][data-id="${id}"] a[href^="/admin/view-order/"]`;

/** A person looks at a screen before the next click, and in the meantime it loads ahead what it will. */
async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
