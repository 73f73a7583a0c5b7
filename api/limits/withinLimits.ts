import { setTimeout } from 'node:timers/promises';

interface WorkLimits {
  /** With 0 the result is always null. */
  ms: number;
  /** Whether the work uses too much memory, polled every 25 ms. */
  takesTooMuch: () => boolean | Promise<boolean>;
}

/** Returns the result of `work`, or null once it exceeds a limit. The caller must then end the work. */
export async function withinLimits<T>(work: Promise<T>, { ms, takesTooMuch }: WorkLimits): Promise<T | null> {
  const began = performance.now();
  const isLate = () => performance.now() - began >= ms;
  const done = new AbortController();
  const beyond = async () => {
    while (!isLate() && !(await takesTooMuch())) await setTimeout(25, null, { signal: done.signal });
    return null;
  };
  try {
    const made = await Promise.race([work, beyond()]);
    // A busy event loop may deliver a late result before the timer.
    return isLate() ? null : made;
  } finally {
    done.abort();
  }
}
