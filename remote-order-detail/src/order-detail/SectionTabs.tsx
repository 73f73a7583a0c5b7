import { useEffect, useRef, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { type NamedSection, tabMark } from 'shared/declaration/sections';
import styles from './SectionTabs.module.css';

export function SectionTabs({ sections, order }: { sections: readonly NamedSection[]; order: OrderDetails }) {
  const { current, jumpTo } = useSectionInView(sections.map(({ id }) => id));
  const tabs = useRef<HTMLElement>(null);

  // On narrow screens, keep the current tab visible.
  const first = useRef(current);
  useEffect(() => {
    // The first tab is visible, and measuring it would delay the first paint.
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
              // Keep the URL unchanged, because a hash would add a step to Back.
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

/** In pixels from the top of the window. The current section is the last one that starts above this line. */
const readingLinePx = 240;

/** The section being read. A jump selects its section at once, because the last sections never reach the top. */
function useSectionInView(ids: readonly string[]) {
  const [current, setCurrent] = useState(ids[0]);
  const jumpedTo = useRef<{ id: string; scrollY: number } | null>(null);
  const key = ids.join(' ');
  const lastKey = useRef(key);

  useEffect(() => {
    const look = () => {
      if (jumpedTo.current && Math.abs(window.scrollY - jumpedTo.current.scrollY) < 2) return;
      jumpedTo.current = null;
      setCurrent(sectionAtReadingLine(key.split(' ')));
    };
    // Do not measure on mount, which would delay the first paint.
    if (lastKey.current !== key) {
      // A new section, such as Email History, moves the others without a scroll.
      lastKey.current = key;
      jumpedTo.current = null;
      look();
    }
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [key]);

  const jumpTo = (id: string) => {
    focusSection(id);
    jumpedTo.current = { id, scrollY: window.scrollY };
    setCurrent(id);
  };

  return { current: ids.includes(current ?? '') ? current : ids[0], jumpTo };
}

function sectionAtReadingLine(ids: readonly string[]): string | undefined {
  const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  if (atEnd) return ids.at(-1);
  const begun = ids.filter(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= readingLinePx,
  );
  return begun.at(-1) ?? ids[0];
}

export function focusSection(anchor: string) {
  const place = document.getElementById(anchor);
  if (!place) return;
  const heading = place.querySelector('h2');
  place.scrollIntoView({ block: heading ? 'start' : 'center' });
  const focused = heading ?? place;
  focused.setAttribute('tabindex', '-1');
  focused.focus({ preventScroll: true });
}
