import { setTimeout } from 'node:timers/promises';

/**
 * Polls until `done`, ever more slowly, because polling takes processor time from other tests. After `ms`, returns the
 * last value, so that the test fails with it.
 */
export async function pollUntil<T>(read: () => Promise<T>, done: (value: T) => boolean, ms = 240_000): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const value = await read();
    if (done(value) || Date.now() > begun + ms) return value;
    await setTimeout(Math.min(20 + (Date.now() - begun) / 10, 500));
  }
}
