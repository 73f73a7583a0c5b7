import { useEffect, useRef } from 'react';

/**
 * The focus of the moves, or of Restore in their place. When one takes the place of the other, the button that was pressed
 * is gone: the focus goes to what came, and not to the top of the page.
 */
export function useMovesFocus(isDeleted: boolean) {
  const moves = useRef<HTMLDivElement>(null);
  const shown = useRef(isDeleted);
  const focusMoves = () => moves.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();

  useEffect(() => {
    if (shown.current === isDeleted) return;
    shown.current = isDeleted;
    if (document.activeElement === document.body) focusMoves();
  }, [isDeleted]);

  return { moves, focusMoves };
}
