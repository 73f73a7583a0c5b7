import { useSyncExternalStore } from 'react';

const everyMs = 30_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const readers = new Set<() => void>();

function subscribe(reader: () => void) {
  // Nobody looked for a while: what the clock last said may be old.
  if (readers.size === 0 && Date.now() - now.getTime() > everyMs) now = new Date();
  readers.add(reader);
  timer ??= setInterval(() => {
    now = new Date();
    for (const read of readers) read();
  }, everyMs);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, for ages such as "3 min ago": one clock for all rows, good to half a minute. */
export const useNow = () => useSyncExternalStore(subscribe, () => now);
