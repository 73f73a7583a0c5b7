import { useEffect, useState } from 'react';

/** For how many seconds one has to wait before trying again: they run down to 0 once started. */
export function useRetryWait() {
  const [until, setUntil] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!until) return;
    const tick = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return { seconds, start: (from: number) => setUntil(Date.now() + from * 1000) };
}
