import { useSearchParams } from 'react-router-dom';
import { placeOf, searchOf, type ListPlace } from 'shared/rules/listPlace';
import type { RowsPerPage } from 'shared/rules/rowsPerPage';

/** Reads and writes the place in the address. `replace` for a correction, which Back must not lead to. */
export function useListPlace() {
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
