import { refreshFolderCounts, useFolderCounts, useShortcuts } from 'shared/desk';
import { months } from 'shared/format/dates';
import { FailedState } from 'shared/kit';
import { Screen } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import { RefreshButton } from '../RefreshButton.tsx';
import { StaleNote } from '../StaleNote.tsx';
import classes from './FutureOrders.module.css';
import { MonthTile } from './MonthTile.tsx';
import { useMonths } from './useMonths.ts';

const { title, link, count, emptyBecause } = folders.futureOrder;

/** Twelve months, January to December, with the orders whose processing date lies in them. */
export function MonthsScreen() {
  const { counts, total, most, error, loading, at, refresh } = useMonths();
  const known = useFolderCounts((state) => state.counts?.[count] ?? null);
  const failed = error !== null && !counts;

  const refreshAll = () => {
    refresh();
    void refreshFolderCounts();
  };
  useShortcuts({ r: refreshAll });
  // Processing dates are days of UTC, and so is the month that they are in.
  const now = months[new Date().getUTCMonth()];
  return (
    <Screen title={title} count={failed ? '–' : (total ?? known)} actions={<RefreshButton />}>
      {failed ? (
        <FailedState title={`${link} could not be loaded`} error={error} onRetry={refreshAll} retrying={loading} />
      ) : (
        <>
          <p className={classes.about}>
            {total === 0
              ? `No records found. ${emptyBecause}`
              : 'An order leaves for Priority or New by itself on its processing date.'}
          </p>
          {error && (
            <StaleNote
              what="These counts are"
              at={at}
              className={classes.stale}
              retrying={loading}
              onRetry={refreshAll}
            >
              Refreshing failed.
            </StaleNote>
          )}
          <ul className={classes.months} aria-busy={loading}>
            {months.map((month) => (
              <li key={month}>
                <MonthTile
                  month={month}
                  count={counts?.find(({ process_month }) => process_month === month)?.count ?? null}
                  most={most}
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
