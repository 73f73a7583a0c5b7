import { useEffect, useRef, useState, type RefObject } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { type GridApi, gridFocusCellSelector } from 'shared/kit/table';

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
export const isTyping = () => document.activeElement?.matches(typing) ?? false;

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
