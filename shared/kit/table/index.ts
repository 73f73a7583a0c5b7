/** The kit's lists, with MUI's data grid. Separate, so that an order page opened by its URL does not load them. */
export { gridFocusCellSelector, useGridApiRef, type GridApi, type GridColDef } from '@mui/x-data-grid';

export { DataTable } from './DataTable.tsx';
export { PageBar } from './PageBar.tsx';
