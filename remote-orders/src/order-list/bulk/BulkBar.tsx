import { RotateCcw, Trash2, Undo2, UserCheck, Wallet, X, type LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton, Kbd, useOnline } from 'shared/kit';
import { Button } from 'shared/kit/base';
import type { BulkAction } from 'shared/rules/folders';
import { bulkActions } from './bulkActions.ts';
import classes from '../OrderList.module.css';

const icons: Record<BulkAction, LucideIcon> = {
  assign: UserCheck,
  release: Undo2,
  refund: Wallet,
  delete: Trash2,
  restore: RotateCcw,
};

interface BulkBarProps {
  /** How many are selected: "3", "1,000+". */
  count: string;
  /** Of all, one was unticked: what is left is this page alone, and that is said. */
  pageOnly: boolean;
  actions: readonly BulkAction[];
  /** The action that runs; its button says so and keeps its width. */
  running: BulkAction | null;
  onAction: (action: BulkAction) => void;
  onClear: () => void;
  /** "Select all 248 in this folder"; null when nothing is left to select. */
  beyond: { label: string; onSelect: () => void } | null;
  inert: boolean | undefined;
  ref: Ref<HTMLDivElement>;
}

/** What can be done with the selected orders. It takes the toolbar's place; its first button is the filled one. */
export function BulkBar({ count, pageOnly, actions, running, onAction, onClear, beyond, inert, ref }: BulkBarProps) {
  const online = useOnline();
  return (
    <div
      ref={ref}
      tabIndex={-1}
      inert={inert}
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
        {count} selected{pageOnly && ', on this page only'}
      </span>
      {actions.map((action) => {
        const { label, doing, destroys } = bulkActions[action];
        const Icon = icons[action];
        const filled = action === actions[0] && !destroys;
        return (
          <Button
            key={action}
            size="small"
            variant={filled ? 'contained' : 'outlined'}
            color={destroys ? 'error' : 'primary'}
            disabled={running !== null || !online}
            onClick={() => onAction(action)}
            startIcon={<Icon size={15} strokeWidth={1.75} aria-hidden />}
            {...(action === 'assign' && { 'aria-keyshortcuts': 'A' })}
          >
            {running === action ? `${doing}…` : label}
            {action === 'assign' && running === null && <Kbd>A</Kbd>}
          </Button>
        );
      })}
      {beyond && (
        <Button size="small" variant="text" disabled={running !== null} onClick={beyond.onSelect}>
          {beyond.label}
        </Button>
      )}
    </div>
  );
}
