import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  type GridApi,
  type GridColDef,
  type GridRenderCellParams,
  type GridRowId,
  type GridRowSelectionModel,
  type GridValidRowModel,
  useGridApiContext,
  useGridSelector,
} from '@mui/x-data-grid';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useDelayed } from '../screen/useDelayed.ts';
import { cspNonce } from '../theme/StaffTheme.tsx';
import classes from './DataTable.module.css';

interface DataTableProps<Row extends GridValidRowModel> {
  label: string;
  /** One page of rows, paged and sorted by the API. */
  rows: readonly Row[];
  columns: readonly GridColDef<Row>[];
  rowId: (row: Row) => string;
  /** Names the row in its checkbox's label: 'order 100498'. */
  rowName: (row: Row) => string;
  /** Selected ids, including those on other pages. */
  selection: ReadonlySet<string>;
  onSelectionChange: (selection: Set<string>) => void;
  selectWidth: number;
  /** The id of the row with the keyboard cursor. */
  cursor: string | null;
  /** Called when a row is clicked, or reached with the grid's arrow keys. */
  onCursorChange: (id: string) => void;
  /** In pixels. */
  rowHeight: number;
  /** Shows skeleton rows in an empty table, or a thin line above existing rows. */
  loading: boolean;
  /** Shown instead of an empty table: an EmptyState or a FailedState. */
  empty: ReactNode;
  /** For callers that move the grid's focus (`setCellFocus`). */
  apiRef: RefObject<GridApi | null>;
  /** The initial scroll position, in pixels. */
  scrollTop?: number;
}

const nonce = cspNonce();
/** The height of a loading table on a phone, in rows. */
const usualRows = 10;

/** MUI X's grid, by default 550 px high, with a fixed header. `PageBar` replaces its paging. */
export function DataTable<Row extends GridValidRowModel>({
  label,
  rows,
  columns,
  rowId,
  rowName,
  selection,
  onSelectionChange,
  selectWidth,
  cursor,
  onCursorChange,
  rowHeight,
  loading,
  empty,
  apiRef,
  scrollTop,
}: DataTableProps<Row>) {
  const onPage = useMemo(() => rows.map(rowId), [rows, rowId]);
  const model = useMemo<GridRowSelectionModel>(
    () => ({ type: 'include', ids: new Set(onPage.filter((id) => selection.has(id))) }),
    [onPage, selection],
  );
  const withCheckbox = useMemo(
    () => [checkboxColumn(rowName, selectWidth), ...columns],
    [rowName, selectWidth, columns],
  );
  const blank = rows.length === 0 && !loading && Boolean(empty);
  const isSkeletonDue = useDelayed(loading && rows.length === 0);
  const focused = useEffectEvent((id: GridRowId) => onCursorChange(String(id)));
  useEffect(() => {
    if (!blank) return apiRef.current?.subscribeEvent('cellFocusIn', ({ id }) => focused(id));
  }, [apiRef, blank]);

  if (blank) {
    return (
      <div className={classes.area}>
        <div className={classes.empty}>{empty}</div>
      </div>
    );
  }
  return (
    <div
      className={classes.area}
      style={{ '--rows': Math.max(rows.length || usualRows, 3), '--row-height': `${rowHeight}px` } as CSSProperties}
      aria-busy={loading}
    >
      {loading && rows.length > 0 && <span className={classes.refreshing} />}
      <DataGrid<Row>
        apiRef={apiRef}
        aria-label={label}
        rows={rows as Row[]}
        columns={withCheckbox}
        getRowId={rowId}
        getRowClassName={({ id }) => (id === cursor ? 'cursor' : '')}
        rowHeight={rowHeight}
        initialState={scrollTop ? { scroll: { top: scrollTop, left: 0 } } : undefined}
        columnHeaderHeight={40}
        hideFooter
        disableRowSelectionOnClick
        disableColumnFilter
        disableColumnMenu
        disableColumnSorting
        disableColumnResize
        disableRowSelectionExcludeModel
        checkboxSelection
        rowSelectionModel={model}
        onRowSelectionModelChange={({ ids }) => onSelectionChange(withPage(selection, onPage, ids))}
        onRowClick={({ id }) => onCursorChange(String(id))}
        onCellKeyDown={({ id }, event) => {
          // Only on cells: checkboxes and buttons handle the key themselves.
          if (event.key !== ' ' || event.shiftKey || event.target !== event.currentTarget) return;
          // By default, Space scrolls the grid by a page.
          event.defaultMuiPrevented = true;
          event.preventDefault();
          apiRef.current?.selectRow(id, !apiRef.current.isRowSelected(id));
        }}
        localeText={texts}
        paginationMode="server"
        rowCount={rows.length}
        paginationModel={everyRow}
        pageSizeOptions={[-1]}
        loading={isSkeletonDue}
        slots={slots}
        nonce={nonce}
      />
    </div>
  );
}

/** -1 puts all rows on one page, where the grid would otherwise allow only 100. */
const everyRow = { page: 0, pageSize: -1 };

const texts = {
  checkboxSelectionSelectAllRows: 'Select all rows on this page',
  checkboxSelectionUnselectAllRows: 'Clear the selection of this page',
};

/** Hides the grid's own text, which would flash before the skeleton or the empty state. */
const slots = { noRowsOverlay: () => null };

function checkboxColumn<Row extends GridValidRowModel>(rowName: (row: Row) => string, width: number): GridColDef<Row> {
  return {
    ...(GRID_CHECKBOX_SELECTION_COL_DEF as GridColDef<Row>),
    width,
    minWidth: width,
    renderCell: ({ id, field, row, tabIndex }: GridRenderCellParams<Row>) => (
      <RowCheckbox id={id} field={field} label={`Select ${rowName(row)}`} tabIndex={tabIndex} />
    ),
  };
}

interface RowCheckboxProps {
  id: GridRowId;
  field: string;
  label: string;
  /** 0 for one cell at most, because a grid is a single tab stop. */
  tabIndex: 0 | -1;
}

/** A row's checkbox: a plain element that looks like MUI's, because scrolling creates many of them per frame. */
function RowCheckbox({ id, field, label, tabIndex }: RowCheckboxProps) {
  const apiRef = useGridApiContext();
  const checked = useGridSelector(apiRef, () => apiRef.current.isRowSelected(id));

  useLayoutEffect(() => {
    if (tabIndex !== 0) return;
    // Make Tab stop at the checkbox, not at its cell.
    const cell = apiRef.current.getCellElement(id, field);
    if (cell) cell.tabIndex = -1;
  }, [apiRef, id, field, tabIndex]);

  return (
    <input
      type="checkbox"
      name="select_row"
      className={classes.checkbox}
      aria-label={label}
      tabIndex={tabIndex}
      checked={checked}
      onKeyDown={keepSpace}
      onChange={(event) =>
        apiRef.current.publishEvent('rowSelectionCheckboxChange', { value: event.target.checked, id }, event)
      }
    />
  );
}

/** Keeps Space from the grid, which would also select the row and scroll. */
function keepSpace(event: KeyboardEvent) {
  if (event.key === ' ') event.stopPropagation();
}

/** Replaces this page's part of the selection. */
function withPage(selection: ReadonlySet<string>, onPage: readonly string[], ids: ReadonlySet<unknown>) {
  const next = new Set(selection);
  for (const id of onPage) {
    if (ids.has(id)) next.add(id);
    else next.delete(id);
  }
  return next;
}
