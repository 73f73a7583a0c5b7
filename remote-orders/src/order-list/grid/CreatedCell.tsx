import type { OrderRow } from 'shared/api/orderRow';
import { age, listDateTime } from 'shared/format/dates';
import { useListContext } from './ListContext.ts';
import classes from './OrderCells.module.css';
import { useNow } from './useNow.ts';

/** When the order came, and in comfortable rows how long ago that is. */
export function CreatedCell({ row }: { row: OrderRow }) {
  const { compact, layout } = useListContext();
  if (layout.tightest) {
    const [date, time] = listDateTime(row.created_at).split(' ');
    return (
      <span className={classes.stack}>
        <span className={classes.num}>{date}</span>
        <span className={`${classes.under} ${classes.num}`}>{time}</span>
      </span>
    );
  }
  return (
    <span className={classes.stack}>
      <span className={classes.num}>{listDateTime(row.created_at)}</span>
      {!compact && <Age of={row.created_at} />}
    </span>
  );
}

function Age({ of }: { of: string }) {
  return <span className={classes.under}>{age(of, useNow())}</span>;
}
