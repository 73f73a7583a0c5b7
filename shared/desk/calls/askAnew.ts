import type { QueryFilters } from '@tanstack/react-query';
import { forgetEarly } from '../../api/earlyAnswers.ts';
import { queryClient } from './queryClient.ts';

/**
 * Asks again for what these filters name, since a job has changed it: nobody knows what of it was read before the job's end.
 * What is just being asked for the first time is asked for once more when its answer is there, which `invalidateQueries` would
 * take as it is; and of what was asked for before its screen was there, nothing is taken.
 */
export function askAnew(filters: QueryFilters): void {
  forgetEarly();
  const cache = queryClient.getQueryCache();
  const first = cache.findAll({ ...filters, fetchStatus: 'fetching' }).filter(({ state }) => state.data === undefined);
  void queryClient.invalidateQueries(filters);
  for (const { promise, queryKey } of first) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true });
    void promise?.then(again, () => undefined);
  }
}
