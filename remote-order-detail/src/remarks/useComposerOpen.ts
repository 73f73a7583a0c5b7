import { useEffect, useRef, useState } from 'react';

/**
 * Whether the composer shows all of itself: from the moment somebody works in its text until they go elsewhere, and as long
 * as it `mustShow`. It closes on the click or the key that leads away, never under a pointer that is still down.
 */
export function useComposerOpen(mustShow: boolean) {
  const dock = useRef<HTMLFormElement>(null);
  const [inside, setInside] = useState(false);

  useEffect(() => {
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement && dock.current?.contains(target)) setInside(true);
    };
    const left = ({ target }: Event) => {
      const isDialog = target instanceof Element && target.closest('[role=alertdialog]') !== null;
      const isAway = target instanceof Node && document.contains(target) && !dock.current?.contains(target);
      // A press elsewhere may lead into the composer.
      if (isAway && !isDialog && !dock.current?.contains(document.activeElement)) setInside(false);
    };
    document.addEventListener('focusin', entered);
    document.addEventListener('click', left);
    document.addEventListener('keyup', left);
    return () => {
      document.removeEventListener('focusin', entered);
      document.removeEventListener('click', left);
      document.removeEventListener('keyup', left);
    };
  }, []);

  return { dock, open: inside || mustShow };
}
