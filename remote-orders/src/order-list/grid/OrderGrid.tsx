import { useMemo, type ReactNode, type RefObject } from 'react';
import type { OrderRow } from 'shared/api/orderRow';
import { DataTable, type GridApi, type GridColDef } from 'shared/kit/table';
import { useListContext } from './ListContext.ts';
import { leastNameWidth, selectWidth, selectWidthOnPhone, type ListLayout } from './listLayout.ts';
import classes from './OrderCells.module.css';
import { isFuture } from './NameCell.tsx';
import { orderColumns } from './orderColumns.tsx';

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
    />
  );
}

const rowHeight = (layout: ListLayout, compact: boolean) =>
  layout.phone ? (isFuture(layout) ? 84 : 68) : compact ? 34 : 51;

function gridColumns({ columns, widths, emailTakesRoom }: ListLayout): GridColDef<OrderRow>[] {
  return columns.map((column): GridColDef<OrderRow> => {
    const { head, align, highHead, cell } = orderColumns[column];
    const width = column === 'full_name' ? 0 : widths[column];
    const flex = column === 'full_name' || (column === 'email' && emailTakesRoom) ? 1 : undefined;
    return {
      field: column,
      headerName: head,
      align,
      headerAlign: align,
      ...(highHead && { headerClassName: classes.highHead }),
      ...(flex ? { flex, minWidth: Math.max(leastNameWidth, width) } : { width, minWidth: width }),
      // What can be pressed is reached from its own cell: the grid is one tab stop.
      renderCell: ({ row, hasFocus }) => cell(row, hasFocus ? 0 : -1),
    };
  });
}
