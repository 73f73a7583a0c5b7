import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { DataTable, type GridApi, type GridColDef } from 'shared/kit/table';
import classes from './orderColumns.module.css';
import {
  isFlex,
  isFuture,
  isMessages,
  type ListLayout,
  selectWidth,
  selectWidthOnPhone,
  useListContext,
} from './listLayout.ts';
import { orderColumns } from './orderColumns.tsx';
import type { ShownList } from './useOrderList.ts';

interface OrderGridProps {
  label: string;
  rows: readonly OrderRow[];
  selected: ReadonlySet<string>;
  onSelect: (ids: Set<string>) => void;
  cursor: string | null;
  onCursor: (orderId: string) => void;
  loading: boolean;
  /** Shown instead of rows if there are none. */
  blank: ReactNode;
  apiRef: RefObject<GridApi | null>;
  /** The initial scroll position. */
  scrollTop: number | undefined;
}

const idOf = (row: OrderRow) => row.order_id;
const nameOf = (row: OrderRow) => `order ${row.order_id}`;

export function OrderGrid({
  label,
  rows,
  selected,
  onSelect,
  cursor,
  onCursor,
  loading,
  blank,
  apiRef,
  scrollTop,
}: OrderGridProps) {
  const { layout, compact } = useListContext();
  const columns = useMemo(() => gridColumns(layout), [layout]);
  return (
    <DataTable
      label={label}
      rows={rows}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      selection={selected}
      onSelectionChange={onSelect}
      selectWidth={layout.phone ? selectWidthOnPhone : selectWidth}
      cursor={cursor}
      onCursorChange={onCursor}
      rowHeight={rowHeight(layout, compact)}
      loading={loading}
      empty={blank}
      apiRef={apiRef}
      scrollTop={scrollTop}
    />
  );
}

export const rowHeight = (layout: ListLayout, compact: boolean) =>
  layout.phone ? (isFuture(layout) || isMessages(layout) ? 92 : 76) : compact ? 34 : 51;

function gridColumns({ columns, widths, minTextWidths, dateOverTime }: ListLayout): GridColDef<OrderRow>[] {
  return columns.map((column): GridColDef<OrderRow> => {
    const { head, align, highHead, cell } = orderColumns[column];
    return {
      field: column,
      headerName: head,
      align,
      headerAlign: align,
      ...(highHead && { headerClassName: classes.highHead }),
      ...(isFlex(column)
        ? {
            flex: column === 'first_words' ? 1.5 : column === 'email' && dateOverTime ? 2 : 1,
            minWidth: minTextWidths[column],
          }
        : { width: widths[column], minWidth: widths[column] }),
      // Buttons get the focus from their cell, because the grid is one tab stop.
      renderCell: ({ row, hasFocus }) => cell(row, hasFocus ? 0 : -1),
    };
  });
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
