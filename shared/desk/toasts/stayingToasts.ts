/** Screens on which toasts do not leave by themselves. A federated singleton: a remote says so, the shell draws them. */
import { useEffect } from 'react';
import { create } from 'zustand';

const useStaying = create<{ screens: number }>(() => ({ screens: 0 }));

const count = (change: 1 | -1) => useStaying.setState(({ screens }) => ({ screens: screens + change }));

/**
 * As long as the component that calls this is there, no toast leaves by itself, wherever it was told from; those that still
 * stand when it goes have their time from then on. For a screen, or for all of a remote in its `Frame`.
 */
export function useToastsStay(): void {
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

/** Whether there is such a screen now. */
export const useDoToastsStay = (): boolean => useStaying(({ screens }) => screens > 0);
