import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { refreshFolderCounts, useFolderCounts } from 'shared/desk';
import { type Month, monthName } from 'shared/format/dates';
import { Button, Screen } from 'shared/kit/base';
import { PageBar } from 'shared/kit/table';
import { type FolderName, folders } from 'shared/rules/folders';
import { type ListPlace, pageCount, placeOf, searchOf } from 'shared/rules/listPlace';
import type { RowsPerPage } from 'shared/rules/rowsPerPage';
import { RefreshButton, NextOrderButton } from './NextOrderButton.tsx';
import { OrderCard } from './OrderCard.tsx';
import classes from './OrderList.module.css';
import { PendingFoot } from './listStates.tsx';
import { useOrderList } from './useOrderList.ts';
import { foundCount, useSearch } from './useSearch.ts';
import { useSelection } from './useSelection.ts';

const noRows = [] as const;

interface OrderListScreenProps {
  folder: FolderName;
  /** Only what this month of Future Order holds. */
  month?: Month;
  /** What stands over the list, and is read anew with it. */
  above?: ReactNode;
  onRefresh?: () => void;
}

/**
 * The orders of one folder. Thirteen folders are this screen and their row of `shared/rules/folders`, and so is each month
 * of the fourteenth.
 */
export function OrderListScreen({ folder: name, month, above, onRefresh }: OrderListScreenProps) {
  const folder = folders[name];
  const { place, goToPage, showRows } = useListPlace();
  const search = useSearch();
  const list = useOrderList({ folder: name, place, term: search.term, month });
  const selection = useSelection({ rows: list.shown?.rows ?? noRows, term: search.term });
  const { counts } = useFolderCounts();
  const knownCount = month ? null : (counts?.[folder.count] ?? null);

  // The folder has become shorter than the page in the address.
  const { shown, error } = list;
  const lastPage = shown && pageCount(shown.total, place.limit);
  const isPastEnd = lastPage !== null && !list.loading && !error && place.page > lastPage;
  useEffect(() => {
    if (isPastEnd) goToPage(lastPage, { replace: true });
  });

  const refresh = () => {
    void list.refresh();
    void refreshFolderCounts();
    onRefresh?.();
  };
  const failed = error !== null && !shown;
  const isFound = shown !== null && shown.term !== '';
  const inFolder = shown && !isFound ? shown.total : knownCount;
  return (
    <Screen
      title={month ? monthName(month) : folder.title}
      lead={month && <BackToMonths />}
      count={failed ? '–' : isFound ? `${foundCount(shown)} found` : inFolder}
      actions={
        <>
          {(name === 'newOrder' || name === 'priorityOrder') && (
            <NextOrderButton
              folder={name}
              filled={selection.selected.size === 0 && !selection.all && !failed}
              empty={inFolder === 0}
            />
          )}
          <RefreshButton />
        </>
      }
    >
      {above}
      <OrderCard
        name={name}
        month={month}
        list={list}
        place={place}
        search={search}
        selection={selection}
        onRefresh={refresh}
      >
        {shown || failed ? (
          <PageBar
            page={place.page}
            pageSize={place.limit}
            standing={shown ? { page: shown.place.page, pageSize: shown.place.limit } : undefined}
            total={shown?.total ?? null}
            more={shown?.more}
            onPage={(page) => goToPage(page)}
            onPageSize={showRows}
          />
        ) : (
          <PendingFoot />
        )}
      </OrderCard>
    </Screen>
  );
}

/** From a month's orders to the twelve months. */
function BackToMonths() {
  return (
    <Button
      variant="outlined"
      component={Link}
      to={folders.futureOrder.path}
      className={classes.back}
      startIcon={<ArrowLeft size={15} strokeWidth={1.75} aria-hidden />}
    >
      Back
    </Button>
  );
}

/** Reads and writes the place in the address. `replace` for a correction, which Back must not lead to. */
function useListPlace() {
  const [search, setSearch] = useSearchParams();
  const place = placeOf(search);
  const goTo = (next: ListPlace, { replace = false } = {}) => setSearch((now) => searchOf(next, now), { replace });
  return {
    place,
    goToPage: (page: number, options?: { replace?: boolean }) => goTo({ ...place, page }, options),
    /** Another number of rows begins at page 1. */
    showRows: (limit: RowsPerPage) => goTo({ page: 1, limit }),
  };
}
