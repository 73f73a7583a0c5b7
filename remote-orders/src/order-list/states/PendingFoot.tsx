import { useAfter } from 'shared/kit/base';
import classes from '../OrderList.module.css';

/** The footer while the first page loads: as high as the footer that comes. */
export function PendingFoot() {
  const due = useAfter(true);
  return (
    <div className={classes.foot}>
      Rows per page
      {due && (
        <>
          <span className={classes.pendingSize} />
          <span className={classes.pendingPages} />
        </>
      )}
    </div>
  );
}
