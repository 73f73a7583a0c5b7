import { X } from 'lucide-react';
import type { Ref } from 'react';
import { maxBulkOrders } from 'shared/api/fields/bulkInput';
import { count } from 'shared/format/count';
import { IconButton, Kbd } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import type { BulkAction } from 'shared/rules/folders';
import { applicableIds, bulkActions } from './bulkActions.tsx';
import classes from './OrderList.module.css';
import type { ListFocus } from './useListFocus.ts';
import type { BulkProgress, OrderActions } from './useOrderActions.ts';
import { foundCount, type ShownList } from './useOrderList.ts';
import type { OrderSelection } from './useSelection.ts';

interface BulkBarProps {
  shown: ShownList | null;
  selection: OrderSelection;
  actions: OrderActions;
  focus: ListFocus;
  /** The folder or month, as in "Select all 248 in this folder". */
  where: string;
  phone: boolean;
  onClear: () => void;
}

export function BulkBar({ shown, selection, actions: bulk, focus, where, phone, onClear }: BulkBarProps) {
  const { actions, running, act } = bulk;
  const online = useOnline();
  const { all, selected, pageOnly } = selection;
  const button = (action: BulkAction) => {
    const { icon: Icon, label, destroys } = bulkActions[action];
    const filled = action === actions[0] && !destroys;
    const applicable = all ? null : applicableIds(action, selected).length;
    const isPartial = applicable !== null && applicable !== selected.size;
    return (
      <Button
        key={action}
        size="small"
        variant={filled ? 'contained' : 'outlined'}
        color={destroys ? 'error' : 'primary'}
        disabled={running !== null || !online || applicable === 0}
        onClick={() => act(action)}
        startIcon={<Icon size={15} strokeWidth={1.75} aria-hidden />}
        data-next-step={action}
        // A busy button keeps its label, so that the next buttons do not move.
        aria-busy={running === action}
        {...(action === 'assign' && { 'aria-keyshortcuts': 'A' })}
      >
        {isPartial ? `${label}: ${applicable} of ${selected.size}` : label}
        {action === 'assign' && <Kbd>A</Kbd>}
      </Button>
    );
  };
  const isWhole = !shown || all !== null || (!shown.more && shown.total <= Math.min(selected.size, maxBulkOrders));
  const selectAll = actions.length > 0 && !isWhole && (
    <Button
      size="small"
      variant="text"
      disabled={running !== null}
      onClick={() => {
        // Move the focus, because the button unmounts.
        focus.focusBar();
        selection.selectAll({ term: shown.term, total: shown.total, more: shown.more });
      }}
    >
      {`Select all ${foundCount(shown)} ${shown.term ? 'results' : `in ${where}`}`}
    </Button>
  );
  return (
    <div
      ref={focus.bar}
      tabIndex={-1}
      inert={shown?.isOld}
      role="toolbar"
      aria-label="Actions for selected orders"
      className={`${classes.bar} ${classes.bulk}`}
    >
      <IconButton
        size="small"
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        aria-keyshortcuts="Escape"
        onClick={onClear}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <span className={classes.selected} aria-live="polite">
        {foundCount(all ?? { total: selected.size, more: false })} selected{pageOnly && ', on this page only'}
      </span>
      {actions.slice(0, 1).map(button)}
      <span className={classes.more}>
        {actions.length === 0 && <span className={classes.second}>Your role can’t change orders from this list.</span>}
        {/* On a phone, "Select all" is next to the checkbox. */}
        {phone && selectAll}
        {actions.slice(1).map(button)}
        {!phone && selectAll}
      </span>
    </div>
  );
}

interface BulkProgressBarProps {
  progress: BulkProgress;
  onCancel: () => void;
  ref: Ref<HTMLDivElement>;
}

export function BulkProgressBar({ progress: { action, finished, total }, onCancel, ref }: BulkProgressBarProps) {
  const { doing, done } = bulkActions[action];
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Progress" className={`${classes.bar} ${classes.bulk}`}>
      <span className={classes.selected} role="status">
        {doing} {count(finished)} of {count(total)}
      </span>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={doing}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={finished}
      >
        <i className={classes.done} style={{ transform: `scaleX(${finished / total})` }} />
      </span>
      <Button size="small" variant="outlined" onClick={onCancel}>
        Cancel the rest
      </Button>
      <span className={`${classes.second} ${classes.wide}`}>Orders already {done} stay that way.</span>
    </div>
  );
}
