import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** How many screens ask for it: the next one stands before the last one has gone. */
const useScreens = create<{ asking: number }>(() => ({ asking: 0 }));

/**
 * For as long as the screen stands, one toast shows at a time and keeps to one line, as high as the header that it lies on
 * (rules 24.3): below it the screen has what is pressed.
 */
export function useOneLineToasts() {
  useLayoutEffect(() => {
    useScreens.setState(({ asking }) => ({ asking: asking + 1 }));
    return () => useScreens.setState(({ asking }) => ({ asking: asking - 1 }));
  }, []);
}

export const useToastsInOneLine = (): boolean => useScreens(({ asking }) => asking > 0);
