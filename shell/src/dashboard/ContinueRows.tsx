import { Link } from 'react-router-dom';
import { orderCalls } from 'shared/api/orderCalls';
import { useCall, useSession } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import { BidiName, RetryNote, SkeletonRows, StatusLabel } from 'shared/kit';
import { folders } from 'shared/rules/folders';
import classes from './ContinueRows.module.css';

const howMany = 3;

/** The newest of one's own unfinished orders. */
export function ContinueRows() {
  const { data, error, refetch, isFetching } = useCall(orderCalls.list, {
    orderName: 'myOrder',
    page: 1,
    limit: howMany,
    delay: 1,
    userName: useSession(({ user }) => user?.name),
  });
  return (
    <div className={classes.continue}>
      <h3>Continue where you stopped</h3>
      {data && data.data.length > 0 && (
        <ul className={classes.rows}>
          {data.data.map((order) => (
            <li key={order.order_id}>
              <Link to={orderPath(order.order_id)}>
                <span className={classes.id}>{order.order_id}</span>
                <BidiName className={classes.name} name={order.full_name} />
                <span className={classes.status}>
                  <StatusLabel status={order.process_status} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data?.data.length === 0 && <p className={classes.none}>{folders.myOrder.emptyBecause}</p>}
      {!data && !error && <SkeletonRows rows={howMany} rowHeight={40} />}
      {!data && error && (
        <RetryNote className={classes.failed} retrying={isFetching} onRetry={() => void refetch()}>
          <b>Your orders could not be loaded.</b> {error.message}
        </RetryNote>
      )}
    </div>
  );
}
