import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { maxBulkOrders } from 'shared/api/fields/bulkInput';
import type { OrderRow } from 'shared/api/orderRow';
import { orderRowKey, queryClient, usePreferences, useShortcuts } from 'shared/desk';
import { monthName, type Month } from 'shared/format/dates';
import { orderPath } from 'shared/format/orderIdCode';
import { formatPhone } from 'shared/format/phone';
import { Card, FailedState } from 'shared/kit';
import { useDelayed, useOnline } from 'shared/kit/base';
import { useGridApiRef } from 'shared/kit/table';
import { folders, type BulkAction, type FolderName } from 'shared/rules/folders';
import { createTrail } from 'shared/rules/listTrail';
import { NoResults, EmptyFolder, StaleNote } from './listStates.tsx';
import { type Search, foundCount } from './useSearch.ts';
import { applicableIds } from './bulkActions.ts';
import { BulkBar, BulkProgressBar, ConfirmBulk } from './BulkActions.tsx';
import { withFailedRows, extendTo, selectionOf, toggleRow, type OrderSelection } from './useSelection.ts';
import type { ListPlace } from 'shared/rules/listPlace';
import { ListContext, type ListLayout, listLayout, useListWidths } from './listLayout.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { OrderGrid, rowHeight, useScrollToTop } from './OrderGrid.tsx';
import classes from './OrderList.module.css';
import {
  useFocusAfterUndo,
  useListFocus,
  type ListFocus,
  useListKeys,
  useRestoreFocus,
  useRowPrefetch,
  useFocusAfterPageSize,
} from './useListKeyboard.ts';
import { useOrderActions } from './useOrderActions.ts';
import type { OrderList, ShownList } from './useOrderList.ts';

interface ListCardProps {
  name: FolderName;
  month?: Month;
  list: OrderList;
  place: ListPlace;
  search: Search;
  selection: OrderSelection;
  onRefresh: () => void;
  children: ReactNode;
}

const noRows = [] as const;

export function ListCard({ name, month, list, place, search, selection, onRefresh, children }: ListCardProps) {
  const folder = folders[name];
  const what = month ? monthName(month) : folder.link;
  const navigate = useNavigate();
  const { shown, error, loading } = list;
  const { selected, all, reasons, kept, seen, select } = selection;
  const rows = useMemo(() => withFailedRows(shown?.rows ?? noRows, kept, folder.sort), [shown, kept, folder]);
  const apiRef = useGridApiRef();
  const focus = useListFocus(rows, apiRef);
  const isOld = shown?.isOld ?? false;
  const pressable = isOld ? noRows : rows;
  useFocusAfterUndo(pressable, focus.moveTo);
  const { from, leave, scrollTop } = useRestoreFocus(pressable, focus.moveTo);
  const prefetchHandlers = useRowPrefetch(rows, focus.cursor);
  const actions = useOrderActions({ name, month, list, selection, focus });
  const compact = usePreferences((preferences) => preferences.density === 'compact');
  const room = useListWidths();
  const deletes = actions.actions.includes('delete');
  const idDigits = useMemo(() => maxDigits(rows, (row) => row.order_id), [rows]);
  const phoneDigits = useMemo(() => maxDigits(rows, (row) => formatPhone(row.country_code, row.phone_number)), [rows]);
  const layout = useMemo(
    () =>
      listLayout(name, { card: room.card, window: room.window, mayDelete: deletes, compact, idDigits, phoneDigits }),
    [name, room.card, room.window, deletes, compact, idDigits, phoneDigits],
  );
  useScrollToTop(apiRef, shown);
  useFocusAfterPageSize(shown, () => focus.cursor && focus.moveTo(focus.cursor));
  const selectedIds = useMemo(() => new Set(selected.keys()), [selected]);
  const replacing = useDelayed(loading && shown !== null);
  // Offline, the shell says why a refresh failed.
  const online = useOnline();
  const isAsked = shown?.term === search.term && shown.place.page === place.page && shown.place.limit === place.limit;
  const isStale = error !== null && shown !== null && (online || !isAsked);

  const isAnySelected = all !== null || selected.size > 0;
  // Whether the search is shown instead of the bulk bar, which covers it.
  const [searching, setSearching] = useState(false);
  const isSearchCovered = (isAnySelected || actions.progress !== null) && !searching;
  useShortcuts({ '/': () => setSearching(true) }, { enabled: isSearchCovered });
  const act = (action: BulkAction) => actions.ask({ action, ids: applicableIds(action, selected), all });
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
    leave(order_id, apiRef.current?.getScrollPosition().top);
    queryClient.setQueryData(orderRowKey(order_id), row);
    selection.keep();
    const { page, limit } = shown?.place ?? place;
    const offset = limit === 'all' ? 0 : (page - 1) * limit;
    const orderIds = rows.map((row) => row.order_id);
    const trail = createTrail(orderIds, { at: orderIds.indexOf(order_id), offset });
    void navigate(orderPath(order_id), { state: { from, trail } });
  };

  /** Whether the rows match the typed text. */
  const isFound = shown !== null && shown.term === search.text.trim() && !shown.isOld && !loading;
  const opensOnly = useOpenOnly({ shown, typed: search.text }, () => rows[0] && view(rows[0]));
  const mainLink = useRef<HTMLAnchorElement>(null);
  const pressEnter = (term: string) => {
    if (!isFound || shown.total > 0 || term === '') return opensOnly(term);
    // Without hits, Enter presses the filled button.
    if (mainLink.current) mainLink.current.click();
    else search.clear();
  };

  useListKeys({
    rows: pressable,
    cursor: focus.cursor,
    moveTo: focus.moveTo,
    toggle: (row) => select(toggleRow(selected, row)),
    extendTo: (row) => select(extendTo(selected, rows, [...selected.keys()].at(-1) ?? null, row.order_id)),
    view,
    assign: () => !isOld && actions.actions.includes('assign') && act('assign'),
    refresh: onRefresh,
    clear: () => (isAnySelected ? clear() : false),
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
            ref={focus.bar}
            inert={isOld}
            count={foundCount(all ?? { total: selected.size, more: false })}
            selected={all ? null : selected}
            pageOnly={selection.pageOnly}
            actions={actions.actions}
            running={actions.running}
            onAction={act}
            onClear={clear}
            selectAll={
              // Without any action, "Select all" would have no use.
              actions.actions.length > 0
                ? selectAllOffer({ shown, selection, focus, where: month ? what : 'this folder' })
                : null
            }
          />
        )}
        <div {...prefetchHandlers} style={{ '--table-area': `${tableHeight(layout, isStale)}px` } as CSSProperties}>
          {isStale && <StaleNote shown={shown} place={place} term={search.term} retrying={loading} onRetry={retry} />}
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
              scrollTop={scrollTop}
            />
          </div>
        </div>
        {children}
      </Card>
      <ConfirmBulk
        where={what}
        rows={actions.asked ? [...rows, ...seen.values()] : rows}
        asked={actions.asked}
        onConfirm={actions.confirm}
        onCancel={actions.dismiss}
      />
    </ListContext>
  );
}

const maxDigits = (rows: readonly OrderRow[], text: (row: OrderRow) => string) =>
  rows.reduce((most, row) => Math.max(most, text(row).replace(/\D/g, '').length), 0);

/** A phone shows whole rows above the footer; elsewhere the header and ten rows fit. */
function tableHeight(layout: ListLayout, isStale: boolean): number {
  const height = isStale ? 512 : 550;
  const row = rowHeight(layout, false);
  return layout.phone ? headHeight + Math.floor((height - headHeight) / row) * row : height;
}

/** Includes its border. */
const headHeight = 41;

interface OpenOnly {
  shown: ShownList | null;
  typed: string;
}

/** Opens the order when a search finds only one. Returns a function for Enter, which takes the term. */
function useOpenOnly({ shown, typed }: OpenOnly, open: () => void): (term: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  // More typing starts another search, so forget the Enter.
  if (wanted !== null && typed.trim() !== wanted) setWanted(null);
  const found = wanted !== null && shown?.term === wanted;
  const isOnly = found && !shown.isOld && wanted !== '' && shown.total === 1;
  useEffect(() => {
    if (!found) return;
    setWanted(null);
    if (isOnly) open();
    // Only the rows of a search may open an order, once for its Enter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [found]);
  return setWanted;
}

interface SelectAllContext {
  shown: ShownList | null;
  selection: OrderSelection;
  focus: ListFocus;
  where: string;
}

function selectAllOffer({ shown, selection: { all, selected, selectAll }, focus, where }: SelectAllContext) {
  const isAll = shown !== null && shown.total <= Math.min(selected.size, maxBulkOrders) && !shown.more;
  if (!shown || all || isAll) return null;
  const { term, total, more } = shown;
  return {
    label: `Select all ${foundCount(shown)} ${term ? 'found' : `in ${where}`}`,
    onSelect: () => {
      // Move the focus, because the button unmounts.
      focus.focusBar();
      selectAll({ term, total, more });
    },
  };
}
