import type { CSSProperties, ReactNode } from 'react';
import { useAfter } from 'shared/kit/base';
import { LetterSkeleton } from './LetterSkeleton.tsx';
import { useSheetZoom } from './useSheetZoom.ts';
import styles from './LetterDesk.module.css';

interface LetterDeskProps {
  /** What will lie on it is on its way. */
  busy: boolean;
  children: ReactNode;
}

/** What the sheet lies on: as wide as there is room, at most in its own size. It scrolls by keys. */
export function LetterDesk({ busy, children }: LetterDeskProps) {
  const { desk, zoom } = useSheetZoom();
  const late = useAfter(busy);
  return (
    <div
      ref={desk}
      className={styles.desk}
      style={{ '--sheet-zoom': zoom } as CSSProperties}
      tabIndex={0}
      role="region"
      aria-label="The letter, page 1 of the PDF"
      aria-busy={busy}
    >
      {busy ? late && <LetterSkeleton /> : children}
    </div>
  );
}
