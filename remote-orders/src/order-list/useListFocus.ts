import { gridFocusCellSelector, type GridApi } from '@mui/x-data-grid';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { OrderRow } from 'shared/api/orderRow';

interface Wanted {
  /** The place in the list that a row left. */
  row: number;
  gone: string;
}

/**
 * Which row the keys are about, and where the focus goes when what had it is gone: after a row left, to the row that
 * took its place; after an action on selected rows, to the toolbar.
 */
export function useListFocus(rows: readonly OrderRow[], apiRef: RefObject<GridApi | null>) {
  const bar = useRef<HTMLDivElement>(null);
  const wanted = useRef<Wanted | 'bar' | null>(null);
  const [chosen, setCursor] = useState<string | null>(null);
  const cursor = rows.some((row) => row.order_id === chosen) ? chosen : (rows[0]?.order_id ?? null);

  const moveTo = (orderId: string) => {
    const grid = apiRef.current;
    setCursor(orderId);
    if (!grid) return;
    const field = gridFocusCellSelector(apiRef as RefObject<GridApi>)?.field ?? 'full_name';
    grid.scrollToIndexes({ rowIndex: grid.getRowIndexRelativeToVisibleRows(orderId) });
    grid.setCellFocus(orderId, field);
  };

  useEffect(() => {
    const want = wanted.current;
    if (!want || (want !== 'bar' && rows.some((row) => row.order_id === want.gone))) return;
    wanted.current = null;
    const next = want === 'bar' ? undefined : (rows[want.row] ?? rows.at(-1));
    if (next) moveTo(next.order_id);
    else bar.current?.focus();
  });

  return {
    /** Goes on whatever bar stands above the rows. */
    bar,
    cursor,
    setCursor,
    moveTo,
    /** Once the row is gone. */
    toPlaceOf: (orderId: string) => {
      wanted.current = { row: rows.findIndex((row) => row.order_id === orderId), gone: orderId };
    },
    toBar: () => {
      wanted.current = 'bar';
    },
  };
}

export type ListFocus = ReturnType<typeof useListFocus>;
