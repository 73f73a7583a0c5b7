import { useEffect, useRef, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type NamedSection, tabMark } from 'shared/declaration/sections';
import styles from './SectionTabs.module.css';

/** The sections that are there, with what they count or answer with Yes; the one that is being read is marked. */
export function SectionTabs({ sections, order }: { sections: readonly NamedSection[]; order: OrderDetails }) {
  const { current, jumpTo } = useSectionInView(sections.map(({ id }) => id));
  const tabs = useRef<HTMLElement>(null);

  // On a narrow screen the tabs scroll sideways: the marked one stays in sight.
  const first = useRef(current);
  useEffect(() => {
    // Where it begins it is in sight; to measure that would hold the page's first picture up.
    if (current === first.current) return;
    first.current = undefined;
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab && tabs.current) tabs.current.scrollLeft = tab.offsetLeft - tabs.current.offsetLeft - 40;
  }, [current]);

  return (
    <nav ref={tabs} className={styles.tabs} aria-label="Sections">
      {sections.map((section) => {
        const { id, tab } = section;
        const mark = tabMark(section, order);
        return (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === current ? 'true' : undefined}
            onClick={(event) => {
              // The address stays the order's own: a hash would be one more step on the way back to the list.
              event.preventDefault();
              jumpTo(id);
            }}
          >
            {tab}
            {mark && <span className={styles.count}>{mark}</span>}
          </a>
        );
      })}
    </nav>
  );
}

/** How far below the window's top a section counts as the one that is read: under the sticky head. */
const readingLine = 240;

/**
 * Which of these sections is being read, for the tabs of the head. Jumping to one names it at once: the last ones are too
 * short to ever reach the top.
 */
function useSectionInView(ids: readonly string[]) {
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

/**
 * Scrolls to a section or a row of the order by its anchor, and gives the focus to its heading, or to the row itself, which
 * marks it.
 */
export function focusPlace(anchor: string) {
  const place = document.getElementById(anchor);
  if (!place) return;
  const heading = place.querySelector('h2');
  place.scrollIntoView({ block: heading ? 'start' : 'center' });
  const focused = heading ?? place;
  focused.setAttribute('tabindex', '-1');
  focused.focus({ preventScroll: true });
}
