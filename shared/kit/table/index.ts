/** The third part of the kit: lists, and the data grid that draws them. An order page that is opened by its link has none. */
export { gridFocusCellSelector, useGridApiRef, type GridApi, type GridColDef } from '@mui/x-data-grid';

export { DataTable } from './DataTable.tsx';
export { PageBar } from './PageBar.tsx';
