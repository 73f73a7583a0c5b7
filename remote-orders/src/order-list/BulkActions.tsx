import { type LucideIcon, RotateCcw, Trash2, Undo2, UserCheck, Wallet, X } from 'lucide-react';
import type { Ref } from 'react';
import { ConfirmDialog, IconButton, Kbd } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import type { BulkAction } from 'shared/rules/folders';
import { foundCount } from './useSearch.ts';
import classes from './OrderList.module.css';
import { bulkActions } from './bulkActions.ts';
import type { BulkProgress, AskedBulk } from './useOrderActions.ts';
import type { AllOf } from './useSelection.ts';

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

interface BulkProgressBarProps {
  progress: BulkProgress;
  onCancel: () => void;
  ref: Ref<HTMLDivElement>;
}

/** A long run, in the bulk bar's place: "Assigning 500 of 1,240". */
export function BulkProgressBar({ progress: { action, finished, total }, onCancel, ref }: BulkProgressBarProps) {
  const { doing, done } = bulkActions[action];
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Progress" className={`${classes.bar} ${classes.bulk}`}>
      <span className={classes.selected} role="status">
        {doing} {finished.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
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
      <span className={`${classes.second} ${classes.wide}`}>
        What is {done} stays {done}.
      </span>
    </div>
  );
}

interface ConfirmBulkProps {
  /** The folder, or the month: "New Orders". */
  where: string;
  /** What is asked; null: nothing. */
  asked: AskedBulk | null;
  onConfirm: () => void;
  onCancel: () => void;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const named = 5;

/** The question before an action (rules 8.1), with the orders that it is about. */
export function ConfirmBulk({ where, asked, onConfirm, onCancel }: ConfirmBulkProps) {
  if (!asked) return null;
  const { question, questionForAll, act, destroys = false } = bulkActions[asked.action];
  const orders = ordersOf(asked);
  return (
    <ConfirmDialog
      open
      title={question ?? questionForAll?.title(orders) ?? ''}
      confirmLabel={`${act} ${orders}`}
      destructive={destroys}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {asked.all ? whichAll(asked.all, where) : which(asked.ids)}
      {asked.all && questionForAll && ` ${questionForAll.text}`}
    </ConfirmDialog>
  );
}

/** "order 100498", "3 orders", "1,000+ orders" */
function ordersOf({ ids, all }: AskedBulk): string {
  if (all) return all.total === 1 ? '1 order' : `${foundCount(all)} orders`;
  return ids.length === 1 ? `order ${ids[0]}` : `${ids.length.toLocaleString('en-GB')} orders`;
}

function which(ids: readonly string[]): string {
  if (ids.length === 1) return `Order ${ids[0]}.`;
  if (ids.length <= named) return `Orders ${list.format(ids)}.`;
  return `${ids.length.toLocaleString('en-GB')} orders are selected.`;
}

const whichAll = ({ term, ...all }: AllOf, where: string) =>
  term
    ? `All ${foundCount(all)} that “${term}” finds in ${where}, on every page.`
    : `All ${foundCount(all)} in ${where}, on every page.`;
