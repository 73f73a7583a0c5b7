import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { refreshFolderCounts, useFolderCounts } from 'shared/desk';
import { type Month, monthName } from 'shared/format/dates';
import { Button, Screen } from 'shared/kit/base';
import { PageBar } from 'shared/kit/table';
import { type FolderName, folders } from 'shared/rules/folders';
import { type ListPlace, pageCount, readListPlace, writeListPlace, type RowsPerPage } from 'shared/rules/listPlace';
import { NextMessageButton, NextOrderButton, RefreshButton } from './NextOrderButton.tsx';
import { ListCard } from './ListCard.tsx';
import classes from './OrderList.module.css';
import { PendingFooter } from './listStates.tsx';
import { useOrderList } from './useOrderList.ts';
import { foundCount, useSearch } from './useSearch.ts';
import { useSelection } from './useSelection.ts';

interface OrderListScreenProps {
  folder: FolderName;
  month?: Month;
  /** Shown above the list, and reset with it. */
  above?: ReactNode;
  onRefresh?: () => void;
}

export function OrderListScreen({ folder: name, month, above, onRefresh }: OrderListScreenProps) {
  const folder = folders[name];
  const { place, goToPage, showRows } = useListPlace();
  const search = useSearch();
  const list = useOrderList({ folder: name, place, term: search.term, month });
  const selection = useSelection({ shown: list.shown, term: search.term, sort: folder.sort });
  const { counts } = useFolderCounts();
  const knownCount = month ? null : (counts?.[folder.count] ?? null);

  // The URL's page may exceed the folder's pages.
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
  /** With a selection, or a search without hits, another button is the filled one. */
  const isFilled = selection.selected.size === 0 && !selection.all && !failed && !(isFound && shown.total === 0);
  const inFolder = shown && !isFound ? shown.total : knownCount;
  return (
    <Screen
      title={month ? monthName(month) : folder.title}
      lead={month && <BackToMonths />}
      count={failed ? '–' : isFound ? `${foundCount(shown)} found` : inFolder}
      actions={
        <>
          {(name === 'newOrder' || name === 'priorityOrder') && (
            <NextOrderButton folder={name} filled={isFilled} empty={inFolder === 0} />
          )}
          {name === 'customerMessages' && <NextMessageButton filled={isFilled} empty={inFolder === 0} />}
          <RefreshButton />
        </>
      }
    >
      {above}
      <ListCard
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
          <PendingFooter />
        )}
      </ListCard>
    </Screen>
  );
}

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

function useListPlace() {
  const [search, setSearch] = useSearchParams();
  const place = readListPlace(search);
  const goTo = (next: ListPlace, { replace = false } = {}) =>
    setSearch((now) => writeListPlace(next, now), { replace });
  return {
    place,
    goToPage: (page: number, options?: { replace?: boolean }) => goTo({ ...place, page }, options),
    showRows: (limit: RowsPerPage) => goTo({ page: 1, limit }),
  };
}
