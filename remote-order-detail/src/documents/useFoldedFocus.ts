import { useEffect, useRef } from 'react';

/** When the form folds with the focus in it, the button that opens it gets the focus: pressed again, it does no harm. */
export function useFoldedFocus(isOpen: boolean) {
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const lostFocus = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && lostFocus) toggle.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return toggle;
}
