import { useEffect, useState } from 'react';
import { serverNow } from './serverClock.ts';

/** How many whole seconds are left until a moment of the server's, 0 from then on; counts down as long as it is shown. */
export function useSecondsLeft(until: string | null): number {
  const [now, setNow] = useState(serverNow);
  const milliseconds = until === null ? 0 : Math.max(0, Date.parse(until) - now);
  const counts = milliseconds > 0;
  useEffect(() => {
    if (!counts) return undefined;
    const timer = setInterval(() => setNow(serverNow()), 250);
    return () => clearInterval(timer);
  }, [counts]);
  return Math.ceil(milliseconds / 1000);
}
