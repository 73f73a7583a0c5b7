import { useAfter } from '../time/useAfter.tsx';
import classes from './SkeletonRows.module.css';

const widths = ['82%', '46%', '74%', '60%', '90%', '52%', '68%'];

/** Rows as high as those that come, after 150 ms of nothing. */
export function SkeletonRows({ rows = 10, rowHeight = 51 }: { rows?: number; rowHeight?: number }) {
  const due = useAfter(true);
  return (
    <div className={classes.rows} aria-hidden data-testid="skeleton">
      {due &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className={classes.row} style={{ height: rowHeight }}>
            <span className={classes.box} />
            <span className={classes.id} />
            <span className={classes.wide}>
              <span style={{ width: widths[row % widths.length] }} />
            </span>
            <span className={classes.wide}>
              <span style={{ width: widths[(row + 3) % widths.length] }} />
            </span>
            <span className={classes.date} />
          </div>
        ))}
    </div>
  );
}
