import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OrderRow } from 'shared/api/orderRow';
import { findBroughtBack, useRest, useShortcuts, useUndo } from 'shared/desk';
import { type GridApi, gridFocusCellSelector } from 'shared/kit/table';
import { orderLeftIn } from 'shared/rules/listTrail';
import type { ShownList } from './useOrderList.ts';

interface Wanted {
  /** The place in the list that a row left; null: the toolbar is wanted. */
  row: number | null;
  /** The row whose place is wanted, once it is gone. */
  gone?: string;
  /** The rows that go: a focus that is in one of them is as good as lost. */
  leaving: readonly string[];
  /** The person went on working meanwhile: what they are at keeps the focus. */
  unlessElsewhere: boolean;
}

/**
 * Which row the keys are about, and where the focus goes when what had it is gone: after a row left, to the row that
 * took its place; after an action on selected rows, to the toolbar.
 */
export function useListFocus(rows: readonly OrderRow[], apiRef: RefObject<GridApi | null>) {
  const bar = useRef<HTMLDivElement>(null);
  const wanted = useRef<Wanted | null>(null);
  /** Ends the way to a row. */
  const coming = useRef<(() => void) | null>(null);
  useEffect(() => () => coming.current?.(), []);
  const [chosen, setCursor] = useState<string | null>(null);
  const cursor = rows.some((row) => row.order_id === chosen) ? chosen : (rows[0]?.order_id ?? null);

  /** `whenDrawn`: the grid has just come, and scrolls nowhere before it has measured itself and drawn rows. */
  const moveTo = (orderId: string, { whenDrawn = false } = {}) => {
    const grid = apiRef.current;
    setCursor(orderId);
    if (!grid) return;
    const before = gridFocusCellSelector(apiRef as RefObject<GridApi>);
    const field = before?.field ?? 'full_name';
    const scroll = () => grid.scrollToIndexes({ rowIndex: grid.getRowIndexRelativeToVisibleRows(orderId) });
    scroll();
    grid.setCellFocus(orderId, field);
    // For the grid the cell has the focus still, though the person has been elsewhere by keys.
    const take = () => takeFocus(grid.getCellElement(orderId, field));
    // A screen that is shown again gives the focus to its heading, once its parts have done what they do then.
    const later = whenDrawn ? queueMicrotask : (now: () => void) => now();
    if (before?.id === orderId) later(take);
    coming.current?.();
    if (whenDrawn) coming.current = untilInSight(() => grid.getRowElement(orderId), scroll);
  };

  useEffect(() => {
    const want = wanted.current;
    if (!want || rows.some((row) => row.order_id === want.gone)) return;
    wanted.current = null;
    if (want.unlessElsewhere && isElsewhere(bar.current, want.leaving)) return;
    const next = want.row === null ? undefined : (rows[want.row] ?? rows.at(-1));
    if (next) moveTo(next.order_id);
    else bar.current?.focus();
  });

  return {
    /** Goes on whatever bar stands above the rows. */
    bar,
    cursor,
    setCursor,
    moveTo,
    /** Somebody works above the rows: the grid, which puts its focus on other rows when they come, must let go of it. */
    leaveRows: () => {
      const nowhere = { cell: null, columnHeader: null, columnHeaderFilter: null, columnGroupHeader: null };
      apiRef.current?.setState((state) => ({ ...state, focus: nowhere }));
    },
    /** Once the row is gone, unless the person is elsewhere by then. */
    toPlaceOf: (orderId: string) => {
      const row = rows.findIndex((order) => order.order_id === orderId);
      wanted.current = { row, gone: orderId, leaving: [orderId], unlessElsewhere: true };
    },
    /** At once: the button that was pressed leaves. */
    toBar: () => {
      wanted.current = { row: null, leaving: [], unlessElsewhere: false };
    },
    /** After an answer, unless the person is elsewhere by then: in a row of `leaving` nobody stays. */
    toBarAfterwards: (leaving: readonly string[] = []) => {
      wanted.current = { row: null, leaving, unlessElsewhere: true };
    },
  };
}

/** Frames that a grid may take to be there; half a second. */
const framesToDraw = 30;

/** What a person does to be elsewhere than on the way to a row. */
const ownWays = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Scrolls until the row is in sight, unless the person scrolls or types meanwhile: then it is theirs. Returns what ends it. */
function untilInSight(row: () => HTMLElement | null, scroll: () => void): () => void {
  let frames = framesToDraw;
  const stop = () => {
    frames = 0;
    for (const way of ownWays) window.removeEventListener(way, stop);
  };
  for (const way of ownWays) window.addEventListener(way, stop, { passive: true });
  const look = () => {
    frames -= 1;
    if (frames < 0) return;
    if (isInSight(row()) || frames === 0) return stop();
    scroll();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return stop;
}

function isInSight(row: HTMLElement | null): boolean {
  const around = row?.closest('.MuiDataGrid-virtualScroller')?.getBoundingClientRect();
  if (!row || !around) return false;
  const { top, bottom } = row.getBoundingClientRect();
  // Heights come in fractions of a pixel.
  return top >= around.top - 1 && bottom <= around.bottom + 1;
}

function takeFocus(cell: HTMLElement | null) {
  if (!cell || cell.contains(document.activeElement)) return;
  (cell.querySelector<HTMLElement>('[tabindex="0"]') ?? cell).focus();
}

/** Whether somebody types, or answers a question: what comes meanwhile leaves the focus there. */
const isTyping = () => document.activeElement?.matches(typing) ?? false;

const typing = 'input:not([type=checkbox]), textarea, [role=alertdialog] *';

/** Whether somebody works where the focus is: it is neither lost, nor on the heading, in the bar, or in a row that goes. */
function isElsewhere(bar: Element | null, leaving: readonly string[]) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches('h1')) return false;
  if (isTyping()) return true;
  const row = focused.closest<HTMLElement>('[role=row]')?.dataset.id;
  return !bar?.contains(focused) && (row === undefined || !leaving.includes(row));
}

export type ListFocus = ReturnType<typeof useListFocus>;

interface ListKeys {
  rows: readonly OrderRow[];
  /** The row the keys are about. */
  cursor: string | null;
  moveTo: (orderId: string) => void;
  toggle: (row: OrderRow) => void;
  extendTo: (row: OrderRow) => void;
  view: (row: OrderRow) => void;
  /** False: there is nothing to assign here, and the key keeps its own meaning. */
  assign: () => void | boolean;
  refresh: () => void;
  clear: () => void | boolean;
}

/** A list's keys (rules 24.12). Next order has its own, at its button. */
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
    // Inside the grid the arrows are the grid's own, and anywhere else those of what has the focus.
    ArrowDown: (event) => isNowhere(event) && step(1),
    ArrowUp: (event) => isNowhere(event) && step(-1),
    x: onRow(toggle),
    'Shift+X': onRow(extendTo),
    Enter: (event) => (isPressable(event) ? false : onRow(view)()),
    a: assign,
    r: refresh,
    Escape: clear,
  });
}

const isNowhere = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.matches('h1, main'));

const isPressable = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a, button, input, [role=button], [role=combobox]') !== null;

interface RowLeft {
  orderId: string;
  /** Its place among the rows. */
  row: number;
  /** Of the rows, in px. */
  scrollTop?: number;
}

/** By the history entry of the list that was left for an order: Back comes to that very entry. */
const leftAt = new Map<string, RowLeft>();

/**
 * Who comes back from an order finds the focus on its row, or on the one that took its place: by the browser's Back, and
 * by the order page's own way back, which names the order in the entry's state. Unless they type before the rows are
 * here: a letter meant for the search would be a key of the list.
 */
export function useReturnToRow(rows: readonly OrderRow[], moveTo: ListFocus['moveTo']) {
  const { key, pathname, search, state } = useLocation();
  /** The history entry that was come to, with its rows. */
  const arrivedAt = useRef<string | null>(null);
  const [scrollTop] = useState(() => (leftAt.get(key) ?? namedIn(state))?.scrollTop);

  useEffect(() => {
    if (arrivedAt.current === key || rows.length === 0) return;
    arrivedAt.current = key;
    const wanted = leftAt.get(key) ?? namedIn(state);
    if (!wanted) return;
    leftAt.delete(key);
    const { orderId, row } = wanted;
    const here = rows.some((order) => order.order_id === orderId) ? orderId : (rows[row] ?? rows.at(-1))?.order_id;
    if (here && !isTyping()) moveTo(here, { whenDrawn: true });
    // Once for each entry, with its first rows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, key]);

  return {
    /** What a link to an order takes along: the way back. */
    from: pathname + search,
    /** Where the rows stood when this list was left for an order. */
    scrollTop,
    /** Before an order is opened from its row. */
    leave: (orderId: string, scrollTop?: number) => {
      const left = { orderId, row: rows.findIndex((order) => order.order_id === orderId), scrollTop };
      leftAt.set(key, left);
      lastLeft = left;
    },
  };
}

let lastLeft: RowLeft | undefined;

function namedIn(state: unknown): RowLeft | undefined {
  const orderId = orderLeftIn(state);
  if (orderId === null) return undefined;
  return lastLeft?.orderId === orderId ? lastLeft : { orderId, row: 0 };
}

/** After Undo the focus goes to the row that came back, unless somebody types meanwhile. */
export function useFocusAfterUndo(rows: readonly OrderRow[], moveTo: (orderId: string) => void) {
  const waiting = useUndo(({ broughtBack }) => broughtBack);
  useEffect(() => {
    if (!waiting) return;
    const orderId = findBroughtBack(rows.map((row) => row.order_id));
    if (orderId && !isTyping()) moveTo(orderId);
    // Only rows or an Undo bring it back; `moveTo` is new at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, waiting]);
}

/**
 * Reads the order of a row ahead while the pointer or the keys' cursor rests on it. Not the first row's by the cursor,
 * which stands there without anybody's doing.
 *
 * @returns what hears the pointer, for the element around the rows
 */
export function useRowsAhead(rows: readonly OrderRow[], cursor: string | null) {
  const pointer = useRest();
  const keys = useRest();
  const isMoved = cursor !== rows[0]?.order_id;
  useEffect(() => keys(isMoved ? cursor : null), [keys, cursor, isMoved]);
  return {
    onPointerOver: ({ target }: PointerEvent) => pointer(rowAt(target)),
    onPointerLeave: () => pointer(null),
  };
}

const rowAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest<HTMLElement>('[role=row]')?.dataset.id ?? null) : null;

/** Who chose another number of rows is on the rows once they are here: J, K and Enter would still be the select's. */
export function useRowsPerPage(shown: ShownList | null, toRows: () => void) {
  const limit = shown?.place.limit;
  const before = useRef(limit);
  useEffect(() => {
    const isChosen = before.current !== undefined && limit !== undefined && before.current !== limit;
    before.current = limit ?? before.current;
    if (isChosen && document.activeElement?.matches('[role=combobox]')) toRows();
    // Only other rows bring the focus; `toRows` is new at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [limit]);
}
