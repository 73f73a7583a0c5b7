import { Link } from 'react-router-dom';
import type { Month } from 'shared/format/dates';
import classes from './FutureOrders.module.css';

interface MonthTileProps {
  month: Month;
  /** Null: not known yet; its place stays empty. */
  count: number | null;
  /** Of the fullest month: its bar is the whole width. */
  most: number;
  /** The month we are in. */
  isNow: boolean;
}

/** One month: how many orders wait for it, and the way to them. A month without any is grey, and a link all the same. */
export function MonthTile({ month, count, most, isNow }: MonthTileProps) {
  const looks = [classes.month, count === 0 && classes.zero, isNow && classes.now];
  return (
    <Link to={{ search: `month=${month}` }} className={looks.filter(Boolean).join(' ')}>
      <span className={classes.name}>{month}</span>
      {isNow && <span className={classes.thisMonth}>This month</span>}
      <span className={classes.value}>
        {count !== null && (
          <>
            <b>{count.toLocaleString('en-US')}</b> {count === 1 ? 'order' : 'orders'}
          </>
        )}
      </span>
      <span className={classes.track}>
        <i style={{ transform: `scaleX(${(count ?? 0) / most})` }} />
      </span>
    </Link>
  );
}
