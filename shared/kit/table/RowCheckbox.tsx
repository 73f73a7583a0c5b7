import { useGridApiContext, useGridSelector, type GridRowId } from '@mui/x-data-grid';
import { useLayoutEffect, type KeyboardEvent } from 'react';
import classes from './RowCheckbox.module.css';

interface RowCheckboxProps {
  id: GridRowId;
  field: string;
  /** "Select order 100498" */
  label: string;
  /** The grid's: it is one tab stop. */
  tabIndex: 0 | -1;
}

/**
 * Selects a row of the grid. A plain element, drawn as MUI's checkbox is: while a long list is scrolled, many of them are
 * made and thrown away in every frame.
 */
export function RowCheckbox({ id, field, label, tabIndex }: RowCheckboxProps) {
  const apiRef = useGridApiContext();
  const checked = useGridSelector(apiRef, () => apiRef.current.isRowSelected(id));

  useLayoutEffect(() => {
    if (tabIndex !== 0) return;
    // The tab stop is the checkbox, not the cell around it.
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

/** The grid would select the row by it as well, and scroll. */
function keepSpace(event: KeyboardEvent) {
  if (event.key === ' ') event.stopPropagation();
}
