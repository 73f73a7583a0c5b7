import { useEffect, useState } from 'react';

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
