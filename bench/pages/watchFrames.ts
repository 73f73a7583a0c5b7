import type { BrowserContext, Page } from '@playwright/test';

/**
 * `row`: a list row, not a skeleton. `order`: an order's heading, not its loading state. `form`: the email field once
 * React handles its events, which a property `__reactProps$…` shows.
 */
export type Thing = 'row' | 'order' | 'form';

interface Wanted {
  thing: Thing;
  id?: string;
  heading?: string;
  /** Id of an order to ignore. */
  not?: string | null;
}

declare global {
  /** Milliseconds from the start of the navigation. */
  var firstFrames: Partial<Record<Thing, number>>;
  var isSeen: (wanted: Wanted) => boolean;
}

/** Watches each page of the context from its first frame. Playwright itself would begin a quarter of a second late. */
export const watchFrames = (context: BrowserContext): Promise<unknown> => context.addInitScript(look);

/** Milliseconds from the start of the navigation. */
export async function firstSeen(page: Page, thing: Thing): Promise<number> {
  const seen = await page.waitForFunction((thing) => globalThis.firstFrames[thing], thing, { timeout: 60_000 });
  return (await seen.jsonValue())!;
}

/** Clicks or goes back. Returns the milliseconds until a frame contains the wanted element. */
export async function seenAfter(page: Page, act: { click: string } | 'back', wanted: Wanted): Promise<number> {
  const options = { polling: 'raf', timeout: 60_000 } as const;
  const seen = page.waitForFunction((wanted) => globalThis.isSeen(wanted) && performance.now(), wanted, options);
  const began = await page.evaluate((act) => {
    const at = performance.now();
    if (act === 'back') history.back();
    else document.querySelector<HTMLElement>(act.click)!.click();
    return at;
  }, act);
  return Number(await (await seen).jsonValue()) - began;
}

/** Playwright runs this function's text in the page, so it must not use anything from outside itself. */
function look() {
  const isListening = (element: Element, event: 'onChange' | 'onSubmit') => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const props = (element as unknown as Record<string, Record<string, unknown> | undefined>)[key ?? ''];
    return typeof props?.[event] === 'function';
  };
  globalThis.firstFrames = {};
  globalThis.isSeen = ({ thing, id, heading, not }) => {
    const title = document.querySelector('main h1');
    if (thing === 'row') {
      const row = document.querySelector<HTMLElement>('main [role=row][data-id]');
      if (!row?.checkVisibility() || (heading !== undefined && title?.textContent !== heading)) return false;
      return row.dataset.id !== not && row.textContent.includes(row.dataset.id!);
    }
    if (thing === 'order') {
      const shown = /^\d{6,}\b/.exec(title?.textContent ?? '')?.[0];
      if (shown === undefined || (id !== undefined && shown !== id)) return false;
      return title!.checkVisibility() && !title!.closest('[aria-busy=true]');
    }
    const field = document.querySelector<HTMLInputElement>('form input[name=email]');
    return !!field?.checkVisibility() && isListening(field, 'onChange') && isListening(field.form!, 'onSubmit');
  };
  requestAnimationFrame(function frame() {
    for (const thing of ['row', 'order', 'form'] as const) {
      if (globalThis.isSeen({ thing })) globalThis.firstFrames[thing] ??= performance.now();
    }
    requestAnimationFrame(frame);
  });
}
