import { useEffect, useRef, useState } from 'react';

/** False until `active` has lasted for `milliseconds`: what is over at once must not flash. */
export function useAfter(active: boolean, milliseconds = 150): boolean {
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

/** Whether the component is still on screen, for answers that may come after it was left. */
export function useMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
