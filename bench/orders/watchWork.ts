import type { Page } from '@playwright/test';

interface Work {
  /** Milliseconds from each key or press to the next frame after it: what INP is made of. */
  interactions: number[];
  /** Milliseconds of each task of 50 ms and more. */
  longTasks: number[];
  /** The sum of all layout shifts that no key or press explains (CLS, without its windows). */
  shifted: number;
}

declare global {
  var workSeen: Work | undefined;
}

interface EventTiming extends PerformanceEntry {
  interactionId: number;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Has the page note what each of its interactions costs, from its first script on. */
export const watchWork = (page: Page): Promise<unknown> => page.addInitScript(watch);

/** What it noted so far. An interaction is noted from 16 ms on; the quicker ones count as that. */
export const workOf = (page: Page): Promise<Work> =>
  page.evaluate(() => {
    const work = globalThis.workSeen!;
    const quick = Math.max(0, performance.interactionCount - work.interactions.length);
    return { ...work, interactions: [...work.interactions, ...Array.from({ length: quick }, () => 16)] };
  });

/** Forgets what the page cost until now, and answers it: to begin with, its own loading, which no key explains. */
export const takeWork = async (page: Page): Promise<Work> => {
  const before = await workOf(page);
  await page.evaluate(() => {
    Object.assign(globalThis.workSeen!, { longTasks: [], shifted: 0 });
  });
  return before;
};

/** Bytes of the tab's heap, once what nobody holds any more is gone. */
export async function memoryOf(page: Page): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  await devTools.detach();
  return usedSize;
}

/** Runs in the page, before its scripts: nothing from outside may be used. */
function watch() {
  const work: Work = { interactions: [], longTasks: [], shifted: 0 };
  const slowest = new Map<number, number>();
  const observe = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as EventTiming;
      if (interactionId === 0) return;
      slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0));
      work.interactions = [...slowest.values()];
    },
    { durationThreshold: 16 },
  );
  observe('longtask', ({ duration }) => work.longTasks.push(duration));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as LayoutShift;
    if (!hadRecentInput) work.shifted += value;
  });
  globalThis.workSeen = work;
}
