import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  useGridApiRef,
  type GridApi,
  type GridColDef,
  type GridRenderCellParams,
  type GridRowSelectionModel,
  type GridValidRowModel,
} from '@mui/x-data-grid';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { cspNonce } from '../theme/cspNonce.tsx';
import classes from './DataTable.module.css';
import { GridSkeleton } from './GridSkeleton.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';

interface DataTableProps<Row extends GridValidRowModel> {
  /** Names the grid. */
  label: string;
  /** The rows of the page; the API pages and sorts. */
  rows: readonly Row[];
  columns: readonly GridColDef<Row>[];
  rowId: (row: Row) => string;
  /** Names a row's checkbox: 'order 100498'. */
  rowName?: (row: Row) => string;
  /** Ids of the selected rows, also of other pages. Without it there are no checkboxes. */
  selection?: ReadonlySet<string>;
  onSelectionChange?: (selection: Set<string>) => void;
  /** Width of the checkboxes' column. */
  selectWidth?: number;
  /** Id of the row the keyboard is on. */
  cursor?: string | null;
  /** A row was clicked, or the grid's own arrow keys came to it. */
  onCursorChange?: (id: string) => void;
  /** 51 comfortable, 34 compact, 68 on a phone. */
  rowHeight: number;
  /** The first load: skeleton rows. With rows on screen: a thin line above them. */
  loading?: boolean;
  /** In place of head and rows, when there are none: an EmptyState or a FailedState. */
  empty?: ReactNode;
  /** Which columns show: `columnVisibilityModel`. */
  visible?: Record<string, boolean>;
  rowClassName?: (row: Row) => string;
  /** The grid itself, for who moves its focus (`setCellFocus`). */
  apiRef?: RefObject<GridApi | null>;
  /** The scroll position of the first rows. */
  scrollTop?: number;
}

const nonce = cspNonce();

/** The one table of rows: MUI X's grid with its paging turned off (ours stands under it), 550 px high with a fixed head. */
export function DataTable<Row extends GridValidRowModel>({
  label,
  rows,
  columns,
  rowId,
  rowName = (row) => `row ${rowId(row)}`,
  selection,
  onSelectionChange,
  selectWidth = 42,
  cursor,
  onCursorChange,
  rowHeight,
  loading = false,
  empty,
  visible,
  rowClassName,
  apiRef: givenApiRef,
  scrollTop,
}: DataTableProps<Row>) {
  const ownApiRef = useGridApiRef();
  const apiRef = givenApiRef ?? ownApiRef;
  const onPage = useMemo(() => rows.map(rowId), [rows, rowId]);
  const model = useMemo<GridRowSelectionModel>(
    () => ({ type: 'include', ids: new Set(onPage.filter((id) => selection?.has(id))) }),
    [onPage, selection],
  );
  const withCheckbox = useMemo(
    () => [checkboxColumn(rowName, selectWidth), ...columns],
    [rowName, selectWidth, columns],
  );
  const blank = rows.length === 0 && !loading && Boolean(empty);
  useCursorFollowsFocus(apiRef, onCursorChange, blank);

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
      style={{ '--rows': Math.max(rows.length, 3), '--row-height': `${rowHeight}px` } as CSSProperties}
      aria-busy={loading}
    >
      {loading && rows.length > 0 && <span className={classes.refreshing} />}
      <RowHeight value={rowHeight}>
        <DataGrid<Row>
          apiRef={apiRef}
          aria-label={label}
          rows={rows as Row[]}
          columns={(selection ? withCheckbox : columns) as GridColDef<Row>[]}
          columnVisibilityModel={visible}
          getRowId={rowId}
          getRowClassName={({ id, row }) => [id === cursor && 'cursor', rowClassName?.(row)].filter(Boolean).join(' ')}
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
          checkboxSelection={Boolean(selection)}
          rowSelectionModel={model}
          onRowSelectionModelChange={({ ids }) => onSelectionChange?.(withPage(selection, onPage, ids))}
          onRowClick={({ id }) => onCursorChange?.(String(id))}
          localeText={texts}
          paginationMode="server"
          rowCount={rows.length}
          paginationModel={everyRow}
          pageSizeOptions={[-1]}
          loading={loading && rows.length === 0}
          slots={slots}
          nonce={nonce}
        />
      </RowHeight>
    </div>
  );
}

/** Wherever the grid's own keys take the focus, the cursor is on that row. */
function useCursorFollowsFocus(
  apiRef: RefObject<GridApi | null>,
  onCursorChange: ((id: string) => void) | undefined,
  blank: boolean,
) {
  const changed = useRef(onCursorChange);
  useEffect(() => {
    changed.current = onCursorChange;
  });
  useEffect(() => {
    if (blank) return;
    return apiRef.current?.subscribeEvent('cellFocusIn', ({ id }) => changed.current?.(String(id)));
  }, [apiRef, blank]);
}

/** -1: the grid shows every row it is given, also past the 100 of its own paging, and virtualises them. */
const everyRow = { page: 0, pageSize: -1 };

const texts = {
  checkboxSelectionSelectAllRows: 'Select all rows on this page',
  checkboxSelectionUnselectAllRows: 'Clear the selection of this page',
};

const RowHeight = createContext(51);

const slots = {
  loadingOverlay: function Loading() {
    return <GridSkeleton rowHeight={useContext(RowHeight)} />;
  },
  // Shown for the moment before the skeleton or the state that stands in the rows' place.
  noRowsOverlay: function NoRows() {
    return null;
  },
};

/** The grid's own column of checkboxes, each named by its row. */
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

/** The selection after the rows of this page became `ids`; what other pages have selected stays. */
function withPage(selection: ReadonlySet<string> = new Set(), onPage: readonly string[], ids: ReadonlySet<unknown>) {
  const next = new Set(selection);
  for (const id of onPage) {
    if (ids.has(id)) next.add(id);
    else next.delete(id);
  }
  return next;
}
