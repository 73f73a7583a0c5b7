import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

function subscribeToResize(reader: () => void) {
  window.addEventListener('resize', reader);
  return () => window.removeEventListener('resize', reader);
}

/** Widths that the columns depend on: the card's own, which the sidebar changes too, and the window's. */
export function useListWidths() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Hidden behind an order the card is taken away and given back as it was, which is no change.
  const ref = useCallback((given: HTMLElement | null) => void (given && setElement(given)), []);
  const [card, setCard] = useState(0);
  const window = useSyncExternalStore(subscribeToResize, () => globalThis.innerWidth);

  useLayoutEffect(() => {
    if (!element) return;
    setCard(element.clientWidth);
    const observer = new ResizeObserver(() => setCard(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, card, window };
}
