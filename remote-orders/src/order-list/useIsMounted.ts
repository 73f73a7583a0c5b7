import { useEffect, useRef } from 'react';

/** Whether the component is still on screen: once it has been left, a late answer neither asks for more nor leads anywhere. */
export function useIsMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
