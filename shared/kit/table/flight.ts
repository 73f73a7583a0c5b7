/** Tells when a long list flies by, faster than anybody reads: rows that come into sight then wait for the landing. */

/** In pixels from one scroll event to the next: most of the table's height. */
const far = 360;
/** In milliseconds: what comes later is a jump of its own. */
const soon = 100;
const landsAfter = 80;

export function makeFlight() {
  const waiting = new Set<() => void>();
  let flying = false;
  let top = 0;
  let at = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const land = () => {
    flying = false;
    for (const landed of waiting) landed();
    waiting.clear();
  };
  return {
    isFlying: () => flying,
    /** Calls once it has landed, at once if it has; returns what takes that back. */
    onLanding: (landed: () => void) => {
      if (flying) waiting.add(landed);
      else landed();
      return () => void waiting.delete(landed);
    },
    /** The list was scrolled to here; to be told before the list draws its rows for it. */
    scrolledTo: (nextTop: number, now: number) => {
      const isFast = Math.abs(nextTop - top) > far && now - at < soon;
      top = nextTop;
      at = now;
      clearTimeout(timer);
      if (isFast) {
        flying = true;
        timer = setTimeout(land, landsAfter);
      } else if (flying) land();
    },
  };
}

export type Flight = ReturnType<typeof makeFlight>;
