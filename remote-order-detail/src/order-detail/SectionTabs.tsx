import { useEffect, useRef } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { tabMark, type NamedSection } from 'shared/declaration/sections';
import { useSectionInView } from './useSectionInView.ts';
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
