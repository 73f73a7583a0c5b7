import { useEffect, useState } from 'react';
import { defencePackCalls } from 'shared/api/defencePackCalls';
import { queryKeys, useCall, useFolderCounts } from 'shared/desk';
import { folders } from 'shared/rules/folders';

/** Disputes on one page of the panel: the list below it is not to be pushed off the screen. */
export const disputesShown = 5;

/**
 * A page of the disputes, those first that are to be answered soonest. It is read anew when the folder's count has become
 * another: an order came, or left.
 */
export function useDisputes() {
  const [page, setPage] = useState(1);
  // When this panel was opened, or left for an order: the shell keeps it.
  const [cameAt, setCameAt] = useState(() => Date.now());
  useEffect(() => () => setCameAt(Date.now()), []);
  const count = useFolderCounts((state) => state.counts?.[folders.chargeBack.count] ?? null);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useCall(
    defencePackCalls.disputes,
    { page, limit: disputesShown },
    { key: queryKeys.disputes(page) },
  );
  const total = data?.total ?? null;

  useEffect(() => {
    if (count !== null && total !== null && count !== total) void refetch();
    // Only when the count changes: the two may differ for as long as the product works on one of them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [count]);

  // The last page has become empty.
  const lastPage = total === null ? null : Math.max(1, Math.ceil(total / disputesShown));
  if (lastPage !== null && page > lastPage) setPage(lastPage);

  return {
    rows: data?.data ?? null,
    total,
    /** How many there will be, before they are here; null: nobody knows. */
    expected: count,
    error,
    loading: isFetching,
    /** These rows are from before, or of another page: nothing in them can be pressed until the answer is here. */
    isOld: dataUpdatedAt < cameAt,
    page,
    lastPage,
    goTo: setPage,
    retry: () => void refetch(),
  };
}
