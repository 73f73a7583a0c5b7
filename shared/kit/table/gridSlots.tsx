/**
 * What the data grid draws itself with. The build puts this in the place of the grid's own table of default slots
 * (webpack/slimMui.js): everything that our lists cannot open is nothing here.
 */
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox';
import { GridCell, GridColumnHeaders, GridRow, GridRowCheckbox, GridSkeletonCell } from '@mui/x-data-grid';
import type { ComponentType, ReactNode } from 'react';

const Nothing = () => null;

const JustWhatIsInside = ({ children }: { children?: ReactNode }) => children;

/** The grid's own words for a checkbox, in MUI's. */
function GridCheckbox({ slotProps, material, label: _label, fullWidth: _fullWidth, ...props }: GridCheckboxProps) {
  return <Checkbox {...props} {...material} slotProps={{ input: { ...slotProps?.htmlInput } }} />;
}

interface GridCheckboxProps extends Omit<CheckboxProps, 'slotProps'> {
  slotProps?: { htmlInput?: object };
  material?: object;
  label?: string;
  fullWidth?: boolean;
}

// The last of them are closed or hidden by `DataTable`'s own choices, but drawn with nothing in them.
const nothing = [
  'bottomContainer',
  'columnHeaderFilterIconButton',
  'columnHeaderSortIcon',
  'columnMenu',
  'columnResizeIcon',
  'columnsManagement',
  'columnsPanel',
  'detailPanels',
  'filterPanel',
  'footer',
  'footerRowCount',
  'loadingOverlay',
  'noColumnsOverlay',
  'noResultsOverlay',
  'noRowsOverlay',
  'pagination',
  'panel',
  'pinnedRows',
  'toolbar',
] as const;

const drawn = {
  baseCheckbox: GridCheckbox,
  baseTooltip: JustWhatIsInside,
  // Read when a grid is drawn: this file and the grid import each other.
  get cell() {
    return GridCell;
  },
  get columnHeaders() {
    return GridColumnHeaders;
  },
  get row() {
    return GridRow;
  },
  get rowCheckbox() {
    return GridRowCheckbox;
  },
  get skeletonCell() {
    return GridSkeletonCell;
  },
};

for (const slot of nothing) Object.defineProperty(drawn, slot, { value: Nothing, enumerable: true });

export const DATA_GRID_DEFAULT_SLOTS_COMPONENTS = drawn as Record<string, ComponentType<never> | object>;
