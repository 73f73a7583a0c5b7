import { useEffect, useState } from 'react';
import { serverNow } from './serverClock.ts';

/** Whole seconds left until a moment of the server's clock, a text or milliseconds; 0 from then on. */
export function useSecondsLeft(until: string | number | null): number {
  const [now, setNow] = useState(serverNow);
  const milliseconds = until === null ? 0 : Math.max(0, new Date(until).getTime() - now);
  const counts = milliseconds > 0;
  useEffect(() => {
    if (!counts) return undefined;
    const timer = setInterval(() => setNow(serverNow()), 250);
    return () => clearInterval(timer);
  }, [counts]);
  return Math.ceil(milliseconds / 1000);
}
