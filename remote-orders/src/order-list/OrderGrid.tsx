import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { DataTable, type GridApi, type GridColDef } from 'shared/kit/table';
import classes from './orderColumns.module.css';
import {
  isFuture,
  type ListLayout,
  minTextWidth,
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
  /** In place of rows: why there are none. */
  blank: ReactNode;
  apiRef: RefObject<GridApi | null>;
  /** Where the first rows stand. */
  scrollTop: number | undefined;
}

const idOf = (row: OrderRow) => row.order_id;
const nameOf = (row: OrderRow) => `order ${row.order_id}`;

/** A folder's rows, in the columns that the folder and the room give. */
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

const rowHeight = (layout: ListLayout, compact: boolean) =>
  layout.phone ? (isFuture(layout) ? 84 : 68) : compact ? 34 : 51;

function gridColumns({ columns, widths, dateOverTime }: ListLayout): GridColDef<OrderRow>[] {
  return columns.map((column): GridColDef<OrderRow> => {
    const { head, align, highHead, cell } = orderColumns[column];
    const isText = column === 'full_name' || column === 'email';
    return {
      field: column,
      headerName: head,
      align,
      headerAlign: align,
      ...(highHead && { headerClassName: classes.highHead }),
      // In the narrow rows of a month, names keep their least and emails get the rest.
      ...(isText
        ? { flex: column === 'email' && dateOverTime ? 2 : 1, minWidth: minTextWidth }
        : { width: widths[column], minWidth: widths[column] }),
      // What can be pressed is reached from its own cell: the grid is one tab stop.
      renderCell: ({ row, hasFocus }) => cell(row, hasFocus ? 0 : -1),
    };
  });
}

/** Other rows begin at their first: a new page, number of rows or search. */
export function useScrollToTop(apiRef: RefObject<GridApi | null>, shown: ShownList | null) {
  const standing = shown && JSON.stringify([shown.place, shown.term]);
  const before = useRef(standing);
  useEffect(() => {
    if (before.current !== null && before.current !== standing) apiRef.current?.scroll({ top: 0 });
    before.current = standing;
  }, [apiRef, standing]);
}
