import { setInterval } from 'node:timers/promises';

/** What some work may take that is done in a thread or a process of its own. */
interface WorkLimits {
  ms: number;
  /** Whether it takes more memory than it may; asked every 25 ms. */
  takesTooMuch: () => boolean | Promise<boolean>;
}

/** What `work` comes to; null once it has taken more than it may, and whoever began it has to end it. */
export async function withinLimits<T>(work: Promise<T>, limits: WorkLimits): Promise<T | null> {
  const done = new AbortController();
  try {
    return await Promise.race([work, beyond(limits, done.signal)]);
  } finally {
    done.abort();
  }
}

async function beyond({ ms, takesTooMuch }: WorkLimits, signal: AbortSignal): Promise<null> {
  const began = performance.now();
  for await (const _ of setInterval(25, null, { signal })) {
    if ((await takesTooMuch()) || performance.now() - began > ms) break;
  }
  return null;
}
