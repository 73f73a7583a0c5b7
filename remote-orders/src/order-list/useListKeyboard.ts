import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { OrderRow } from 'shared/api/orderRow';
import { takeRestoredOrder, useHoverPrefetch, useShortcuts, useUndo } from 'shared/desk';
import { type GridApi, gridFocusCellSelector } from 'shared/kit/table';
import { readLeftOrder } from 'shared/rules/listTrail';
import type { ShownList } from './useOrderList.ts';

interface FocusTarget {
  /** The index of a row that leaves; null for the toolbar. */
  row: number | null;
  /** Wait until this row is gone. */
  gone?: string;
  /** Rows about to leave; the focus inside them does not count. */
  leaving: readonly string[];
  /** Do nothing if the member is working elsewhere. */
  onlyIfIdle: boolean;
}

/**
 * The row with the cursor. When the focused element unmounts, the focus moves to the next row or, after a bulk action,
 * to the toolbar.
 */
export function useListFocus(rows: readonly OrderRow[], apiRef: RefObject<GridApi | null>) {
  const bar = useRef<HTMLDivElement>(null);
  const focusTarget = useRef<FocusTarget | null>(null);
  const stopScrolling = useRef<(() => void) | null>(null);
  useEffect(() => () => stopScrolling.current?.(), []);
  const [chosen, setCursor] = useState<string | null>(null);
  const cursor = rows.some((row) => row.order_id === chosen) ? chosen : (rows[0]?.order_id ?? null);

  /** `whenDrawn` waits until a new grid has measured its rows, because it cannot scroll earlier. */
  const moveTo = (orderId: string, { whenDrawn = false } = {}) => {
    const grid = apiRef.current;
    setCursor(orderId);
    if (!grid) return;
    const before = gridFocusCellSelector(apiRef as RefObject<GridApi>);
    const field = before?.field ?? 'full_name';
    const scroll = () => grid.scrollToIndexes({ rowIndex: grid.getRowIndexRelativeToVisibleRows(orderId) });
    scroll();
    grid.setCellFocus(orderId, field);
    // The grid may believe that this cell is still focused.
    const take = () => takeFocus(grid.getCellElement(orderId, field));
    // Wait, because a screen shown again focuses its heading first.
    const later = whenDrawn ? queueMicrotask : (now: () => void) => now();
    if (before?.id === orderId) later(take);
    stopScrolling.current?.();
    if (whenDrawn) stopScrolling.current = scrollUntilVisible(() => grid.getRowElement(orderId), scroll);
  };

  useEffect(() => {
    const want = focusTarget.current;
    if (!want || rows.some((row) => row.order_id === want.gone)) return;
    focusTarget.current = null;
    if (want.onlyIfIdle && hasFocusElsewhere(bar.current, want.leaving)) return;
    const next = want.row === null ? undefined : (rows[want.row] ?? rows.at(-1));
    if (next) moveTo(next.order_id);
    else bar.current?.focus();
  });

  return {
    bar,
    cursor,
    setCursor,
    moveTo,
    /** Otherwise the grid would take the focus back when rows change. */
    releaseFocus: () => {
      const nowhere = { cell: null, columnHeader: null, columnHeaderFilter: null, columnGroupHeader: null };
      apiRef.current?.setState((state) => ({ ...state, focus: nowhere }));
    },
    /** Acts once the row has left, unless the member is working elsewhere. */
    focusNextTo: (orderId: string) => {
      const row = rows.findIndex((order) => order.order_id === orderId);
      focusTarget.current = { row, gone: orderId, leaving: [orderId], onlyIfIdle: true };
    },
    /** Acts at once, because the pressed button unmounts. */
    focusBar: () => {
      focusTarget.current = { row: null, leaving: [], onlyIfIdle: false };
    },
    /** Acts after a response, unless the member is working elsewhere. The focus in `leaving` rows does not count. */
    focusBarIfIdle: (leaving: readonly string[] = []) => {
      focusTarget.current = { row: null, leaving, onlyIfIdle: true };
    },
  };
}

/** The maximum number of frames to wait for a grid to render: half a second. */
const maxFrames = 30;

const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Scrolls until the row is visible or the member scrolls or types. Returns a function that stops it. */
function scrollUntilVisible(row: () => HTMLElement | null, scroll: () => void): () => void {
  let frames = maxFrames;
  const stop = () => {
    frames = 0;
    for (const way of userEvents) window.removeEventListener(way, stop);
  };
  for (const way of userEvents) window.addEventListener(way, stop, { passive: true });
  const look = () => {
    frames -= 1;
    if (frames < 0) return;
    if (isVisible(row()) || frames === 0) return stop();
    scroll();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return stop;
}

function isVisible(row: HTMLElement | null): boolean {
  const around = row?.closest('.MuiDataGrid-virtualScroller')?.getBoundingClientRect();
  if (!row || !around) return false;
  const { top, bottom } = row.getBoundingClientRect();
  // Allows for fractions of a pixel in heights.
  return top >= around.top - 1 && bottom <= around.bottom + 1;
}

function takeFocus(cell: HTMLElement | null) {
  if (!cell || cell.contains(document.activeElement)) return;
  (cell.querySelector<HTMLElement>('[tabindex="0"]') ?? cell).focus();
}

/** Whether the member is typing or in a dialog, where the focus must stay. */
const isTyping = () => document.activeElement?.matches(typing) ?? false;

const typing = 'input:not([type=checkbox]), textarea, [role=alertdialog] *';

/** Whether anything but the body, the heading, the bar or a leaving row is focused. */
function hasFocusElsewhere(bar: Element | null, leaving: readonly string[]) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches('h1')) return false;
  if (isTyping()) return true;
  const row = focused.closest<HTMLElement>('[role=row]')?.dataset.id;
  return !bar?.contains(focused) && (row === undefined || !leaving.includes(row));
}

export type ListFocus = ReturnType<typeof useListFocus>;

interface ListKeys {
  rows: readonly OrderRow[];
  cursor: string | null;
  moveTo: (orderId: string) => void;
  toggle: (row: OrderRow) => void;
  extendTo: (row: OrderRow) => void;
  view: (row: OrderRow) => void;
  /** Return false to leave the key to the browser. */
  assign: () => void | boolean;
  refresh: () => void;
  clear: () => void | boolean;
}

/** The shortcuts of a list (rules 24.12), except Next order. */
export function useListKeys({ rows, cursor, moveTo, toggle, extendTo, view, assign, refresh, clear }: ListKeys) {
  const at = rows.findIndex((row) => row.order_id === cursor);
  const step = (by: 1 | -1) => {
    const next = rows[at < 0 ? 0 : at + by];
    if (!next) return false;
    moveTo(next.order_id);
  };
  const onRow = (act: (row: OrderRow) => void) => () => {
    const row = rows[at];
    if (!row) return false;
    act(row);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    // Inside the grid, arrows belong to the grid.
    ArrowDown: (event) => isOutsideControls(event) && step(1),
    ArrowUp: (event) => isOutsideControls(event) && step(-1),
    x: onRow(toggle),
    'Shift+X': onRow(extendTo),
    Enter: (event) => (isPressable(event) ? false : onRow(view)()),
    a: assign,
    r: refresh,
    Escape: clear,
  });
}

const isOutsideControls = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.matches('h1, main'));

const isPressable = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a, button, input, [role=button], [role=combobox]') !== null;

interface LeftRow {
  orderId: string;
  row: number;
  /** Pixels. */
  scrollTop?: number;
}

/** Keyed by history entry, so that Back finds it. */
const leftRows = new Map<string, LeftRow>();

/**
 * After Back or the order page's back link, focuses the order's row or the row in its place, unless the member is
 * typing by then.
 */
export function useRestoreFocus(rows: readonly OrderRow[], moveTo: ListFocus['moveTo']) {
  const { key, pathname, search, state } = useLocation();
  /** The history entry whose focus was restored. */
  const restoredEntry = useRef<string | null>(null);
  const [scrollTop] = useState(() => (leftRows.get(key) ?? leftRowFrom(state))?.scrollTop);

  useEffect(() => {
    if (restoredEntry.current === key || rows.length === 0) return;
    restoredEntry.current = key;
    const focusTarget = leftRows.get(key) ?? leftRowFrom(state);
    if (!focusTarget) return;
    leftRows.delete(key);
    const { orderId, row } = focusTarget;
    const here = rows.some((order) => order.order_id === orderId) ? orderId : (rows[row] ?? rows.at(-1))?.order_id;
    if (here && !isTyping()) moveTo(here, { whenDrawn: true });
    // Runs once per entry.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, key]);

  return {
    from: pathname + search,
    scrollTop,
    /** Records the row; call this before opening an order. */
    leave: (orderId: string, scrollTop?: number) => {
      const left = { orderId, row: rows.findIndex((order) => order.order_id === orderId), scrollTop };
      leftRows.set(key, left);
      lastLeft = left;
    },
  };
}

let lastLeft: LeftRow | undefined;

function leftRowFrom(state: unknown): LeftRow | undefined {
  const orderId = readLeftOrder(state);
  if (orderId === null) return undefined;
  return lastLeft?.orderId === orderId ? lastLeft : { orderId, row: 0 };
}

/** Focuses a restored order, unless the member is typing. */
export function useFocusAfterUndo(rows: readonly OrderRow[], moveTo: (orderId: string) => void) {
  const waiting = useUndo(({ restored }) => restored);
  const focusOrder = useEffectEvent(moveTo);
  useEffect(() => {
    if (!waiting) return;
    const orderId = takeRestoredOrder(rows.map((row) => row.order_id));
    if (orderId && !isTyping()) focusOrder(orderId);
  }, [rows, waiting]);
}

/**
 * Prefetches the order under the pointer, and the order at the cursor except in the first row, where the cursor starts.
 * Returns pointer handlers for the rows' parent.
 */
export function useRowPrefetch(rows: readonly OrderRow[], cursor: string | null) {
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

/** Focuses the rows after the page size was changed: the focused select would intercept J, K and Enter. */
export function useFocusAfterPageSize(shown: ShownList | null, toRows: () => void) {
  const limit = shown?.place.limit;
  const before = useRef(limit);
  const focusRows = useEffectEvent(toRows);
  useEffect(() => {
    const isChosen = before.current !== undefined && limit !== undefined && before.current !== limit;
    before.current = limit ?? before.current;
    if (isChosen && document.activeElement?.matches('[role=combobox]')) focusRows();
  }, [limit]);
}

/** Scrolls to the top after another page, page size or search. */
export function useScrollToTop(apiRef: RefObject<GridApi | null>, shown: ShownList | null) {
  const standing = shown && JSON.stringify([shown.place, shown.term]);
  const before = useRef(standing);
  useEffect(() => {
    if (before.current !== null && before.current !== standing) apiRef.current?.scroll({ top: 0 });
    before.current = standing;
  }, [apiRef, standing]);
}
