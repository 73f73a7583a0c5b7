import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { StatusIcon, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { orderStatus, type MoveTarget } from 'shared/rules/orderStatus';
import type { PendingRemark } from './useRemarkActions.ts';
import styles from './MoveToolbar.module.css';

interface MoveToolbarProps {
  /** "Move to", or "Comment and move to" when a comment goes with it. */
  label: string;
  labelAbove: boolean;
  targets: readonly MoveTarget[];
  /** What is on its way; until it is answered the moves wait. */
  moving: PendingRemark;
  onMove: (target: MoveTarget) => void;
}

const step: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The moves of an order as one tab stop: arrow keys go from button to button. Deleted stands apart at its end. */
export function MoveToolbar({ label, labelAbove, targets, moving, onMove }: MoveToolbarProps) {
  const waits = !useOnline() || moving !== null;
  const toolbar = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const [at, setAt] = useState(0);
  const current = Math.min(at, targets.length - 1);

  const focusOn = (index: number) => toolbar.current?.querySelectorAll('button')[index]?.focus();

  // The button that was pressed leaves with its move; the focus must not fall back to the top of the page.
  useEffect(() => {
    if (hasFocus.current && !toolbar.current?.contains(document.activeElement)) focusOn(0);
  }, [targets]);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = targets.length - 1;
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : event.key in step
            ? (current + step[event.key]! + targets.length) % targets.length
            : null;
    if (next === null) return;
    event.preventDefault();
    focusOn(next);
  };

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label="Move this order"
      aria-keyshortcuts="M"
      className={styles.moves}
      onKeyDown={onKeyDown}
      onFocus={() => (hasFocus.current = true)}
      onBlur={({ relatedTarget }) => (hasFocus.current = relatedTarget === null)}
    >
      <span className={labelAbove ? `${styles.label} ${styles.above}` : styles.label}>{label}</span>
      {targets.map((target, index) => (
        <Button
          key={target}
          variant="outlined"
          size="small"
          className={target === 'Deleted' ? `${styles.move} ${styles.apart}` : styles.move}
          tabIndex={index === current ? 0 : -1}
          aria-disabled={waits}
          aria-busy={moving === target}
          onFocus={() => setAt(index)}
          // A double click's second half would land on the button that has taken this one's place.
          onClick={({ detail }) => !waits && detail < 2 && onMove(target)}
        >
          <span className={styles.icon}>
            <StatusIcon status={target} />
          </span>
          {orderStatus[target].label}
        </Button>
      ))}
    </div>
  );
}
