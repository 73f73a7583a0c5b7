import { StatusIcon, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { orderStatus, type MoveTarget, type OrderStatus } from 'shared/rules/orderStatus';
import type { PendingRemark } from './useRemarkActions.ts';
import { useToolbarKeys } from './useToolbarKeys.ts';
import styles from './MoveToolbar.module.css';

interface MoveToolbarProps {
  /** "Move to", or "Comment and move to" when a comment goes with it. */
  label: string;
  labelAbove: boolean;
  targets: readonly MoveTarget[];
  /** The order has it: its button keeps its place and does nothing. */
  status: OrderStatus;
  /** What is on its way; until it is answered the moves wait. */
  moving: PendingRemark;
  onMove: (target: MoveTarget) => void;
}

/**
 * The moves of an order as one tab stop: arrow keys go from button to button, and their numbers press them. Deleted stands
 * apart at its end. No button ever leaves its place, so that neither pointer nor focus comes to another by a move.
 */
export function MoveToolbar({ label, labelAbove, targets, status, moving, onMove }: MoveToolbarProps) {
  const waits = !useOnline() || moving !== null;
  const { toolbar, current, setAt, onKeyDown } = useToolbarKeys(targets.length);

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label="Move this order"
      aria-keyshortcuts="M Control+Shift+Enter"
      className={styles.moves}
      onKeyDown={onKeyDown}
    >
      <span className={labelAbove ? `${styles.label} ${styles.above}` : styles.label}>{label}</span>
      {targets.map((target, index) => (
        <Button
          key={target}
          variant="outlined"
          size="small"
          className={target === 'Deleted' ? `${styles.move} ${styles.apart}` : styles.move}
          tabIndex={index === current ? 0 : -1}
          aria-keyshortcuts={String(index + 1)}
          data-number={index + 1}
          aria-current={target === status ? 'true' : undefined}
          aria-disabled={waits || target === status}
          aria-busy={moving === target}
          onFocus={() => setAt(index)}
          onClick={() => !waits && target !== status && onMove(target)}
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
