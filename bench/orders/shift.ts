import type { Browser, Page } from '@playwright/test';
import { folders } from 'shared/rules/folders';
import { makePdf } from '../../e2e/pages/makePdf.ts';
import type { Desk } from '../../e2e/startDesk.ts';
import { figures } from '../measure.ts';
import { timeLine, type Line } from '../report.ts';
import { newVisitor, type Session } from '../startUp/visitors.ts';
import { firstSeen, seenAfterPress } from '../startUp/watchFrames.ts';
import { memoryOf, takeWork, watchWork, workOf } from './watchWork.ts';

const { path, title } = folders.completedOrder;
const ordersSeen = 200;
/** How long a person looks before the next key. Milliseconds. */
const look = 150;

/** A shift by keys alone, of some 200 orders: what the page does at each key, and what it keeps. */
export function shift(browser: Browser, desk: Desk, session: Session): Promise<Line[]> {
  return newVisitor(browser, { session }, async (page) => {
    await watchWork(page);
    await page.goto(`${desk.staff}${path}?page=10`);
    await firstSeen(page, 'row');
    await page.waitForLoadState('networkidle');
    const loading = await takeWork(page);
    await page.keyboard.press('j');
    await press(page, 'Enter', { thing: 'section' });
    const memory: number[] = [];
    let shown = await shownOrder(page);
    for (let seen = 1; seen <= ordersSeen; seen += 1) {
      await act(page, seen, shown);
      await press(page, 'j', { thing: 'section', not: shown });
      shown = await shownOrder(page);
      if (seen === 20 || seen === ordersSeen) memory.push(await memoryOf(page));
    }
    const { interactions, longTasks, shifted } = await workOf(page);
    const [after20, after200] = memory as [number, number];
    return [
      { ...timeLine('Interactions of a shift by keys', figures(interactions)), aim: 'p98 ≤ 100 ms' },
      { what: 'Of these, the 98th of a hundred (INP)', figure: `${p98(interactions).toFixed(0)} ms`, aim: '≤ 100 ms' },
      {
        what: 'Long tasks of it over 100 ms',
        figure: String(longTasks.filter((ms) => ms > 100).length),
        spread: `${longTasks.length} over 50 ms, longest ${longest(longTasks)}; while the list was loaded ${longest(loading.longTasks)}`,
        aim: 'none',
      },
      {
        what: 'Layout shift of it',
        figure: shifted.toFixed(3),
        spread: `${loading.shifted.toFixed(3)} while the list was loaded`,
        aim: '0',
      },
      {
        what: 'Memory of the tab after 200 orders, to that after 20',
        figure: `${(after200 / after20).toFixed(2)} ×`,
        spread: `${(after200 / 2 ** 20).toFixed(1)} MB, ${(after20 / 2 ** 20).toFixed(1)} MB`,
        aim: '≤ 1.2 ×',
      },
    ];
  });
}

/** What is done with an order before the next one: mostly nothing but reading. */
async function act(page: Page, seen: number, shown: string): Promise<void> {
  await page.waitForTimeout(look);
  if (seen % 10 === 0) return comment(page, seen);
  if (seen % 10 === 3) return moveAndTakeBack(page);
  if (seen % 10 === 6) return backAndAgain(page, shown);
  if (seen % 50 === 45) return upload(page);
}

async function comment(page: Page, seen: number) {
  await page.keyboard.press('c');
  // In one piece: letters are quick, and would hide among them what is slow.
  await page.keyboard.insertText(`Seen, ${seen}.`);
  await answered(page, 'add-new-remark', () => page.keyboard.press('Control+Enter'));
  await page.keyboard.press('Escape');
}

async function moveAndTakeBack(page: Page) {
  await page.keyboard.press('m');
  // By its number: the place of the status that it has cannot be pressed.
  await answered(page, 'move-order-status', () => page.keyboard.press('4'));
  await answered(page, 'undo', () => page.keyboard.press('z'));
}

async function backAndAgain(page: Page, shown: string) {
  await press(page, 'u', { thing: 'row', heading: title });
  await page.waitForTimeout(look);
  await press(page, 'Enter', { thing: 'section', id: shown });
}

async function upload(page: Page) {
  await page.keyboard.press('d');
  await page.locator('input[type=file]').setInputFiles({
    name: 'declaration.pdf',
    mimeType: 'application/pdf',
    // As a scan: what it says is held against no order.
    buffer: makePdf(),
  });
  const send = page.getByRole('button', { name: 'Upload and send' });
  await answered(page, 'upload-visa-document', () => send.press('Enter'));
}

/** Presses, and waits until the call that it makes was answered. */
async function answered(page: Page, call: string, act: () => Promise<void>) {
  await Promise.all([page.waitForResponse((response) => response.url().includes(call)), act()]);
  await page.waitForTimeout(look);
}

const press = (page: Page, key: string, wanted: Parameters<typeof seenAfterPress>[2]) =>
  seenAfterPress(page, () => page.keyboard.press(key), wanted);

const shownOrder = async (page: Page) => /\d{6,}/.exec((await page.locator('main h1').first().textContent()) ?? '')![0];

const longest = (tasks: readonly number[]) => `${Math.max(0, ...tasks).toFixed(0)} ms`;

function p98(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.98))]!;
}
