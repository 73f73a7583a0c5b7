import { useEffect, useRef, useState } from 'react';

/** Calls `retry` every `seconds` while the page is visible and `active`; returns the seconds that are left. */
export function useRetryCountdown({ seconds, active, retry }: { seconds: number; active: boolean; retry: () => void }) {
  const [left, setLeft] = useState(seconds);
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });

  useEffect(() => {
    if (!active) return;
    let remaining = seconds;
    setLeft(seconds);
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      remaining -= 1;
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [active, seconds]);

  return left;
}
