import { X } from 'lucide-react';
import { Fragment, type Ref } from 'react';
import { maxBulkOrders } from 'shared/api/fields/bulkInput';
import type { OrderRow } from 'shared/api/orderRow';
import { count } from 'shared/format/count';
import { BidiName, ConfirmDialog, IconButton, Kbd } from 'shared/kit';
import { Button, useOnline } from 'shared/kit/base';
import type { BulkAction } from 'shared/rules/folders';
import { applicableIds, bulkActions } from './bulkActions.ts';
import classes from './OrderList.module.css';
import type { ListFocus } from './useListFocus.ts';
import type { BulkProgress, BulkRequest, OrderActions } from './useOrderActions.ts';
import { foundCount, type ShownList } from './useOrderList.ts';
import type { OrderSelection, SelectAll } from './useSelection.ts';

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
  const selectAll = shown && actions.length > 0 && offersAll(shown, selection) && (
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

const offersAll = ({ total, more }: ShownList, { all, selected }: OrderSelection) =>
  !all && (more || total > Math.min(selected.size, maxBulkOrders));

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
      <span className={`${classes.second} ${classes.wide}`}>Orders already {done} stay that way.</span>
    </div>
  );
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const named = 5;

interface ConfirmBulkProps extends Pick<BulkBarProps, 'actions' | 'where'> {
  rows: readonly OrderRow[];
}

/** Asks the member to confirm a bulk action (rule 8.1), and names its orders. `rows` may come from several pages. */
export function ConfirmBulk({ where, rows, actions: { request, confirm, dismiss } }: ConfirmBulkProps) {
  if (!request) return null;
  const { question, act, consequence, destroys = false } = bulkActions[request.action];
  const orders = ordersOf(request);
  return (
    <ConfirmDialog
      open
      title={question?.(orders) ?? ''}
      confirmLabel={act(orders)}
      destructive={destroys}
      onConfirm={confirm}
      onCancel={dismiss}
    >
      {request.all ? whichAll(request.all, where) : <Which ids={request.ids} rows={rows} />}{' '}
      {consequence?.(request.ids.length === 1 ? 'it' : 'them')}
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
