/** The kit's lists, with MUI's data grid. A separate module, which an order page opened by its URL does not load. */
export { gridFocusCellSelector, useGridApiRef, type GridApi, type GridColDef } from '@mui/x-data-grid';

export { DataTable } from './DataTable.tsx';
export { PageBar } from './PageBar.tsx';
