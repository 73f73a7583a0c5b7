/** What a screen asks of the toasts for as long as it stands. A federated singleton: a remote says so, the shell draws them. */
import { useLayoutEffect } from 'react';
import { create } from 'zustand';

const stay = wish();
const oneLine = wish();

/**
 * As long as the component that calls this is there, no toast leaves by itself, wherever it was told from; those that still
 * stand when it goes have their time from then on. For a screen, or for all of a remote in its `Frame`.
 */
export function useToastsStay(): void {
  stay.useAsk();
}

/** Whether there is such a screen now. */
export const useDoToastsStay = (): boolean => stay.useIsAsked();

/**
 * For as long as the screen stands, one toast shows at a time and keeps to one line, as high as the header that it lies on
 * (rules 24.3): below it the screen has what is pressed.
 */
export function useOneLineToasts(): void {
  oneLine.useAsk();
}

/** Whether there is such a screen now. */
export const useToastsInOneLine = (): boolean => oneLine.useIsAsked();

/** Counted: the next screen stands before the last one has gone. */
function wish() {
  const useScreens = create<{ asking: number }>(() => ({ asking: 0 }));
  const count = (change: 1 | -1) => useScreens.setState(({ asking }) => ({ asking: asking + change }));
  return {
    useAsk: () =>
      useLayoutEffect(() => {
        count(1);
        return () => count(-1);
      }, []),
    useIsAsked: () => useScreens(({ asking }) => asking > 0),
  };
}
