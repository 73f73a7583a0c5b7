import { useEffect, useRef, useState } from 'react';

/** True after `active` has lasted for `milliseconds`, so that short waits do not flash. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, milliseconds]);
  return active && due;
}

/** Lets callers ignore responses that arrive after unmounting. */
export function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
