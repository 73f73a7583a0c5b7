import { useEffect, useMemo, useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { OrderRow } from 'shared/api/orderRow';
import { orderRowKey, queryClient, useHoverPrefetch, usePreferences, useShortcuts } from 'shared/desk';
import { monthName, type Month } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { Card, FailedState } from 'shared/kit';
import { useDelayed, useOnline } from 'shared/kit/base';
import { DataTable, useGridApiRef } from 'shared/kit/table';
import { folders, type FolderName } from 'shared/rules/folders';
import { createTrail } from 'shared/rules/listTrail';
import { NoResults, EmptyFolder, StaleNote } from './listStates.tsx';
import { BulkBar, BulkProgressBar } from './BulkBar.tsx';
import { ConfirmBulk } from './bulkActions.tsx';
import { extendTo, idOf, type OrderSelection, selectionOf, toggleRow, withFailedRows } from './useSelection.ts';
import { type ListPagination, ordersBefore } from 'shared/rules/listPagination';
import { rowHeight, selectWidth, tableHeight, useListLayout } from './listLayout.ts';
import { ListToolbar, type Search, useFoundByEnter } from './ListToolbar.tsx';
import { gridColumns, ListProvider } from './orderColumns.tsx';
import classes from './OrderList.module.css';
import { useListFocus } from './useListFocus.ts';
import { useOrderActions } from './useOrderActions.ts';
import type { OrderList } from './useOrderList.ts';

interface ListCardProps {
  name: FolderName;
  month?: Month;
  list: OrderList;
  pagination: ListPagination;
  search: Search;
  selection: OrderSelection;
  onRefresh: () => void;
  children: ReactNode;
}

const noRows = [] as const;
const nameOf = (row: OrderRow) => `order ${row.order_id}`;

export function ListCard({ name, month, list, pagination, search, selection, onRefresh, children }: ListCardProps) {
  const folder = folders[name];
  const what = month ? monthName(month) : folder.link;
  const navigate = useNavigate();
  const { pathname, search: query } = useLocation();
  const { shown, error, loading } = list;
  const { selected, all, reasons, kept, select } = selection;
  const rows = useMemo(() => withFailedRows(shown?.rows ?? noRows, kept, folder.sort), [shown, kept, folder]);
  const apiRef = useGridApiRef();
  const focus = useListFocus({ rows, shown, apiRef });
  const isOld = shown?.isOld ?? false;
  const prefetchHandlers = useRowPrefetch(rows, focus.cursor);
  const actions = useOrderActions({ name, month, list, selection, focus });
  const compact = usePreferences((preferences) => preferences.density === 'compact');
  const { layout, ref } = useListLayout(name, rows, { mayDelete: actions.actions.includes('delete'), compact });
  const columns = useMemo(() => gridColumns(layout, reasons), [layout, reasons]);
  const selectedIds = useMemo(() => new Set(selected.keys()), [selected]);
  const replacing = useDelayed(loading && shown !== null);
  // Offline, the shell's notice says why a refresh failed.
  const online = useOnline();
  const isAsked =
    shown?.term === search.term &&
    shown.pagination.page === pagination.page &&
    shown.pagination.limit === pagination.limit;
  const isStale = error !== null && shown !== null && (online || !isAsked);

  const isAnySelected = all !== null || selected.size > 0;
  // Whether the search is shown instead of the bulk bar, which usually covers it.
  const [searching, setSearching] = useState(false);
  const isSearchCovered = (isAnySelected || actions.progress !== null) && !searching;
  useShortcuts({ '/': () => setSearching(true) }, { enabled: isSearchCovered });
  const clear = () => {
    // Move the focus, because the focused bar unmounts.
    if (focus.bar.current?.contains(document.activeElement)) focus.focusBar();
    selection.clear();
  };
  const clearSearch = () => {
    focus.focusBar();
    search.clear();
  };
  const retry = () => {
    focus.focusBar();
    onRefresh();
  };

  const view = (row: OrderRow) => {
    const { order_id } = row;
    focus.leave(order_id);
    queryClient.setQueryData(orderRowKey(order_id), row);
    selection.keep();
    const orderIds = rows.map(idOf);
    const trail = createTrail(orderIds, {
      at: orderIds.indexOf(order_id),
      offset: ordersBefore(shown?.pagination ?? pagination),
    });
    void navigate(orderPath(order_id), { state: { from: pathname + query, trail } });
  };

  /** Whether the rows match the typed text. */
  const isFound = shown !== null && shown.term === search.text.trim() && !shown.isOld && !loading;
  const searchByEnter = useFoundByEnter(shown, search.text, (total) => {
    if (!rows[0]) return;
    if (total === 1) view(rows[0]);
    else focus.moveTo(rows[0].order_id);
  });
  const mainLink = useRef<HTMLAnchorElement>(null);
  const pressEnter = (term: string) => {
    if (!isFound || shown.total > 0 || term === '') return searchByEnter(term);
    // Without hits, Enter presses the primary button.
    if (mainLink.current) mainLink.current.click();
    else search.clear();
  };

  /** Undefined while the rows are old. */
  const cursorRow = isOld ? undefined : rows.find((row) => row.order_id === focus.cursor);
  const step = (by: 1 | -1) => () => {
    const next = cursorRow && rows[rows.indexOf(cursorRow) + by];
    if (!next) return false;
    focus.moveTo(next.order_id);
  };
  const onRow = (act: (row: OrderRow) => void) => () => {
    if (!cursorRow) return false;
    act(cursorRow);
  };
  const last = [...selected.keys()].at(-1) ?? null;
  useShortcuts({
    j: step(1),
    k: step(-1),
    // Inside the grid, the grid handles the arrow keys.
    ArrowDown: (event) => isOutsideControls(event) && step(1)(),
    ArrowUp: (event) => isOutsideControls(event) && step(-1)(),
    x: onRow((row) => select(toggleRow(selected, row))),
    'Shift+X': onRow((row) => select(extendTo(selected, rows, last, row.order_id))),
    Enter: (event) => !isPressable(event) && onRow(view)(),
    a: () => !isOld && actions.actions.includes('assign') && actions.act('assign'),
    r: onRefresh,
    Escape: () => (isAnySelected ? clear() : false),
  });

  // A ref keeps the context stable, so that moving the cursor does not render every cell.
  const pressed = useRef({ view, ask: actions.ask });
  useEffect(() => {
    pressed.current = { view, ask: actions.ask };
  });
  const { mayDelete } = actions;
  const context = useMemo(
    () => ({
      layout,
      reasons,
      mayDelete,
      askDelete: ({ order_id: id }: OrderRow) => pressed.current.ask({ action: 'delete', ids: [id], row: true }),
      view: (row: OrderRow) => pressed.current.view(row),
    }),
    [layout, reasons, mayDelete],
  );
  return (
    <ListProvider value={context}>
      <Card label={what} padded={false} className={classes.card}>
        <div ref={ref} />
        {!isSearchCovered ? (
          <ListToolbar
            search={search}
            sort={folder.sort}
            focused={searching}
            onFocus={focus.releaseFocus}
            onLeave={() => setSearching(false)}
            onDown={() => isFound && rows[0] && focus.moveTo(rows[0].order_id)}
            onEnter={pressEnter}
            ref={focus.bar}
          />
        ) : actions.progress ? (
          <BulkProgressBar ref={focus.bar} progress={actions.progress} onCancel={actions.cancel} />
        ) : (
          <BulkBar
            shown={shown}
            selection={selection}
            actions={actions}
            focus={focus}
            where={month ? what : 'this folder'}
            phone={layout.phone}
            onClear={clear}
          />
        )}
        <div {...prefetchHandlers} style={{ '--table-area': `${tableHeight(layout, isStale)}px` } as CSSProperties}>
          {isStale && (
            <StaleNote shown={shown} pagination={pagination} term={search.term} retrying={loading} onRetry={retry} />
          )}
          <div inert={isOld}>
            <DataTable
              label={what}
              rows={rows}
              columns={columns}
              rowId={idOf}
              rowName={nameOf}
              selection={selectedIds}
              onSelectionChange={(ids) => select(selectionOf(ids, rows, selected))}
              selectWidth={layout.phone ? 46 : selectWidth}
              cursor={focus.cursor}
              onCursorChange={focus.setCursor}
              rowHeight={rowHeight(layout)}
              loading={replacing || (!shown && !error)}
              empty={
                error && !shown ? (
                  <FailedState
                    title={`${what} could not be loaded`}
                    error={error}
                    safe={isAnySelected ? 'Nothing is lost, and your selection is kept.' : 'Nothing is lost.'}
                    onRetry={retry}
                  />
                ) : (
                  shown?.total === 0 &&
                  (shown.term ? (
                    <NoResults
                      term={shown.term}
                      elsewhere={shown.elsewhere}
                      where={what}
                      onClear={clearSearch}
                      mainLink={mainLink}
                    />
                  ) : (
                    <EmptyFolder folder={name} month={month} />
                  ))
                )
              }
              apiRef={apiRef}
              scrollTop={focus.scrollTop}
            />
          </div>
        </div>
        {children}
      </Card>
      <ConfirmBulk
        request={actions.request}
        where={what}
        rows={rows}
        selected={selected}
        onConfirm={actions.confirm}
        onCancel={actions.dismiss}
      />
    </ListProvider>
  );
}

const isOutsideControls = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.matches('h1, main'));

const isPressable = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a, button, input, [role=button], [role=combobox]') !== null;

/**
 * Prefetches the order under the pointer and the order at the cursor. Skips the cursor in the first row, because it
 * starts there. Returns pointer handlers for the rows' parent.
 */
function useRowPrefetch(rows: readonly OrderRow[], cursor: string | null) {
  const pointer = useHoverPrefetch();
  const keys = useHoverPrefetch();
  const isMoved = cursor !== rows[0]?.order_id;
  useEffect(() => keys(isMoved ? cursor : null), [keys, cursor, isMoved]);
  return {
    onPointerOver: ({ target }: PointerEvent) => pointer(rowAt(target)),
    onPointerLeave: () => pointer(null),
  };
}

const rowAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest<HTMLElement>('[role=row]')?.dataset.id ?? null) : null;
