import { orderCalls } from 'shared/api/orderCalls';
import { queryKeys, useCall } from 'shared/desk';

/** How many future orders each month holds. What was known stays when a refresh fails. */
export function useMonths() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useCall(
    orderCalls.futureMonths,
    {},
    { key: queryKeys.months() },
  );
  const counts = data?.data ?? null;
  return {
    /** Null: not known yet. */
    counts,
    total: counts && counts.reduce((sum, { count }) => sum + count, 0),
    most: Math.max(1, ...(counts ?? []).map(({ count }) => count)),
    /** Why the newest load failed. */
    error,
    loading: isFetching,
    /** When they came, in ms. */
    at: dataUpdatedAt,
    refresh: () => void refetch(),
  };
}
