import {
  GRID_CHECKBOX_SELECTION_FIELD,
  gridVisibleColumnDefinitionsSelector,
  useGridApiContext,
  useGridSelector,
} from '@mui/x-data-grid';
import classes from './GridSkeleton.module.css';
import { useAfter } from '../screen/lifetime.ts';

const parts = [82, 46, 74, 60, 90, 52, 68];

/** Rows to come in the grid's own columns, as high as they will be, after 150 ms of nothing. */
export function GridSkeleton({ rowHeight }: { rowHeight: number }) {
  const apiRef = useGridApiContext();
  const columns = useGridSelector(apiRef, gridVisibleColumnDefinitionsSelector);
  const due = useAfter(true);
  return (
    <div className={classes.rows} aria-hidden data-testid="skeleton">
      {due &&
        Array.from({ length: Math.ceil(510 / rowHeight) }, (_, row) => (
          <div key={row} className={classes.row} style={{ height: rowHeight }}>
            {columns.map(({ field, computedWidth, align }, column) => (
              <span
                key={field}
                className={`${classes.cell} ${align === 'right' ? classes.right : ''}`}
                style={{ width: computedWidth }}
              >
                {field === GRID_CHECKBOX_SELECTION_FIELD ? (
                  <span className={classes.box} />
                ) : (
                  <span className={classes.bar} style={{ width: `${parts[(row + column * 3) % parts.length]}%` }} />
                )}
              </span>
            ))}
          </div>
        ))}
    </div>
  );
}
