import { useEffect, useRef } from 'react';

/** Whether what is on screen has been left: a late answer then neither asks for more nor leads anywhere. */
export function useLeft() {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
