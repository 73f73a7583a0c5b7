import type { OrderRow } from 'shared/api/orderRow';
import { BouncedMark } from './BouncedMark.tsx';
import { useListContext } from './ListContext.ts';
import classes from './OrderCells.module.css';
import { emailOf } from './emailOf.ts';

/** An e-mail address breaks before its @; in compact rows it is cut, in the narrowest column it has three lines. */
export function EmailCell({ row }: { row: OrderRow }) {
  const { compact, layout } = useListContext();
  const email = emailOf(row);
  const at = email.lastIndexOf('@');
  return (
    <span
      className={`${classes.email} ${classes.second} ${compact ? classes.one : layout.tightest ? classes.three : ''}`}
      title={email}
    >
      {row.email_bounced && <BouncedMark />}
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
