import type { BrowserContext, Page } from '@playwright/test';

/**
 * What a person waits for:
 * - `row`: a row of a list with an order in it, so neither a skeleton nor what React has hidden meanwhile;
 * - `order`: the head of an order with its text, not the one that says that it is loading;
 * - `form`: the field for the e-mail, once React listens. React leaves the handlers of an element in a key of its own on
 *   it, `__reactProps$…`, as it makes the element or takes over one that the server sent: what is typed or submitted
 *   before that is lost on it.
 */
export type Thing = 'row' | 'order' | 'form';

/** What must be there: a thing and, for some, which one. */
export interface Wanted {
  thing: Thing;
  /** Of an order. */
  id?: string;
  /** Of the screen. */
  heading?: string;
  /** The first row, or the order, is another than this one. */
  not?: string | null;
}

interface Frames {
  first: (wanted: Wanted) => Promise<number>;
}

declare global {
  var startUpFrames: Frames | undefined;
}

/**
 * Has every page of the context look at each of its own frames, from its first one on, so that neither the way to the
 * browser nor a clock between is in the figures. A frame that has a thing is the one that draws it.
 */
export const watchFrames = (context: BrowserContext): Promise<unknown> => context.addInitScript(look);

/** Resolves to when the page had it, in ms from the beginning of its navigation. */
export const firstSeen = (page: Page, thing: Thing): Promise<number> =>
  page.evaluate((wanted) => globalThis.startUpFrames!.first(wanted), { thing });

/** Clicks what `link` selects, or goes Back, and resolves to the ms until a frame has what is wanted. */
export const seenAfter = (page: Page, act: { click: string } | 'back', wanted: Wanted): Promise<number> =>
  page.evaluate(
    async ({ act, wanted }) => {
      const link = act === 'back' ? null : document.querySelector<HTMLElement>(act.click);
      if (act !== 'back' && !link) throw new Error(`Nothing to click: ${act.click}`);
      const began = performance.now();
      if (link) link.click();
      else history.back();
      return (await globalThis.startUpFrames!.first(wanted)) - began;
    },
    { act, wanted },
  );

/** Runs in the page, before its scripts: nothing from outside may be used. */
function look() {
  const reactProps = (element: Element): Record<string, unknown> => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    return key ? (element as unknown as Record<string, Record<string, unknown>>)[key]! : {};
  };
  const shownOrder = ({ id, not }: Omit<Wanted, 'thing'>) => {
    const heading = document.querySelector('main h1');
    const shown = /^\d{6,}\b/.exec(heading?.textContent ?? '')?.[0];
    const isWanted = shown !== undefined && shown !== not && (id === undefined || shown === id);
    return isWanted && heading!.checkVisibility() && !heading!.closest('[aria-busy=true]');
  };
  const there: Record<Thing, (which: Omit<Wanted, 'thing'>) => boolean> = {
    row: ({ not, heading }) => {
      if (heading !== undefined && document.querySelector('main h1')?.textContent !== heading) return false;
      const row = document.querySelector<HTMLElement>('main [role=row][data-id]');
      return (
        row !== null && row.dataset.id !== not && row.checkVisibility() && row.textContent.includes(row.dataset.id!)
      );
    },
    order: shownOrder,
    form: () => {
      const field = document.querySelector<HTMLInputElement>('form input[name=email]');
      return (
        field !== null &&
        field.checkVisibility() &&
        typeof reactProps(field).onChange === 'function' &&
        typeof reactProps(field.form!).onSubmit === 'function'
      );
    },
  };
  // What is first there of each kind is noted as it happens: it is asked for later, over the way from the bench.
  const seen = new Map<Thing, number>();
  const waiting: { wanted: Wanted; resolve: (at: number) => void }[] = [];
  globalThis.startUpFrames = {
    first: (wanted) =>
      new Promise((resolve, reject) => {
        const { thing, ...which } = wanted;
        const at = Object.keys(which).length ? undefined : seen.get(thing);
        if (at !== undefined) return resolve(at);
        waiting.push({ wanted, resolve });
        // What never comes, such as React's key by another name, must not keep the bench for ever.
        setTimeout(() => reject(new Error(`Not there within a minute: ${JSON.stringify(wanted)}`)), 60_000);
      }),
  };
  requestAnimationFrame(function frame() {
    for (const thing of ['row', 'order', 'form'] as const) {
      if (!seen.has(thing) && there[thing]({})) seen.set(thing, performance.now());
    }
    for (let at = waiting.length - 1; at >= 0; at -= 1) {
      const { wanted, resolve } = waiting[at]!;
      if (!there[wanted.thing](wanted)) continue;
      waiting.splice(at, 1);
      resolve(performance.now());
    }
    requestAnimationFrame(frame);
  });
}
