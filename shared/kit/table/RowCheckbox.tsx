import { useGridApiContext, useGridSelector, type GridRowId } from '@mui/x-data-grid';
import { useLayoutEffect, type KeyboardEvent } from 'react';
import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  id: GridRowId;
  field: string;
  label: string;
  /** Only one cell can have 0, because a grid is one tab stop. */
  tabIndex: 0 | -1;
}

/** A row's checkbox: a plain element that looks like MUI's, because scrolling creates many of them per frame. */
export function RowCheckbox({ id, field, label, tabIndex }: RowCheckboxProps) {
  const apiRef = useGridApiContext();
  const checked = useGridSelector(apiRef, () => apiRef.current.isRowSelected(id));

  useLayoutEffect(() => {
    if (tabIndex !== 0) return;
    // Focus the checkbox instead of its cell.
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

/** Otherwise the grid would also select the row, and scroll. */
function keepSpace(event: KeyboardEvent) {
  if (event.key === ' ') event.stopPropagation();
}
