import { type LucideIcon, MailCheck, RotateCcw, Trash2, Undo2, UserCheck, Wallet, X } from 'lucide-react';
import { Fragment, type Ref } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { BidiName, ConfirmDialog, IconButton, Kbd } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import { count } from 'shared/format/count';
import type { BulkAction } from 'shared/rules/folders';
import type { OrderStatus } from 'shared/rules/orderStatus';
import { foundCount } from './useSearch.ts';
import classes from './OrderList.module.css';
import { applicableIds, bulkActions } from './bulkActions.ts';
import type { BulkProgress, BulkRequest } from './useOrderActions.ts';
import type { SelectAll } from './useSelection.ts';

const icons: Record<BulkAction, LucideIcon> = {
  assign: UserCheck,
  release: Undo2,
  handle: MailCheck,
  refund: Wallet,
  delete: Trash2,
  restore: RotateCcw,
};

interface BulkBarProps {
  count: string;
  /** Null if everything in the folder or search is selected. */
  selected: ReadonlyMap<string, OrderStatus | null> | null;
  /** Whether only this page is still selected, after one order of all was deselected. */
  pageOnly: boolean;
  actions: readonly BulkAction[];
  running: BulkAction | null;
  onAction: (action: BulkAction) => void;
  onClear: () => void;
  selectAll: { label: string; onSelect: () => void } | null;
  inert: boolean | undefined;
  ref: Ref<HTMLDivElement>;
}

export function BulkBar({
  count,
  selected,
  pageOnly,
  actions,
  running,
  onAction,
  onClear,
  selectAll,
  inert,
  ref,
}: BulkBarProps) {
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
        const applicable = selected ? applicableIds(action, selected).length : null;
        const isPartial = selected && applicable !== selected.size;
        return (
          <Button
            key={action}
            size="small"
            variant={filled ? 'contained' : 'outlined'}
            color={destroys ? 'error' : 'primary'}
            disabled={running !== null || !online || applicable === 0}
            onClick={() => onAction(action)}
            startIcon={<Icon size={15} strokeWidth={1.75} aria-hidden />}
            {...(action === 'assign' && { 'aria-keyshortcuts': 'A' })}
          >
            {running === action ? `${doing}…` : isPartial ? `${label}: ${applicable} of ${selected.size}` : label}
            {action === 'assign' && running === null && <Kbd>A</Kbd>}
          </Button>
        );
      })}
      {selectAll && (
        <Button size="small" variant="text" disabled={running !== null} onClick={selectAll.onSelect}>
          {selectAll.label}
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
      <span className={`${classes.second} ${classes.wide}`}>Orders already {done} are not changed back.</span>
    </div>
  );
}

interface ConfirmBulkProps {
  where: string;
  /** The page's orders, and selected ones of other pages, for their names. */
  rows: readonly OrderRow[];
  /** The action to confirm, or null. */
  asked: BulkRequest | null;
  onConfirm: () => void;
  onCancel: () => void;
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const named = 5;

/** Asks for confirmation of an action (rules 8.1), and names the orders that it changes. */
export function ConfirmBulk({ where, rows, asked, onConfirm, onCancel }: ConfirmBulkProps) {
  if (!asked) return null;
  const { question, act, consequence, destroys = false } = bulkActions[asked.action];
  const orders = ordersOf(asked);
  return (
    <ConfirmDialog
      open
      title={question?.(orders) ?? ''}
      confirmLabel={`${act} ${orders}`}
      destructive={destroys}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {asked.all ? whichAll(asked.all, where) : <Which ids={asked.ids} rows={rows} />}{' '}
      {consequence?.(asked.ids.length === 1 ? 'it' : 'them')}
    </ConfirmDialog>
  );
}

/** "order 100498", "3 orders", "1,000+ orders" */
function ordersOf({ ids, all }: BulkRequest): string {
  if (all) return all.total === 1 ? '1 order' : `${foundCount(all)} orders`;
  return ids.length === 1 ? `order ${ids[0]}` : `${ids.length.toLocaleString('en-GB')} orders`;
}

/** "100198 Anna Hill and 100199 Li Wei." */
function Which({ ids, rows }: { ids: readonly string[]; rows: readonly OrderRow[] }) {
  const nameOf = (id: string) => rows.find(({ order_id }) => order_id === id)?.full_name;
  const more = ids.length - named;
  const parts = more > 0 ? [...ids.slice(0, named), `${count(more)} more`] : ids;
  return (
    <>
      {list.formatToParts(parts).map(({ value }) => {
        const name = nameOf(value);
        return name === undefined ? (
          value
        ) : (
          <Fragment key={value}>
            {value} <BidiName name={name} />
          </Fragment>
        );
      })}
      .
    </>
  );
}

const whichAll = ({ term, ...all }: SelectAll, where: string) =>
  term
    ? `All ${foundCount(all)} matching “${term}” in ${where}, on every page.`
    : `All ${foundCount(all)} in ${where}, on every page.`;
