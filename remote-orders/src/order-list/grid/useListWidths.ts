import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

function subscribeToResize(reader: () => void) {
  window.addEventListener('resize', reader);
  return () => window.removeEventListener('resize', reader);
}

/** Widths that the columns depend on: the card's own, which the sidebar changes too, and the window's. */
export function useListWidths() {
  const [element, ref] = useState<HTMLElement | null>(null);
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
