import { useEffect, useRef } from 'react';

/** Seconds until the first look, how many times longer each next one waits, and the most that it waits. */
export interface Wait {
  first: number;
  grows: number;
  most: number;
}

/** Seconds that a look has at least before another one ends it: one that hangs must not end the following. */
const minRepeatSeconds = 30;

/** A phone that wakes up tells of it several times. */
const togetherMs = 100;

interface Following {
  look: () => void;
  /** Null: nothing more will come. */
  wait: Wait | null;
  /** How many looks have ended: each one begins the next wait. */
  looks: number;
}

/**
 * Looks again by itself, slower and slower, as long as the page is seen; at once when it is seen again, and when the network is
 * back (rules 16.41). Another wait begins anew.
 */
export function useFollowing({ look, wait, looks }: Following) {
  const turn = useRef(0);
  const { first, grows, most } = wait ?? { first: 0, grows: 0, most: 0 };

  useEffect(() => {
    turn.current = 0;
  }, [first, grows, most]);

  useEffect(() => {
    if (!most) return;
    const seconds = () => Math.min(most, first * grows ** turn.current);
    const lookThen = () => {
      turn.current += 1;
      timer = setTimeout(lookThen, Math.max(minRepeatSeconds, seconds()) * 1000);
      // Who does not see the page is told as soon as they do.
      if (!document.hidden) look();
    };
    let timer = setTimeout(lookThen, seconds() * 1000);
    return () => clearTimeout(timer);
  }, [look, looks, first, grows, most]);

  useEffect(() => {
    if (!most) return;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const atOnce = () => {
      if (document.hidden) return;
      turn.current = 0;
      clearTimeout(soon);
      soon = setTimeout(look, togetherMs);
    };
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && atOnce();
    document.addEventListener('visibilitychange', atOnce);
    window.addEventListener('online', atOnce);
    window.addEventListener('pageshow', shownAgain);
    return () => {
      clearTimeout(soon);
      document.removeEventListener('visibilitychange', atOnce);
      window.removeEventListener('online', atOnce);
      window.removeEventListener('pageshow', shownAgain);
    };
  }, [look, most]);
}
