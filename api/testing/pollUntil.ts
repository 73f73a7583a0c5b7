import { setTimeout } from 'node:timers/promises';

/** Polls until `done`. After `ms`, returns the last value, so that the test fails with it. */
export async function pollUntil<T>(read: () => Promise<T>, done: (value: T) => boolean, ms = 240_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await read();
    if (done(value) || Date.now() > end) return value;
    await setTimeout(20);
  }
}
