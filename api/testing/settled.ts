import { setTimeout } from 'node:timers/promises';

/** Reads again and again until `done` says so; after `ms` it answers what there is, for the test to fail on. */
export async function settled<T>(read: () => Promise<T>, done: (value: T) => boolean, ms = 60_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await read();
    if (done(value) || Date.now() > end) return value;
    await setTimeout(20);
  }
}
