import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { mostOrderIds } from 'shared/api/bulkInput';
import type { OrderRow } from 'shared/api/orderRow';
import { orderRowKey, queryClient, usePreferences, useShortcuts } from 'shared/desk';
import { monthName, type Month } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { Card, FailedState } from 'shared/kit';
import { useAfter } from 'shared/kit/base';
import { useGridApiRef } from 'shared/kit/table';
import { folders, type BulkAction, type FolderName } from 'shared/rules/folders';
import { trailFrom } from 'shared/rules/listTrail';
import { NothingFound, EmptyFolder, StaleLine } from './listStates.tsx';
import { type Search, foundCount } from './useSearch.ts';
import { BulkBar, BulkProgressBar, ConfirmBulk } from './BulkActions.tsx';
import { withRefusedRows, extendedTo, selectionOf, toggled, type OrderSelection } from './useSelection.ts';
import type { ListPlace } from 'shared/rules/listPlace';
import { ListContext, listLayout, useListWidths } from './listLayout.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { OrderGrid, useScrollToTop } from './OrderGrid.tsx';
import classes from './OrderList.module.css';
import {
  useFocusAfterUndo,
  useListFocus,
  type ListFocus,
  useListKeys,
  useReturnToRow,
  useRowsAhead,
  useRowsPerPage,
} from './useListKeyboard.ts';
import { useOrderActions } from './useOrderActions.ts';
import type { OrderList, ShownList } from './useOrderList.ts';

interface OrderCardProps {
  name: FolderName;
  month?: Month;
  list: OrderList;
  place: ListPlace;
  search: Search;
  selection: OrderSelection;
  onRefresh: () => void;
  /** The footer. */
  children: ReactNode;
}

const noRows = [] as const;

/** The card of a list: the toolbar or what can be done with the selected, the rows, the footer. */
export function OrderCard({ name, month, list, place, search, selection, onRefresh, children }: OrderCardProps) {
  const folder = folders[name];
  const what = month ? monthName(month) : folder.link;
  const navigate = useNavigate();
  const { shown, error, loading } = list;
  const { selected, all, reasons, kept, select } = selection;
  const rows = useMemo(() => withRefusedRows(shown?.rows ?? noRows, kept, folder.sort), [shown, kept, folder]);
  const apiRef = useGridApiRef();
  const focus = useListFocus(rows, apiRef);
  const isOld = shown?.isOld ?? false;
  const pressable = isOld ? noRows : rows;
  useFocusAfterUndo(pressable, focus.moveTo);
  const { from, leave, scrollTop } = useReturnToRow(pressable, focus.moveTo);
  const ahead = useRowsAhead(rows, focus.cursor);
  const actions = useOrderActions({ name, month, list, selection, focus });
  const compact = usePreferences((preferences) => preferences.density === 'compact');
  const room = useListWidths();
  const deletes = actions.actions.includes('delete');
  const idDigits = useMemo(() => rows.reduce((most, row) => Math.max(most, row.order_id.length), 0), [rows]);
  const layout = useMemo(
    () => listLayout(folder, { card: room.card, window: room.window, mayDelete: deletes, compact, idDigits }),
    [folder, room.card, room.window, deletes, compact, idDigits],
  );
  useScrollToTop(apiRef, shown);
  useRowsPerPage(shown, () => focus.cursor && focus.moveTo(focus.cursor));
  const selectedIds = useMemo(() => new Set(selected.keys()), [selected]);
  const replacing = useAfter(loading && shown !== null);
  const isStale = error !== null && shown !== null;

  const isAnySelected = all !== null || selected.size > 0;
  // The bulk bar stands in the search's place, until somebody asks for it.
  const [searching, setSearching] = useState(false);
  const isSearchCovered = (isAnySelected || actions.progress !== null) && !searching;
  useShortcuts({ '/': () => setSearching(true) }, { enabled: isSearchCovered });
  const act = (action: BulkAction) => actions.ask({ action, ids: [...selected.keys()], all });
  const clear = () => {
    // The bar that has the focus is about to leave.
    if (focus.bar.current?.contains(document.activeElement)) focus.toBar();
    selection.clear();
  };
  const clearSearch = () => {
    focus.toBar();
    search.clear();
  };
  const retry = () => {
    focus.toBar();
    onRefresh();
  };

  const view = (row: OrderRow) => {
    const { order_id } = row;
    leave(order_id, apiRef.current?.getScrollPosition().top);
    queryClient.setQueryData(orderRowKey(order_id), row);
    selection.keep();
    const { page, limit } = shown?.place ?? place;
    const offset = limit === 'all' ? 0 : (page - 1) * limit;
    const orderIds = rows.map((row) => row.order_id);
    const trail = trailFrom(orderIds, { at: orderIds.indexOf(order_id), offset });
    void navigate(orderPath(order_id), { state: { from, trail } });
  };

  useListKeys({
    rows: pressable,
    cursor: focus.cursor,
    moveTo: focus.moveTo,
    toggle: (row) => select(toggled(selected, row)),
    extendTo: (row) => select(extendedTo(selected, rows, [...selected.keys()].at(-1) ?? null, row.order_id)),
    view,
    assign: () => !isOld && actions.actions.includes('assign') && act('assign'),
    refresh: onRefresh,
    clear: () => (isAnySelected ? clear() : false),
  });

  // Stable, so that moving the cursor draws no cell again.
  const pressed = useRef({ view, ask: actions.ask });
  useEffect(() => {
    pressed.current = { view, ask: actions.ask };
  });
  const { mayDelete } = actions;
  const context = useMemo(
    () => ({
      layout,
      compact,
      reasons,
      mayDelete,
      askDelete: ({ order_id: id }: OrderRow) => pressed.current.ask({ action: 'delete', ids: [id], row: true }),
      view: (row: OrderRow) => pressed.current.view(row),
    }),
    [layout, compact, reasons, mayDelete],
  );
  return (
    <ListContext value={context}>
      <Card label={what} padded={false} className={classes.card}>
        <div ref={room.ref} />
        {!isSearchCovered ? (
          <ListToolbar
            search={search}
            sort={folder.sort}
            focused={searching}
            onFocus={focus.leaveRows}
            onLeave={() => setSearching(false)}
            ref={focus.bar}
          />
        ) : actions.progress ? (
          <BulkProgressBar ref={focus.bar} progress={actions.progress} onCancel={actions.cancel} />
        ) : (
          <BulkBar
            ref={focus.bar}
            inert={isOld}
            count={foundCount(all ?? { total: selected.size, more: false })}
            pageOnly={selection.pageOnly}
            actions={actions.actions}
            running={actions.running}
            onAction={act}
            onClear={clear}
            beyond={
              // For those who may only look there is nothing to do with all of them.
              actions.actions.length > 0
                ? beyond({ shown, selection, focus, where: month ? what : 'this folder' })
                : null
            }
          />
        )}
        <div {...ahead} style={isStale ? ({ '--table-area': '512px' } as CSSProperties) : undefined}>
          {isStale && <StaleLine shown={shown} place={place} term={search.term} retrying={loading} onRetry={retry} />}
          <div inert={isOld}>
            <OrderGrid
              label={what}
              rows={rows}
              selected={selectedIds}
              onSelect={(ids) => select(selectionOf(ids, rows, selected))}
              cursor={focus.cursor}
              onCursor={focus.setCursor}
              loading={replacing || (!shown && !error)}
              blank={
                error && !shown ? (
                  <FailedState
                    title={`${what} could not be loaded`}
                    error={error}
                    safe="Nothing is lost, and your selection is kept."
                    onRetry={retry}
                  />
                ) : (
                  shown?.total === 0 &&
                  (shown.term ? (
                    <NothingFound term={shown.term} where={what} onClear={clearSearch} />
                  ) : (
                    <EmptyFolder folder={name} month={month} />
                  ))
                )
              }
              apiRef={apiRef}
              scrollTop={scrollTop}
            />
          </div>
        </div>
        {children}
      </Card>
      <ConfirmBulk where={what} asked={actions.asked} onConfirm={actions.confirm} onCancel={actions.dismiss} />
    </ListContext>
  );
}

interface Beyond {
  shown: ShownList | null;
  selection: OrderSelection;
  focus: ListFocus;
  /** "this folder", or the month. */
  where: string;
}

/** What "Select all" offers: more than is ticked, or more than a call may name, of the folder or search on screen. */
function beyond({ shown, selection: { all, selected, selectAll }, focus, where }: Beyond) {
  const isAll = shown !== null && shown.total <= Math.min(selected.size, mostOrderIds) && !shown.more;
  if (!shown || all || isAll) return null;
  const { term, total, more } = shown;
  return {
    label: `Select all ${foundCount(shown)} ${term ? 'found' : `in ${where}`}`,
    onSelect: () => {
      // The button leaves.
      focus.toBar();
      selectAll({ term, total, more });
    },
  };
}
