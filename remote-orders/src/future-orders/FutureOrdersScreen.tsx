import { Link, useSearchParams } from 'react-router';
import { folderCalls } from 'shared/api/folderCalls';
import { refreshFolderCounts, useCall, useFolderCounts, useShortcuts } from 'shared/desk';
import { clockTime, type Month, months } from 'shared/format/dates';
import { FailedState, RetryNote } from 'shared/kit';
import { Screen } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import { OrderListScreen, RefreshButton } from '../order-list/OrderListScreen.tsx';
import classes from './FutureOrders.module.css';

export function FutureOrdersScreen() {
  const [address] = useSearchParams();
  const month = months.find((name) => name === address.get('month'));
  return month ? <OrderListScreen key={month} folder="futureOrder" month={month} /> : <MonthsScreen />;
}

const { title, link, count, emptyBecause } = folders.futureOrder;

function MonthsScreen() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useCall(
    folderCalls.futureMonths,
    {},
    { isPrefetched: true },
  );
  const counts = data?.data.map((month) => month.count) ?? [];
  const total = data ? counts.reduce((sum, orders) => sum + orders, 0) : null;
  const known = useFolderCounts().counts?.[count] ?? null;
  const failed = error !== null && !data;

  const refreshAll = () => {
    void refetch();
    void refreshFolderCounts();
  };
  useShortcuts({ r: refreshAll });
  // Processing dates are UTC days.
  const now = months[new Date().getUTCMonth()];
  return (
    <Screen title={title} count={failed ? '–' : (total ?? known)} actions={<RefreshButton />}>
      {failed ? (
        <FailedState title={`${link} could not be loaded`} error={error} onRetry={refreshAll} retrying={isFetching} />
      ) : (
        <>
          <p className={classes.about}>
            {total === 0
              ? `No records found. ${emptyBecause}`
              : 'On their processing date, orders move to Priority, New or Pending automatically.'}
          </p>
          {error && (
            <RetryNote className={classes.stale} retrying={isFetching} onRetry={refreshAll}>
              <b>These counts are from {clockTime(dataUpdatedAt)} (UTC).</b> Refreshing failed.
            </RetryNote>
          )}
          <ul className={classes.months} aria-busy={isFetching}>
            {months.map((month) => (
              <li key={month}>
                <MonthTile
                  month={month}
                  count={data?.data.find(({ process_month }) => process_month === month)?.count ?? null}
                  max={Math.max(1, ...counts)}
                  isNow={month === now}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}

interface MonthTileProps {
  month: Month;
  /** The number of orders; null while loading. */
  count: number | null;
  /** The largest month's count, which scales the bars. */
  max: number;
  isNow: boolean;
}

/** A month with its count. An empty month is grey, but still a link. */
function MonthTile({ month, count, max, isNow }: MonthTileProps) {
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
        <i style={{ transform: `scaleX(${(count ?? 0) / max})` }} />
      </span>
    </Link>
  );
}
