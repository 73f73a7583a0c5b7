import type { OrderRow } from 'shared/api/orderRow';
import { useListContext } from './ListContext.ts';
import classes from './OrderCells.module.css';
import { emailOf } from './emailOf.ts';

/** An e-mail address breaks before its @; in compact rows it is cut. */
export function EmailCell({ row }: { row: OrderRow }) {
  const { compact } = useListContext();
  const email = emailOf(row);
  const at = email.lastIndexOf('@');
  return (
    <span className={`${classes.email} ${classes.second} ${compact ? classes.one : ''}`} title={email}>
      {at > 0 ? (
        <>
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
        </>
      ) : (
        email
      )}
    </span>
  );
}
