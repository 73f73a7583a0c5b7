import { useEffect, useRef, useState } from 'react';
import { focusPlace } from './focusPlace.ts';

/** How far below the window's top a section counts as the one that is read: under the sticky head. */
const readingLine = 240;

/**
 * Which of these sections is being read, for the tabs of the head. Jumping to one names it at once: the last ones are too
 * short to ever reach the top.
 */
export function useSectionInView(ids: readonly string[]) {
  const [current, setCurrent] = useState(ids[0]);
  const jumpedTo = useRef<{ id: string; scrollY: number } | null>(null);
  const key = ids.join(' ');

  useEffect(() => {
    const look = () => {
      if (jumpedTo.current && Math.abs(window.scrollY - jumpedTo.current.scrollY) < 2) return;
      jumpedTo.current = null;
      setCurrent(sectionAtReadingLine(key.split(' ')));
    };
    // Not at once as well: a page begins at its top, and to measure one that was just made holds its first picture up.
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [key]);

  const jumpTo = (id: string) => {
    focusPlace(id);
    jumpedTo.current = { id, scrollY: window.scrollY };
    setCurrent(id);
  };

  return { current: ids.includes(current ?? '') ? current : ids[0], jumpTo };
}

function sectionAtReadingLine(ids: readonly string[]): string | undefined {
  const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  if (atEnd) return ids.at(-1);
  const begun = ids.filter(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= readingLine,
  );
  return begun.at(-1) ?? ids[0];
}
