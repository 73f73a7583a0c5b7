import { useEffect, type ReactNode } from 'react';
import { refreshFolderCounts, useFolderCounts } from 'shared/desk';
import { monthName, type Month } from 'shared/format/dates';
import { Screen } from 'shared/kit/base';
import { PageBar } from 'shared/kit/table';
import { folders, type FolderName } from 'shared/rules/folders';
import { pageCount } from 'shared/rules/listPlace';
import { RefreshButton } from '../RefreshButton.tsx';
import { foundCount } from '../search/foundCount.ts';
import { useSearch } from '../search/useSearch.ts';
import { BackToMonths } from './BackToMonths.tsx';
import { NextOrderButton } from './NextOrderButton.tsx';
import { OrderCard } from './OrderCard.tsx';
import { PendingFoot } from './states/PendingFoot.tsx';
import { useListPlace } from './useListPlace.ts';
import { useOrderList } from './useOrderList.ts';
import { useSelection } from './selection/useSelection.ts';

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
  const knownCount = useFolderCounts((state) => (month ? null : (state.counts?.[folder.count] ?? null)));

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
