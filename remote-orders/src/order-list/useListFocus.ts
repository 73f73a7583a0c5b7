import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { OrderRow } from 'shared/api/orderRow';
import { takeRestoredOrder, useUndo } from 'shared/desk';
import { type GridApi, gridFocusCellSelector } from 'shared/kit/table';
import { readLeftOrder } from 'shared/rules/listTrail';
import type { ShownList } from './useOrderList.ts';

interface FocusTarget {
  /** The index of the row about to leave, or -1 for the toolbar. */
  row: number;
  /** Wait until this row is gone. */
  leftRow?: string | undefined;
  /** Rows about to leave. Focus inside them does not count as working elsewhere. */
  leaving: readonly string[];
  /** Leaves the focus alone if the member is working elsewhere. */
  onlyIfIdle: boolean;
}

const noRows = [] as const;

interface ListFocusOptions {
  rows: readonly OrderRow[];
  shown: ShownList | null;
  apiRef: RefObject<GridApi | null>;
}

/**
 * The row with the cursor. When the focused element unmounts, the focus moves to the next row, else to the toolbar.
 */
export function useListFocus({ rows, shown, apiRef }: ListFocusOptions) {
  const bar = useRef<HTMLDivElement>(null);
  const focusTarget = useRef<FocusTarget | null>(null);
  const stopScrolling = useRef<(() => void) | null>(null);
  useEffect(() => () => stopScrolling.current?.(), []);
  /** The order under the cursor, then the orders below it: when the first leaves, the next one gets the cursor. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ids = rows.map((row) => row.order_id);
  const setCursor = (orderId: string) => setChosen(ids.includes(orderId) ? ids.slice(ids.indexOf(orderId)) : [orderId]);
  const cursor = chosen.find((orderId) => ids.includes(orderId)) ?? ids[0] ?? null;

  /** `whenDrawn` is for a new grid, which cannot scroll until it has measured its rows. */
  const moveTo = (orderId: string, { whenDrawn = false } = {}) => {
    const grid = apiRef.current;
    setCursor(orderId);
    if (!grid) return;
    const before = gridFocusCellSelector(apiRef as RefObject<GridApi>);
    // A failure's reason covers other cells, which then have no element.
    const isCovered = before && grid.getRowElement(orderId) && !grid.getCellElement(orderId, before.field);
    const field = before && !isCovered ? before.field : 'full_name';
    const scroll = () => grid.scrollToIndexes({ rowIndex: grid.getRowIndexRelativeToVisibleRows(orderId) });
    scroll();
    grid.setCellFocus(orderId, field);
    // The grid may believe that this cell is still focused.
    const take = () => takeFocus(grid.getCellElement(orderId, field));
    // Wait, because the screen focuses its heading after this effect.
    const later = whenDrawn ? queueMicrotask : (now: () => void) => now();
    later(take);
    stopScrolling.current?.();
    if (whenDrawn) stopScrolling.current = scrollUntilVisible(() => grid.getRowElement(orderId), scroll);
  };

  useEffect(() => {
    const want = focusTarget.current;
    if (!want || rows.some((row) => row.order_id === want.leftRow)) return;
    focusTarget.current = null;
    if (want.onlyIfIdle && hasFocusElsewhere(bar.current, want.leaving)) return;
    const next = want.row < 0 ? undefined : (rows[want.row] ?? rows.at(-1));
    if (next) moveTo(next.order_id);
    else bar.current?.focus();
  });
  const pressable = shown?.isOld ? noRows : rows;
  useFocusAfterUndo(pressable, moveTo);
  useNewPage(shown, { apiRef, bar }, (isResized) => {
    setChosen(([orderId]) => (orderId === undefined ? [] : [orderId]));
    if (isResized && cursor) moveTo(cursor);
  });

  return {
    bar,
    cursor,
    setCursor,
    moveTo,
    ...useRestoreFocus(pressable, apiRef, moveTo),
    /** Clears the focused cell. Otherwise the grid would take the focus back when rows change. */
    releaseFocus: () => {
      const nowhere = { cell: null, columnHeader: null, columnHeaderFilter: null, columnGroupHeader: null };
      apiRef.current?.setState((state) => ({ ...state, focus: nowhere }));
    },
    /**
     * Moves the focus to the row below the first of these rows once they have left, or to the bar if none of them is on
     * the page. Leaves the focus alone if the member is working elsewhere.
     */
    focusNextTo: (leaving: readonly string[] = []) => {
      const row = rows.findIndex(({ order_id }) => leaving.includes(order_id));
      focusTarget.current = { row, leftRow: rows[row]?.order_id, leaving, onlyIfIdle: true };
    },
    /** Moves the focus on the next render, which unmounts the pressed button. */
    focusBar: () => {
      focusTarget.current = { row: -1, leaving: [], onlyIfIdle: false };
    },
  };
}

/** How many frames to wait for a grid to render: half a second. */
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
  // Allow for fractional heights.
  return top >= around.top - 1 && bottom <= around.bottom + 1;
}

function takeFocus(cell: HTMLElement | null) {
  if (!cell || cell.contains(document.activeElement)) return;
  (cell.querySelector<HTMLElement>('[tabindex="0"]') ?? cell).focus();
}

/** Whether the member is typing or in a dialog, where the focus must stay. */
const isTyping = () => document.activeElement?.matches(typing) ?? false;

const typing = 'input:not([type=checkbox]), textarea, [role=alertdialog] *';

/** Whether something other than the body, the heading, the bar or a leaving row has the focus. */
function hasFocusElsewhere(bar: Element | null, leaving: readonly string[]) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches('h1')) return false;
  if (isTyping()) return true;
  const row = focused.closest<HTMLElement>('[role=row]')?.dataset.id;
  return !bar?.contains(focused) && (row === undefined || !leaving.includes(row));
}

export type ListFocus = ReturnType<typeof useListFocus>;

interface LeftRow {
  orderId: string;
  row: number;
  /** Pixels. */
  scrollTop?: number | undefined;
}

/** Keyed by history entry, so that Back finds it. */
const leftRows = new Map<string, LeftRow>();

/**
 * After Back or the order page's back link, focuses that order's row or, if the row is gone, the one in its place.
 * Does nothing if the member is typing by then.
 */
function useRestoreFocus(
  rows: readonly OrderRow[],
  apiRef: RefObject<GridApi | null>,
  moveTo: (orderId: string, how: { whenDrawn: true }) => void,
) {
  const { key, state } = useLocation();
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
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, key]);

  return {
    scrollTop,
    /** Records the row; call this before opening an order. */
    leave: (orderId: string) => {
      const row = rows.findIndex((order) => order.order_id === orderId);
      const left = { orderId, row, scrollTop: apiRef.current?.getScrollPosition().top };
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

/** Focuses an order restored by Undo, unless the member is typing. */
function useFocusAfterUndo(rows: readonly OrderRow[], moveTo: (orderId: string) => void) {
  const waiting = useUndo(({ restored }) => restored);
  const focusOrder = useEffectEvent(moveTo);
  useEffect(() => {
    if (!waiting) return;
    const orderId = takeRestoredOrder(rows.map((row) => row.order_id));
    if (orderId && !isTyping()) focusOrder(orderId);
  }, [rows, waiting]);
}

/**
 * Scrolls to the top after a change of page, page size or search. Tells `onNewPage` whether to focus the rows: after a
 * change of page size, the focused select would intercept J, K and Enter.
 */
function useNewPage(
  shown: ShownList | null,
  { apiRef, bar }: { apiRef: RefObject<GridApi | null>; bar: RefObject<HTMLElement | null> },
  onNewPage: (isResized: boolean) => void,
) {
  const shownKey = shown && JSON.stringify([shown.pagination, shown.term]);
  const before = useRef({ shownKey, limit: shown?.pagination.limit });
  const arrived = useEffectEvent(() => {
    const { shownKey: last, limit } = before.current;
    before.current = { shownKey, limit: shown?.pagination.limit };
    if (last === null) return;
    apiRef.current?.scroll({ top: 0 });
    // On a phone, the page buttons are at the end of the page, so scroll the page up too.
    if (window.innerWidth <= 767) bar.current?.scrollIntoView({ block: 'nearest' });
    onNewPage(limit !== shown?.pagination.limit && document.activeElement?.matches('[role=combobox]') === true);
  });
  useEffect(() => {
    if (before.current.shownKey !== shownKey) arrived();
  }, [shownKey]);
}
