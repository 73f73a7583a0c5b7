import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 991px)');

const subscribe = (changed: () => void) => {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** At most 991 px: the menu is a drawer (rules 6.7). */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query.matches);
