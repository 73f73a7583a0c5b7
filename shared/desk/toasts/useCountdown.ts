import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onDone` once `milliseconds` have passed in which it was not paused. */
export function useCountdown({
  milliseconds,
  paused,
  onDone,
}: {
  milliseconds: number;
  paused: boolean;
  onDone: () => void;
}) {
  const left = useRef(milliseconds);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => done(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [paused]);
}
