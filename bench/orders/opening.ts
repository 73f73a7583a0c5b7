import type { Browser, Page } from '@playwright/test';
import { folders } from 'shared/rules/folders';
import type { Desk } from '../../e2e/startDesk.ts';
import { figures } from '../measure.ts';
import { timeLine, type Line } from '../report.ts';
import { newVisitor, type Session } from '../startUp/visitors.ts';
import { firstSeen, seenAfterPress } from '../startUp/watchFrames.ts';

const { path, title } = folders.completedOrder;
/** Of ten orders each; an order is opened once, since what was just read needs no call. */
const pages = 5;
const stepsOn = 40;
/** How long a person looks at a row before pressing, and at an order before going on. Milliseconds. */
const look = 250;

interface Times {
  rested: number[];
  unrested: number[];
  back: number[];
}

/** From a key or click on a row to the order's first section, Back to its row, and from one order to the next. */
export function opening(browser: Browser, desk: Desk, session: Session): Promise<Line[]> {
  return newVisitor(browser, { session }, async (page) => {
    const times: Times = { rested: [], unrested: [], back: [] };
    for (let number = 1; number <= pages; number += 1) {
      await openRows(page, await rowsOf(page, `${desk.staff}${path}?page=${number}`), times);
    }
    const { rested, unrested, back } = times;
    const [first] = await rowsOf(page, `${desk.staff}${path}?page=${pages + 1}`);
    await seenAfterPress(page, () => linkOf(page, first!).click(), { thing: 'section', id: first });
    const along = await stepsBy(page, 'j', stepsOn);
    const taken = await stepsBy(page, 'n', stepsOn / 2);
    return [
      timeLine('From a click on a row, rested on, to the order’s first section', figures(rested), 'p95 ≤ 100 ms'),
      timeLine('From a click on a row, at once, to the order’s first section', figures(unrested), 'p95 ≤ 100 ms'),
      timeLine('Back to the list, at its row', figures(back), '≤ 50 ms'),
      timeLine('From J to the first section of the list’s next order', figures(along), 'p95 ≤ 200 ms'),
      timeLine('From N to the first section of the order that it takes', figures(taken), 'p95 ≤ 200 ms'),
    ];
  });
}

/** Shows a page of the list until it rests, and answers the ids of its rows. */
async function rowsOf(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  await firstSeen(page, 'row');
  await page.waitForLoadState('networkidle');
  return page
    .locator('main [role=row][data-id]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id!));
}

/** Opens each of them and goes back: every other one after a rest on its row. The first only warms up. */
async function openRows(page: Page, ids: readonly string[], times: Times): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const rests = index % 2 === 0;
    await page.mouse.move(5, 5);
    const link = linkOf(page, id);
    if (rests) {
      await link.hover();
      await page.waitForTimeout(look);
    }
    const opened = await seenAfterPress(page, () => link.click(), { thing: 'section', id });
    await page.waitForTimeout(look);
    const back = await seenAfterPress(page, () => page.keyboard.press('u'), { thing: 'row', heading: title });
    await page.waitForTimeout(look);
    if (index === 0) continue;
    (rests ? times.rested : times.unrested).push(opened);
    times.back.push(back);
  }
}

/** From the order that is shown to the next, by a key. */
async function stepsBy(page: Page, key: 'j' | 'n', steps: number): Promise<number[]> {
  const took: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.waitForTimeout(look);
    const not = /\d{6,}/.exec((await page.locator('main h1').first().textContent()) ?? '')![0];
    took.push(await seenAfterPress(page, () => page.keyboard.press(key), { thing: 'section', not }));
  }
  return took;
}

const linkOf = (page: Page, id: string) =>
  page.locator(`main [role=row][data-id="${id}"]`).getByRole('link', { name: /^View/ });
