import { useEffect, useState } from 'react';

/** Differences up to this are ignored: the `Date` header (RFC 9110, 6.6.1) has whole seconds and arrives late. */
const toleranceMs = 2_000;

/** Server time minus local time: countdowns must not depend on the computer's clock. */
let offsetMs = 0;

export function syncServerClock({ headers }: Response) {
  const saidMs = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(saidMs)) return;
  const heardMs = saidMs - Date.now();
  offsetMs = Math.abs(heardMs) <= toleranceMs ? 0 : heardMs;
}

/** The server's time in milliseconds, by the newest response. Before any response, the computer's time. */
export const serverNow = (): number => Date.now() + offsetMs;

/** Whole seconds until a time on the server's clock (ISO or milliseconds); 0 once it has passed, and for null. */
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

const ageIntervalMs = 30_000;

/** The time for ages such as "3 min ago", updated every half minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), ageIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
