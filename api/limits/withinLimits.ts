import { setTimeout } from 'node:timers/promises';

/** What some work may take that is done in a thread or a process of its own. */
interface WorkLimits {
  /** 0: none at all. */
  ms: number;
  /** Whether it takes more memory than it may; asked every 25 ms. */
  takesTooMuch: () => boolean | Promise<boolean>;
}

/** What `work` comes to; null once it has taken more than it may, and whoever began it has to end it. */
export async function withinLimits<T>(work: Promise<T>, { ms, takesTooMuch }: WorkLimits): Promise<T | null> {
  const began = performance.now();
  const isLate = () => performance.now() - began >= ms;
  const done = new AbortController();
  try {
    const made = await Promise.race([work, beyond(async () => isLate() || takesTooMuch(), done.signal)]);
    // A busy machine may bring what came too late before it looks at the time.
    return isLate() ? null : made;
  } finally {
    done.abort();
  }
}

async function beyond(isTooMuch: () => Promise<boolean>, signal: AbortSignal): Promise<null> {
  while (!(await isTooMuch())) await setTimeout(25, null, { signal });
  return null;
}
