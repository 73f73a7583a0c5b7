import { setTimeout } from 'node:timers/promises';

/** Polls until `done`. After `ms` it returns the last value, for the test to fail on. */
export async function pollUntil<T>(read: () => Promise<T>, done: (value: T) => boolean, ms = 240_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await read();
    if (done(value) || Date.now() > end) return value;
    await setTimeout(20);
  }
}
