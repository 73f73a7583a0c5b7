import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is still on screen, for what ends after it may have left. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
